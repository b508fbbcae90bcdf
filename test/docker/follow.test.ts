import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type EngineTurn, startEngine } from "../support/engine.ts";
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

test("follow without any event asks from the end of the first opening's second", async (t) => {
  const engine = await startEngine(t);
  const { seen } = followed(t, engine.host);
  await until("the opening", () => engine.streams() === 1, 60);
  engine.endStreams();
  await until("the reconnect", () => seen.opened === 2, 60);
  const [first = "", second = ""] = engine.requests.filter((line) => line.includes("/events"));
  assert.doesNotMatch(first, /since/);
  assert.match(second, /&since=\d{10}\.000000000$/);
});

const openings: [why: string, dates: string[], since: string | undefined][] = [
  [
    "the first opening, not from a later one",
    ["Wed, 20 Nov 2024 10:53:20 GMT", "Wed, 20 Nov 2024 10:59:59 GMT"],
    "1732100001.000000000",
  ],
  ["now, where no opening had a time", ["", ""], undefined],
  ["the first opening that had a time", ["", "Wed, 20 Nov 2024 10:53:20 GMT"], "1732100001.000000000"],
];

for (const [why, dates, since] of openings) {
  test(`follow without any event asks from ${why}`, async (t) => {
    const engine = await startEngine(t, { dates });
    const { seen } = followed(t, engine.host);
    for (const times of [1, 2]) {
      await until("the opening", () => seen.opened === times && engine.streams() === 1, 60);
      engine.endStreams();
    }
    await until("the third opening", () => seen.opened === 3, 60);
    const last = engine.requests.findLast((line) => line.includes("/events"));
    assert.equal(/&since=(.*)$/.exec(last ?? "")?.[1], since);
  });
}

test("follow resolves at once when it is stopped, and when it has given up", async (t) => {
  const engine = await startEngine(t);
  const first = followed(t, engine.host);
  await until("the opening", () => first.seen.opened === 1, 60);
  first.stop();
  await first.ended;
  await until("the stream is closed", () => engine.streams() === 0, 60);
  await engine.stop();
  const rhythm = { giveUp: 50, silence: 30, settled: 30_000 };
  await followed(t, engine.host, { rhythm }).ended;
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

test("follow leaves out half a line that stood at a break", async (t) => {
  const engine = await startEngine(t);
  const { seen } = followed(t, engine.host);
  await until("the opening", () => engine.streams() === 1, 60);
  engine.write('{"a":1}\n{"b":');
  await until("the line", () => seen.lines.length === 1, 60);
  engine.endStreams();
  await until("the reconnect", () => seen.opened === 2 && engine.streams() === 1, 60);
  engine.write('2}\n{"c":3}\n');
  await until("the last line", () => seen.lines.includes('{"c":3}'), 60);
  assert.deepEqual(seen.lines, ['{"a":1}', "2}", '{"c":3}']);
});

test("follow hands over no line of what comes after it was stopped", async (t) => {
  const engine = await startEngine(t);
  const { stop, ended, seen } = followed(t, engine.host, {
    line: (text) => {
      seen.lines.push(text);
      stop();
    },
  });
  await until("the opening", () => engine.streams() === 1, 60);
  // Two chunks of HTTP in one of the connection.
  engine.write("first\n");
  engine.write("second\n");
  await ended;
  await until("the stream is closed", () => engine.streams() === 0, 60);
  assert.deepEqual(seen.lines, ["first"]);
});

const refusals: [why: string, turn: EngineTurn, said: string][] = [
  [
    "events",
    { status: 403, body: "Forbidden" },
    "the engine replied 403: Forbidden; a socket proxy may need",
  ],
  ["events by nothing", { status: 204 }, "the engine replied 204; next try"],
  ["the connection", { reset: true }, "socket hang up; next try"],
];

for (const [what, turn, said] of refusals) {
  test(`follow says why an engine refuses ${what}, and tries again`, async (t) => {
    let isRefused = false;
    const engine = await startEngine(t, {
      answer: (_, path) => {
        if (isRefused || !path.startsWith("/events")) return undefined;
        isRefused = true;
        return turn;
      },
    });
    const { seen } = followed(t, engine.host);
    await until("the opening", () => seen.opened === 1, 60);
    assert.equal(seen.troubles.length, 1);
    assert.ok(seen.troubles[0]?.startsWith(`Cannot follow the engine: ${said}`), seen.troubles[0]);
    assert.equal(seen.again, 1);
  });
}
