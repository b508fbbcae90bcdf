import assert from "node:assert/strict";
import { test } from "node:test";
import { newestMissed } from "../../src/reload/missed.ts";

const web = (startedAt: bigint, isRunning = true) => ({ startedAt, isRunning });
const at = (name: string, startedAt: bigint, isRunning = true) => ({ name, startedAt, isRunning });

const rows: [
  why: string,
  webServer: ReturnType<typeof web>,
  watched: ReturnType<typeof at>[],
  handled: bigint,
  expected: string | null,
][] = [
  ["nothing is watched", web(5n), [], 0n, null],
  ["one is newer", web(5n), [at("a", 6n)], 0n, "a"],
  ["one is newer by a nanosecond beyond 2^53", web(2n ** 60n), [at("a", 2n ** 60n + 1n)], 0n, "a"],
  ["one is as new", web(5n), [at("a", 5n)], 0n, null],
  ["one is older", web(5n), [at("a", 4n)], 0n, null],
  ["the last is the newest", web(5n), [at("a", 4n), at("b", 6n), at("c", 7n)], 0n, "c"],
  ["the first is the newest", web(5n), [at("c", 7n), at("b", 6n), at("a", 4n)], 0n, "c"],
  ["the newest does not run", web(5n), [at("c", 7n, false), at("b", 6n), at("a", 4n)], 0n, "b"],
  ["none runs", web(5n), [at("c", 7n, false)], 0n, null],
  ["the web server does not run", web(5n, false), [at("a", 6n)], 0n, null],
  ["the web server was never started", web(-62_135_596_800_000_000_000n), [at("a", 6n)], 0n, "a"],
  ["a reload has followed", web(5n), [at("a", 6n)], 7n, null],
  ["a reload has followed that very start", web(5n), [at("a", 6n)], 6n, null],
  ["a reload has followed an earlier start", web(5n), [at("a", 6n)], 5n, "a"],
];

for (const [why, webServer, watched, handled, expected] of rows) {
  test(`newestMissed is ${expected} when ${why}`, () => {
    assert.equal(newestMissed(webServer, watched, handled)?.name ?? null, expected);
  });
}
