import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Debounce, gather } from "../../src/reload/gather.ts";
import { until } from "../support/until.ts";

/** What was handed on, and when; a timer may be early by a millisecond of rounding. */
function gathered(debounce: Debounce) {
  const wholes: { items: number[]; at: number }[] = [];
  const push = gather<number>(debounce, (items) => wholes.push({ items, at: performance.now() + 1 }));
  return { wholes, push };
}

const hour = 3_600_000;

function stream(t: TestContext, push: (item: number) => void): number[] {
  const pushed: number[] = [];
  const timer = setInterval(() => {
    pushed.push(performance.now());
    push(pushed.length);
  }, 10);
  t.after(() => clearInterval(timer));
  return pushed;
}

test("gather hands on a steady stream max after the first, and begins anew with the next", async (t) => {
  const { wholes, push } = gathered({ min: hour, max: 200 });
  const pushed = stream(t, push);
  await until("two pieces", () => wholes.length >= 2, 60);
  const [first, second] = wholes;
  assert.equal(first?.items[0], 1);
  assert.ok((first?.at ?? 0) - (pushed[0] ?? 0) >= 200);
  const next = second?.items[0] ?? 0;
  assert.equal(next, (first?.items.at(-1) ?? 0) + 1);
  assert.ok((second?.at ?? 0) - (pushed[next - 1] ?? 0) >= 200);
});

test("gather waits min after the last, however often that was put off", async () => {
  const { wholes, push } = gathered({ min: 300, max: hour });
  const pushed: number[] = [];
  for (const item of [0, 1, 2, 3]) {
    pushed.push(performance.now());
    push(item);
    await sleep(150);
  }
  await until("a piece with the last", () => wholes.at(-1)?.items.includes(3), 60);
  // One piece, but on a machine that slept for longer than min in between.
  for (const { items, at } of wholes) assert.ok(at - (pushed[items.at(-1) ?? 0] ?? 0) >= 300);
});

test("gather hands on what came at once in one piece, in order, and not again", async () => {
  const { wholes, push } = gathered({ min: 0, max: 0 });
  for (const item of [3, 1, 2]) push(item);
  await until("the piece", () => wholes.length === 1, 60);
  push(4);
  await until("the next", () => wholes.length === 2, 60);
  assert.deepEqual(
    wholes.map(({ items }) => items),
    [[3, 1, 2], [4]],
  );
});
