import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { readAddress } from "../../src/docker/address.ts";
import { newEngine } from "../../src/docker/engine.ts";
import { type Following, follow } from "../../src/docker/follow.ts";
import { type ScriptedEngine, startEngine } from "../support/engine.ts";
import { until } from "../support/until.ts";

function followed(t: TestContext, engine: ScriptedEngine, changes: Partial<Following> = {}) {
  const stop = new AbortController();
  const seen = { troubles: [] as string[], opened: 0 };
  const rhythm = { giveUp: 0, silence: 30, settled: 30_000 };
  const ended = follow(newEngine({ address: readAddress(engine.host, false) }), {
    ...{ containers: ["a"], last: () => null, line: () => {}, rhythm, stop: stop.signal },
    opened: () => void seen.opened++,
    trouble: (text) => void seen.troubles.push(text),
    ...changes,
  });
  t.after(() => stop.abort());
  return { ...{ seen, ended }, stop: () => stop.abort() };
}

test("follow pings an engine that says nothing, and stays while it answers", async (t) => {
  const engine = await startEngine(t);
  const { seen, stop, ended } = followed(t, engine);
  await until("five pings", () => engine.requests.filter((line) => line === "GET /_ping").length > 5, 60);
  assert.deepEqual([seen.opened, seen.troubles], [1, []]);
  stop();
  await ended;
});

test("follow leaves a silent engine that misses two pings, and reconnects when it answers again", async (t) => {
  let isDeaf = false;
  const answer = (_: string, path: string) => (isDeaf && path === "/_ping" ? { status: 500 } : undefined);
  const engine = await startEngine(t, { answer });
  const { seen } = followed(t, engine);
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

test("follow without any event asks from the end of the first opening's second", async (t) => {
  const engine = await startEngine(t);
  const { seen } = followed(t, engine);
  await until("the opening", () => engine.streams() === 1, 60);
  engine.endStreams();
  await until("the reconnect", () => seen.opened === 2, 60);
  const [first = "", second = ""] = engine.requests.filter((line) => line.includes("/events"));
  assert.doesNotMatch(first, /since/);
  assert.match(second, /&since=\d{10}\.000000000$/);
});

test("follow resolves at once when it is stopped, and when it has given up", async (t) => {
  const engine = await startEngine(t);
  const first = followed(t, engine);
  await until("the opening", () => first.seen.opened === 1, 60);
  first.stop();
  await first.ended;
  await until("the stream is closed", () => engine.streams() === 0, 60);
  await engine.stop();
  const rhythm = { giveUp: 50, silence: 30, settled: 30_000 };
  await followed(t, engine, { rhythm }).ended;
});
