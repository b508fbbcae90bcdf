import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startEngine } from "../support/engine.ts";
import { folder } from "../support/folder.ts";
import { followed } from "../support/follow.ts";
import { until } from "../support/until.ts";

const pauses = (troubles: string[]) => troubles.map((text) => /next try in (.*)$/.exec(text)?.[1]);

test("follow pauses longer before each try, by chance", async (t) => {
  const chances = [1, 0.5, 0];
  t.mock.method(Math, "random", () => chances.shift() ?? 0);
  const { seen } = followed(t, `unix://${join(folder(t), "none.sock")}`);
  await until("three tries", () => seen.troubles.length === 3, 60);
  assert.deepEqual(pauses(seen.troubles), ["1.0 s", "1.3 s", "0.5 s"]);
  assert.match(seen.troubles[0] ?? "", /^Cannot follow the engine: connect ENOENT /);
});

const streams: [why: string, settled: number, second: string][] = [
  ["begins with the shortest again after a stream that settled", 1, "1.0 s"],
  ["goes on with longer ones after a stream that broke soon", 3_600_000, "2.0 s"],
];

for (const [why, settled, second] of streams) {
  test(`follow ${why}`, async (t) => {
    t.mock.method(Math, "random", () => 1);
    const engine = await startEngine(t);
    const { seen } = followed(t, engine.host, { rhythm: { giveUp: 0, silence: 1_000, settled } });
    for (const times of [1, 2]) {
      await until("the opening", () => seen.opened === times && engine.streams() === 1, 60);
      await sleep(5);
      engine.endStreams();
      await until("the pause", () => seen.troubles.length === times, 60);
    }
    assert.deepEqual(pauses(seen.troubles), ["1.0 s", second]);
    assert.equal(seen.again, 1);
  });
}

test("follow begins with the shortest pause again, not with the first opening", async (t) => {
  t.mock.method(Math, "random", () => 1);
  const engine = await startEngine(t);
  const rhythm = { giveUp: 0, silence: 1_000, settled: 1 };
  const { seen } = followed(t, engine.host, { rhythm });
  await until("the opening", () => seen.opened === 1 && engine.streams() === 1, 60);
  await engine.stop();
  await until("two more pauses", () => seen.troubles.length === 2, 60);
  const again = await startEngine(t, { socket: engine.socket });
  await until("the reconnect", () => seen.opened === 2 && again.streams() === 1, 60);
  assert.deepEqual([pauses(seen.troubles), seen.again], [["1.0 s", "2.0 s"], 1]);
});

test("follow gives up after the time without an engine, not after the time with one", async (t) => {
  const engine = await startEngine(t);
  const rhythm = { giveUp: 300, silence: 1_000, settled: 30_000 };
  const { seen, ended } = followed(t, engine.host, { rhythm });
  await until("the opening", () => seen.opened === 1 && engine.streams() === 1, 60);
  await sleep(400);
  engine.endStreams();
  await until("the reconnect", () => seen.opened === 2, 60);
  // It waits no longer than is left.
  assert.match(seen.troubles[0] ?? "", /next try in 0\.[0-3] s$/);
  const begin = performance.now();
  await engine.stop();
  await ended;
  assert.ok(performance.now() - begin >= 299);
});

test("follow with 0 never gives up", async (t) => {
  t.mock.method(Math, "random", () => 0);
  const { seen } = followed(t, `unix://${join(folder(t), "none.sock")}`);
  await until("three tries", () => seen.troubles.length === 3, 60);
});

test("follow ends at once when it is stopped during a pause, and tries no more", async (t) => {
  t.mock.method(Math, "random", () => 1_000_000); // a pause of days
  const engine = await startEngine(t, { answer: () => ({ status: 500 }) });
  const { seen, stop, ended } = followed(t, engine.host);
  await until("the pause", () => seen.troubles.length === 1, 60);
  stop();
  await ended;
  assert.deepEqual([seen.troubles.length, engine.requests], [1, ["GET /_ping"]]);
});

test("follow that is stopped while it connects leaves nothing open, and says nothing more", async (t) => {
  const engine = await startEngine(t, {
    answer: (_, path) => (path === "/_ping" ? { delay: 300 } : undefined),
  });
  const { seen, stop, ended } = followed(t, engine.host);
  await until("the ping", () => engine.requests.length === 1, 60);
  stop();
  await ended;
  await until("nothing is open", () => engine.streams() === 0, 60);
  assert.deepEqual(seen.troubles, []);
});
