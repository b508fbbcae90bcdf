import assert from "node:assert/strict";
import { test } from "node:test";
import { together } from "../../src/queue/together.ts";

test("together settles at once what was given at once, in order", async () => {
  const batches: number[][] = [];
  const double = together((items: number[]) => {
    batches.push(items);
    return items.map((item) => 2 * item);
  });
  assert.deepEqual(await Promise.all([double(1), double(2), double(3)]), [2, 4, 6]);
  assert.equal(await double(4), 8);
  assert.deepEqual(batches, [[1, 2, 3], [4]]);
});

test("together waits while every turn of the event loop brings more, but not for long", async () => {
  const batches: number[][] = [];
  const take = together((items: number[]) => {
    batches.push(items);
    return items;
  });
  const taken: Promise<number>[] = [];
  const end = performance.now() + 50;
  await new Promise<void>((resolve) => {
    const more = () => {
      taken.push(take(taken.length));
      if (performance.now() < end) setImmediate(more);
      else resolve();
    };
    more();
  });
  await Promise.all(taken);
  assert.ok(
    batches.some(({ length }) => length > 1),
    "several turns",
  );
  assert.ok(batches.length > 1, "several batches");
  assert.deepEqual(batches.flat(), [...taken.keys()]);
});

test("together rejects all of a batch whose settling fails, and goes on", async () => {
  let broken = true;
  const take = together((items: string[]) => {
    if (broken) throw new Error("no");
    return items;
  });
  const results = await Promise.allSettled([take("a"), take("b")]);
  assert.deepEqual(
    results.map(({ status }) => status),
    ["rejected", "rejected"],
  );
  broken = false;
  assert.equal(await take("c"), "c");
});
