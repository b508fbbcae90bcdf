import assert from "node:assert/strict";
import { test } from "node:test";
import { startEngine, started } from "./support/engine.ts";
import { startReloader, startWatching } from "./support/reloader.ts";
import { until } from "./support/until.ts";

const restart = "POST /containers/nginx/restart?t=10";
const times = (log: string, what: string) => log.split(what).length - 1;

/** A start as Podman tells it: podman, pkg/domain/entities/events.go, ConvertToEntitiesEvent. */
function startedOnPodman(name: string, nano: bigint): string {
  const attributes = `{"containerExitCode":"0","image":"docker.io/team/app:develop","name":"${name}","podId":""}`;
  const actor = `{"ID":"${"ef".repeat(32)}","Attributes":${attributes}}`;
  return `{"status":"start","id":"${"ef".repeat(32)}","from":"docker.io/team/app:develop","Type":"container","Action":"start","Actor":${actor},"scope":"local","time":${nano / 1_000_000_000n},"timeNano":${nano},"HealthStatus":""}\n`;
}

const second = 1_732_100_000_000_000_000n;

// A float holds such a time to 238 ns: it may round up, and then the last event is left out, or down.
const pasts: [engine: string, podman: boolean, nano: bigint][] = [
  ["Docker, to which the last event is part of the past", false, second + 123_456_789n],
  ["Podman, to which the last event is not, when its float is right", true, second],
  ["Podman, when its float rounds up", true, second + 123_456_700n],
  ["Podman, when its float rounds down", true, second + 123_456_789n],
];

for (const [why, podman, nano] of pasts) {
  test(`reloader misses and repeats nothing that happened while it was away from ${why}`, async (t) => {
    const engine = await startEngine(t, { podman, version: podman ? "1.41" : "1.52" });
    const reloader = await startWatching(t, engine);
    engine.emit(startedOnPodman("admin-web", nano));
    await until("the first", () => reloader.log().includes("admin-web started"), 60);
    engine.cutStreams();
    await until("nobody listens", () => engine.streams() === 0, 60);
    engine.emit(startedOnPodman("orders-api", nano + 500_000n));
    engine.emit(startedOnPodman("shop-web", nano + 1_000_000n));
    await until("the second", () => reloader.log().includes("shop-web started"), 60);
    engine.emit(startedOnPodman("admin-web", nano + 2_000_000n));
    await until("the third", () => times(reloader.log(), "Restarted") === 3, 60);
    assert.deepEqual(engine.actions(), [restart, restart, restart]);
  });
}

test("reloader tells events apart that differ by a nanosecond beyond 2^53, and drops the same", async (t) => {
  const engine = await startEngine(t);
  const reloader = await startWatching(t, engine);
  const [one, other] = [second + 1n, second + 2n].map((nano) => startedOnPodman("admin-web", nano));
  engine.write(`${one}${other}${one}${other}`);
  engine.write(started("shop-web"));
  await until("the last", () => reloader.log().includes("shop-web started"), 60);
  assert.equal(engine.actions().length, 3);
});

test("reloader follows an engine that was restarted, and catches up with what that has forgotten", async (t) => {
  const engine = await startEngine(t);
  const reloader = await startWatching(t, engine);
  engine.emit(started("admin-web"));
  await until("the first", () => reloader.log().includes("Restarted"), 60);
  await engine.stop();
  await until("the break", () => reloader.log().includes("Cannot follow the engine"), 60);
  const state = (StartedAt: string) => ({ Running: true, StartedAt });
  const again = await startEngine(t, {
    socket: engine.socket,
    version: "1.41",
    states: { nginx: state("2024-11-21T10:00:00.1Z"), "shop-web": state("2024-11-21T10:00:00.2Z") },
  });
  await until("the second", () => times(reloader.log(), "Restarted") === 2, 90);
  assert.match(reloader.log(), /: shop-web started while the engine could not be followed$/m);
  assert.deepEqual(again.actions(), [restart]);
  // The version is agreed on anew.
  assert.ok(again.requests.includes(`POST /v1.41${restart.slice(5)}`));
});

test("reloader makes what it missed and what comes after, in this order and one at a time", async (t) => {
  const state = (StartedAt: string) => ({ Running: true, StartedAt });
  const engine = await startEngine(t, {
    states: { nginx: state("2024-11-20T10:00:00Z"), "shop-web": state("2024-11-20T10:00:00.1Z") },
    answer: (method) => (method === "POST" ? { status: 204, delay: 300 } : undefined),
  });
  const reloader = await startWatching(t, engine, { RELOADER_CATCH_UP: "1" });
  await until("the first", () => engine.actions().length === 1, 60);
  engine.write(started("admin-web"));
  await until("both", () => times(reloader.log(), "Restarted") === 2, 60);
  assert.equal(engine.overlap(), 1);
});

test("reloader without an engine any more exits with 1 after RELOADER_GIVE_UP seconds", async (t) => {
  const engine = await startEngine(t);
  const reloader = await startWatching(t, engine, { RELOADER_GIVE_UP: "1" });
  await engine.stop();
  assert.equal(await reloader.ended, 1);
  assert.match(reloader.log(), /^Cannot run reloader: no engine for 1 s$/m);
});

test("reloader gives up an engine that answers pings but refuses its events", async (t) => {
  const answer = (_: string, path: string) =>
    path.startsWith("/events") ? { status: 500, body: "sick" } : undefined;
  const engine = await startEngine(t, { answer });
  const reloader = startReloader(t, engine.host, { RELOADER_GIVE_UP: "1" });
  assert.equal(await reloader.ended, 1);
  assert.match(reloader.log(), /warn Cannot follow the engine: the engine replied 500: sick; next try/);
});

const busy: [why: string, path: string][] = [
  ["connects", "/_ping"],
  ["opens the stream", "/events"],
  ["inspects", "/containers"],
];

for (const [why, path] of busy) {
  test(`reloader ends with 0 on SIGTERM while it ${why}`, async (t) => {
    const engine = await startEngine(t, {
      answer: (_, asked) => (asked.startsWith(path) ? { delay: 600_000 } : undefined),
    });
    const reloader = startReloader(t, engine.host, { RELOADER_CATCH_UP: "1" });
    await until("the request", () => engine.requests.some((line) => line.includes(path)), 60);
    assert.equal(await reloader.stop(), 0);
    assert.match(reloader.log(), /info Stopping on SIGTERM$/m);
  });
}

test("reloader ends with 0 on SIGTERM while it waits for a front end's health", async (t) => {
  const starting = { StartedAt: "2024-01-01T00:00:00Z", Health: { Status: "starting" } };
  const engine = await startEngine(t, { states: { "admin-web": starting } });
  const reloader = await startWatching(t, engine, { RELOADER_WAIT_HEALTHY: "1" });
  engine.write(started("admin-web") + started("shop-web"));
  await until("a look", () => engine.requests.some((line) => line.endsWith("admin-web/json")), 60);
  assert.equal(await reloader.stop(), 0);
  assert.deepEqual(engine.actions(), []);
  assert.match(reloader.log(), /info Stopping on SIGTERM; not made: 1$/m);
});
