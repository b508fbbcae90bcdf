import assert from "node:assert/strict";
import { test } from "node:test";
import { startPeer } from "../support/peer.ts";
import { reloadsAt, reloadsOf, startOf, stateOf } from "../support/reloads.ts";
import { until } from "../support/until.ts";

const health = (Status: string) => stateOf(1, { Health: { Status } });

const answers: [what: string, signal: string, said: string, done: string][] = [
  ["restart", "", "Cannot restart nginx: no answer within 40 s", "Restarted nginx in"],
  ["signal", "HUP", "Cannot send SIGHUP to nginx: no answer within 30 s", "Sent SIGHUP to nginx in"],
];

for (const [what, signal, said, done] of answers) {
  test(`a ${what} that the engine never answers is logged with the reason, and the next is made`, async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const peer = await startPeer(t, [{ fault: "stall" }, { status: 204 }]);
    const reloads = reloadsOf(`tcp://127.0.0.1:${peer.port}`, { signal });
    reloads.follow([startOf("admin-web")]);
    reloads.follow([startOf("shop-web")]);
    await until("the first", () => peer.requests.length === 1, 60);
    assert.equal(reloads.waiting(), 1);
    t.mock.timers.tick(40_000);
    await until("the second", () => reloads.lines().length === 2, 60);
    assert.deepEqual(reloads.lines(), [`error ${said}`, `info ${done} 0.0 s: shop-web started`]);
    assert.equal(peer.requests.length, 2);
  });
}

test("a signal that the engine refuses is logged with its words", async (t) => {
  const words = "container nginx is not running";
  const refused = { status: 409, body: { message: words } };
  const answer = (method: string) => (method === "POST" ? refused : undefined);
  const { reloads } = await reloadsAt(t, { answer }, { signal: "HUP" });
  reloads.follow([startOf("admin-web")]);
  await until("the refusal", () => reloads.lines()[0], 60);
  assert.deepEqual(reloads.lines(), [`error Cannot send SIGHUP to nginx: the engine replied 409: ${words}`]);
});

const ready: [why: string, states: Record<string, object>][] = [
  ["is healthy", { "admin-web": health("healthy") }],
  ["has no health check", { "admin-web": stateOf(1) }],
  ["has a health check that is switched off", { "admin-web": health("none") }],
  ["has no health check with Podman", { "admin-web": stateOf(1, { Healthcheck: { Status: "" } }) }],
  ["does not run", { "admin-web": { ...health("starting"), Running: false } }],
  ["is gone", {}],
];

for (const [why, states] of ready) {
  test(`a front end that ${why} is not waited for`, async (t) => {
    const { engine, reloads } = await reloadsAt(t, { states }, { healthy: 3_600_000 });
    reloads.follow([startOf("admin-web")]);
    await until("the restart", () => reloads.lines().length === 1, 60);
    assert.equal(engine.requests.filter((line) => line.endsWith("/json")).length, 1);
    assert.match(reloads.lines()[0] ?? "", /^info Restarted/);
  });
}

for (const word of ["starting", "unhealthy"]) {
  for (const key of ["Health", "Healthcheck"]) {
    test(`a front end whose ${key} is ${word} is waited for, not longer than the limit`, async (t) => {
      const states = { "admin-web": stateOf(1, { [key]: { Status: word } }) };
      const { engine, reloads } = await reloadsAt(t, { states }, { healthy: 600 });
      const begin = performance.now();
      reloads.follow([startOf("admin-web")]);
      await until("the restart", () => reloads.lines().length === 2, 60);
      assert.ok(performance.now() - begin >= 600);
      assert.deepEqual(reloads.lines(), [
        `warn admin-web is ${word} after 0.0 s`,
        "info Restarted nginx in 0.0 s: admin-web started",
      ]);
      const looks = engine.requests.filter((line) => line.endsWith("/json")).length;
      assert.ok(looks <= 3, `${looks} looks`);
    });
  }
}

const turns: [why: string, then: (states: Record<string, object>) => void][] = [
  ["vanishes", (states) => delete states["admin-web"]],
  ["stops", (states) => Object.assign(states, { "admin-web": stateOf(1, { Running: false }) })],
  ["becomes healthy", (states) => Object.assign(states, { "admin-web": health("healthy") })],
];

for (const [why, then] of turns) {
  test(`a front end that ${why} while it is waited for is waited for no longer`, async (t) => {
    const states = { "admin-web": health("starting") };
    const { engine, reloads } = await reloadsAt(t, { states }, { healthy: 3_600_000 });
    reloads.follow([startOf("admin-web")]);
    await until("two looks", () => engine.requests.length === 2, 60);
    assert.deepEqual(reloads.lines(), []);
    then(engine.states);
    await until("the restart", () => reloads.lines().length === 1, 60);
    assert.match(reloads.lines()[0] ?? "", /^info Restarted nginx in .*: admin-web started$/);
  });
}

test("several front ends that do not become healthy are waited for together, each named once", async (t) => {
  const states = { "admin-web": health("unhealthy"), "shop-web": health("starting") };
  const { engine, reloads } = await reloadsAt(t, { states }, { healthy: 600 });
  const names = ["admin-web", "shop-web", "admin-web", "admin-web", "shop-web"];
  reloads.follow(names.map((name) => startOf(name)));
  await until("the restart", () => reloads.lines().some((line) => line.startsWith("info")), 60);
  assert.deepEqual(reloads.lines(), [
    "warn admin-web is unhealthy after 0.0 s",
    "warn shop-web is starting after 0.0 s",
    "info Restarted nginx in 0.0 s: admin-web, shop-web started",
  ]);
  // The first one has taken all the time that there is.
  assert.equal(engine.requests.filter((line) => line.endsWith("shop-web/json")).length, 1);
});
