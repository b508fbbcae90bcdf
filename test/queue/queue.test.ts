import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openMemory } from "../../src/queue/memory.ts";
import { openStore } from "../../src/queue/open.ts";
import { queueOn } from "../../src/queue/queue.ts";
import { folder } from "../support/folder.ts";

const failed = { state: "failed", error: "exit 1", output: "" } as const;

function newQueue(t: TestContext, limit?: number, bytes = 1024 * 1024) {
  const queue = queueOn(openMemory(bytes), limit);
  t.after(() => queue.close());
  return queue;
}

test("a queue gives what it was given, in order of arrival", (t) => {
  const queue = newQueue(t);
  assert.deepEqual(queue.add(["a", "b"]), [1, 2]);
  assert.deepEqual(queue.add(["c"]), [3]);
  for (const payload of ["a", "b", "c"]) {
    const taken = queue.take();
    assert.equal(taken?.payload, payload);
    queue.end(taken, { state: "delivered" });
  }
  assert.equal(queue.take(), null);
});

test("a queue counts what waits, runs and failed", (t) => {
  const queue = newQueue(t);
  queue.add(["a", "b", "c"]);
  const first = queue.take();
  assert.ok(first);
  assert.deepEqual(queue.content(), { waiting: 2, running: 1, failed: 0 });
  queue.end(first, { state: "waiting", error: "exit 1", output: "", due: 0 });
  assert.deepEqual(queue.content(), { waiting: 3, running: 0, failed: 0 });
  const again = queue.take();
  assert.ok(again);
  queue.end(again, failed);
  assert.deepEqual(queue.content(), { waiting: 2, running: 0, failed: 1 });
  const second = queue.take();
  assert.ok(second);
  queue.end(second, { state: "delivered" });
  assert.deepEqual(queue.content(), { waiting: 1, running: 0, failed: 1 });
});

test("a queue takes as many as may wait, and has room again when one is taken", (t) => {
  const queue = newQueue(t, 3);
  assert.deepEqual(queue.add(["a", "b"]), [1, 2]);
  assert.deepEqual(queue.add(["c", "d", "e"]), [3, null, null]);
  assert.deepEqual(queue.add(["f"]), [null]);
  queue.take();
  assert.notEqual(queue.add(["g"])[0], null);
  assert.deepEqual(queue.add(["h"]), [null]);
});

test("a queue takes none while more wait than may, which happens when a run is to be repeated", (t) => {
  const queue = newQueue(t, 2);
  queue.add(["a", "b"]);
  const taken = queue.take() ?? assert.fail();
  queue.add(["c"]);
  queue.end(taken, { state: "waiting", error: "exit 1", output: "", due: 0 });
  assert.equal(queue.content().waiting, 3);
  assert.deepEqual(queue.add(["d", "e"]), [null, null]);
});

test("a queue whose memory is full has no room", (t) => {
  const queue = newQueue(t, 10_000, 256 * 1024);
  const payload = "x".repeat(100 * 1024);
  const ids = Array.from({ length: 5 }, () => queue.add([payload])[0]);
  assert.equal(ids[0], 1);
  assert.equal(ids.at(-1), null);
  assert.equal(queue.content().waiting, ids.filter((id) => id !== null).length);
});

test("retryFailed hands back as many as there is room for", (t) => {
  const queue = newQueue(t, 3);
  queue.add(["a", "b", "c"]);
  for (let i = 0; i < 3; i++) queue.end(queue.take() ?? assert.fail(), failed);
  queue.add(["d"]);
  assert.equal(queue.retryFailed(), 2);
  assert.deepEqual(queue.content(), { waiting: 3, running: 0, failed: 1 });
  assert.equal(queue.take()?.payload, "a");
});

test("a queue that is opened again goes on with what was pending, and with new ids", (t) => {
  const path = folder(t);
  const before = queueOn(openStore(path, () => {}));
  before.add(["a", "b", "c"]);
  before.end(before.take() ?? assert.fail(), { state: "delivered" });
  before.take(); // running when the process ends
  before.close();

  const queue = queueOn(openStore(path, () => {}));
  t.after(() => queue.close());
  assert.deepEqual(queue.content(), { waiting: 2, running: 0, failed: 0 });
  assert.deepEqual(queue.add(["d"]), [4]);
  assert.equal(queue.take()?.payload, "b");
});
