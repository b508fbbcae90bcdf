import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startEngine, started } from "./support/engine.ts";
import { folder } from "./support/folder.ts";
import { startReloader, startWatching } from "./support/reloader.ts";
import { until } from "./support/until.ts";

const restart = "POST /containers/nginx/restart?t=10";
const early = { Running: true, StartedAt: "2024-11-20T10:00:00.000000001Z" };
const late = { Running: true, StartedAt: "2024-11-20T10:00:00.000000002Z" };
const sinceOf = (line: string) => /[&]since=(\S+)/.exec(line)?.[1];

for (const way of ["endStreams", "cutStreams"] as const) {
  test(`reloader reconnects after ${way}, from the last event, and drops what is repeated`, async (t) => {
    const engine = await startEngine(t);
    const reloader = await startWatching(t, engine);
    const first = started("admin-web");
    engine.write(first);
    await until("the first restart", () => reloader.log().includes("Restarted"), 60);
    engine[way]();
    await until("the reconnect", () => reloader.log().match(/Watching/g)?.length === 2, 60);
    const asked = engine.requests.filter((line) => line.includes("/events"));
    const [, nano = ""] = /"timeNano":(\d+)/.exec(first) ?? [];
    assert.equal(sinceOf(asked[1] ?? ""), `${nano.slice(0, 10)}.${nano.slice(10)}`);
    engine.write(first + started("shop-web"));
    await until("the second restart", () => reloader.log().includes("shop-web started"), 60);
    assert.deepEqual(engine.actions(), [restart, restart]);
    assert.match(reloader.log(), /warn Cannot follow the engine: .*; next try in \d\.\d s$/m);
  });
}

test("reloader waits for a socket that is missing, then catches up once with what is newer than the web server", async (t) => {
  const socket = join(folder(t), "late.sock");
  const reloader = startReloader(t, `unix://${socket}`);
  await until("a warning", () => reloader.log().includes("ENOENT"), 60);
  const engine = await startEngine(t, {
    socket,
    states: { nginx: early, "admin-web": late, "shop-web": late },
  });
  await until("the restart", () => reloader.log().includes("Restarted"), 90);
  assert.match(reloader.log(), /: (admin|shop)-web started while the engine could not be followed$/m);
  assert.deepEqual(engine.actions(), [restart]);
});

const untouched: [why: string, states: Record<string, object>][] = [
  ["nothing is newer", { nginx: late, "admin-web": early, "shop-web": early }],
  ["all started at the same time", { nginx: late, "admin-web": late, "shop-web": late }],
  ["the newer one does not run", { nginx: early, "admin-web": { ...late, Running: false } }],
  ["the web server does not run", { nginx: { ...early, Running: false }, "admin-web": late }],
  ["there is no web server", { "admin-web": late }],
];

for (const [why, states] of untouched) {
  test(`reloader restarts nothing after a reconnect when ${why}`, async (t) => {
    const engine = await startEngine(t, { states });
    const reloader = await startWatching(t, engine);
    engine.cutStreams();
    const looks = () => engine.requests.filter((line) => line.endsWith("shop-web/json")).length;
    await until("the inspection", () => looks() === 1, 60);
    // One more event: whatever the inspection led to stood before it in the row.
    engine.write(started("admin-web"));
    await until("the restart", () => reloader.log().includes("admin-web started"), 60);
    assert.deepEqual(engine.actions(), [restart]);
    assert.doesNotMatch(reloader.log(), /could not be followed/);
  });
}

test("reloader looks for missed starts at its own start only with RELOADER_CATCH_UP", async (t) => {
  const states = { nginx: early, "admin-web": late };
  const [quiet, curious] = [await startEngine(t, { states }), await startEngine(t, { states })];
  await startWatching(t, quiet);
  await startWatching(t, curious, { RELOADER_CATCH_UP: "1" });
  await until("the restart", () => curious.actions().length === 1, 60);
  await sleep(200); // both had the same time to settle
  assert.deepEqual(quiet.actions(), []);
});

test("reloader says once that inspection is forbidden, and goes on", async (t) => {
  const answer = (_: string, path: string) =>
    path.endsWith("/json") ? { status: 403, body: "Forbidden" } : undefined;
  const engine = await startEngine(t, { answer });
  const reloader = await startWatching(t, engine);
  for (const times of [2, 3]) {
    engine.cutStreams();
    await until("the reconnect", () => reloader.log().match(/Watching/g)?.length === times, 60);
    const looks = () => engine.requests.filter((line) => line.endsWith("shop-web/json")).length;
    await until("the inspection", () => looks() === times - 1, 60);
  }
  engine.write(started("admin-web"));
  await until("the restart", () => reloader.log().includes("Restarted"), 60);
  assert.equal(reloader.log().match(/Cannot inspect/g)?.length, 1);
});

test("reloader makes up for a restart in which the connection broke, where inspection is forbidden", async (t) => {
  let cuts = 1;
  const engine = await startEngine(t, {
    answer: (method, path) => {
      if (path.endsWith("/json")) return { status: 403, body: "Forbidden" };
      return method === "POST" && cuts-- > 0 ? { reset: true } : undefined;
    },
  });
  const reloader = await startWatching(t, engine);
  engine.write(started("admin-web"));
  await until("the failure", () => reloader.log().includes("Cannot restart"), 60);
  engine.cutStreams();
  await until("the restart", () => reloader.log().includes("Restarted"), 60);
  assert.deepEqual(engine.actions(), [restart, restart]);
});

test("reloader exits with 1 when there is no engine for RELOADER_GIVE_UP seconds", async (t) => {
  const reloader = startReloader(t, `unix://${folder(t)}/none.sock`, { RELOADER_GIVE_UP: "1" });
  assert.equal(await reloader.ended, 1);
  assert.match(reloader.log(), /^Cannot run reloader: no engine for 1 s$/m);
});

test("reloader that is told to never give up, or is still waiting, ends with 0 on SIGTERM", async (t) => {
  const reloader = startReloader(t, `unix://${folder(t)}/none.sock`, { RELOADER_GIVE_UP: "0" });
  await until("two tries", () => reloader.log().match(/next try/g)?.length === 2, 60);
  assert.equal(await reloader.stop(), 0);
});
