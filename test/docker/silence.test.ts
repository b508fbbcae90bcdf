import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startEngine } from "../support/engine.ts";
import { followed } from "../support/follow.ts";
import { until } from "../support/until.ts";

test("follow pings an engine that says nothing, and stays while it answers", async (t) => {
  const engine = await startEngine(t);
  const { seen, stop, ended } = followed(t, engine.host);
  await until("five pings", () => engine.requests.filter((line) => line === "GET /_ping").length > 5, 60);
  assert.deepEqual([seen.opened, seen.troubles], [1, []]);
  stop();
  await ended;
});

test("follow leaves a silent engine that misses two pings, and reconnects when it answers again", async (t) => {
  let isDeaf = false;
  const answer = (_: string, path: string) => (isDeaf && path === "/_ping" ? { status: 500 } : undefined);
  const engine = await startEngine(t, { answer });
  const { seen } = followed(t, engine.host);
  await until("the opening", () => seen.opened === 1, 60);
  isDeaf = true;
  await until("the trouble", () => seen.troubles[0], 60);
  assert.match(
    seen.troubles[0] ?? "",
    /^Cannot follow the engine: it is silent and answers no ping; next try/,
  );
  isDeaf = false;
  await until("the reconnect", () => seen.opened === 2, 60);
});

test("follow takes one missed ping for chance", async (t) => {
  let pings = 0;
  const answer = (_: string, path: string) =>
    path === "/_ping" && ++pings % 2 === 0 ? { status: 500 } : undefined;
  const engine = await startEngine(t, { answer });
  const { seen } = followed(t, engine.host);
  await until("many pings", () => pings > 9, 60);
  assert.deepEqual([seen.opened, seen.troubles], [1, []]);
});

test("follow leaves an engine after the second missed ping", async (t) => {
  let pings = 0;
  const answer = (_: string, path: string) =>
    path === "/_ping" && ++pings > 1 ? { status: 500 } : undefined;
  const engine = await startEngine(t, { answer });
  const missed: number[] = [];
  followed(t, engine.host, { trouble: () => missed.push(pings - 1) });
  await until("the trouble", () => missed.length > 0, 60);
  assert.equal(missed[0], 2);
});

test("follow that has ended, or has another stream, listens no more to the old one", async (t) => {
  const engine = await startEngine(t);
  const { seen, stop, ended, signal } = followed(t, engine.host);
  for (const times of [1, 2]) {
    await until("the opening", () => seen.opened === times && engine.streams() === 1, 60);
    if (times === 1) engine.endStreams();
  }
  assert.equal(getEventListeners(signal, "abort").length, 1);
  stop();
  await ended;
  await until(
    "no more pings",
    async () => {
      const before = engine.requests.length;
      await sleep(300);
      return engine.requests.length === before;
    },
    30,
  );
});

test("follow that is stopped as the stream opens pings no more", async (t) => {
  const engine = await startEngine(t);
  const { stop, ended } = followed(t, engine.host, { opened: () => stop() });
  await ended;
  await sleep(300);
  assert.equal(engine.requests.filter((line) => line === "GET /_ping").length, 1);
});

test("follow stays with an engine that answers no ping but sends something", async (t) => {
  let pings = 0;
  const engine = await startEngine(t, {
    answer: (_, path) => {
      if (path !== "/_ping" || ++pings === 1) return undefined;
      engine.write("\n");
      return { status: 500 };
    },
  });
  const rhythm = { giveUp: 0, silence: 100, settled: 30_000 };
  const { seen } = followed(t, engine.host, { rhythm });
  await until("many pings", () => pings > 5, 60);
  assert.deepEqual([seen.opened, seen.troubles], [1, []]);
});

test("follow pings only after a silence", async (t) => {
  const engine = await startEngine(t);
  const silence = 800;
  const { seen } = followed(t, engine.host, { rhythm: { giveUp: 0, silence, settled: 30_000 } });
  await until("the opening", () => seen.opened === 1 && engine.streams() === 1, 60);
  let longest = 0;
  for (let begin = performance.now(), now = begin; now - begin < 2 * silence; ) {
    engine.write("\n");
    await sleep(10);
    const before = now;
    now = performance.now();
    longest = Math.max(longest, now - before);
  }
  // A machine that slept in between was silent itself.
  if (longest < silence / 2) assert.equal(engine.requests.filter((line) => line === "GET /_ping").length, 1);
});
