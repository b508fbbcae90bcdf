import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { openMemory } from "../../src/queue/memory.ts";

const kilobyte = "x".repeat(1024);

function fill(t: TestContext, bytes: number) {
  const memory = openMemory(bytes);
  t.after(() => memory.close());
  let id = 0;
  const add = (payload = kilobyte) => memory.add([{ id: ++id, payload }], 0);
  const addAll = () => {
    for (;;) {
      try {
        add();
      } catch {
        return id - 1;
      }
    }
  };
  return { memory, add, addAll };
}

test("a memory takes about its bytes, then adding throws and changes nothing", (t) => {
  const { memory, add, addAll } = fill(t, 1024 * 1024);
  const taken = addAll();
  assert.ok(taken > 600 && taken < 1024, `${taken} payloads of 1 KiB in 1 MiB`);
  assert.throws(() => add(), /full/);
  assert.equal(memory.counts().pending, taken);
});

test("a memory has room again when one is delivered", (t) => {
  const { memory, add, addAll } = fill(t, 1024 * 1024);
  addAll();
  for (let id = 1; id <= 10; id++) memory.end(id, { state: "delivered" }, Date.now());
  add();
  assert.equal(memory.next(0)?.id, 11);
});

test("a memory does not hold on to what is delivered", (t) => {
  const { memory, addAll } = fill(t, 1024 * 1024);
  const taken = addAll();
  for (let id = 1; id <= taken; id++) memory.end(id, { state: "delivered" }, Date.now());
  assert.ok(memory.bytes() < 200_000, `${memory.bytes()} bytes`);
});

test("a memory keeps failed ones until their room is needed", (t) => {
  const { memory, addAll } = fill(t, 1024 * 1024);
  const taken = addAll();
  const failed = { state: "failed", error: "exit 1", output: "" } as const;
  for (let id = 1; id <= 10; id++) memory.end(id, failed, Date.now());
  assert.deepEqual({ ...memory.counts() }, { pending: taken - 10, failed: 10 });
  addAll();
  assert.equal(memory.counts().failed, 0);
});

test("a memory that is full still writes down what became of a run", (t) => {
  const { memory, addAll } = fill(t, 1024 * 1024);
  const taken = addAll();
  memory.end(1, { state: "failed", error: "exit 1", output: kilobyte.repeat(128) }, Date.now());
  assert.deepEqual({ ...memory.counts() }, { pending: taken - 1, failed: 1 });
});

test("a memory says how many are lost with it: those that were not delivered", () => {
  const memory = openMemory(1024 * 1024);
  memory.add(
    [1, 2, 3].map((id) => ({ id, payload: "{}" })),
    0,
  );
  memory.end(1, { state: "delivered" }, Date.now());
  memory.end(2, { state: "failed", error: "exit 1", output: "" }, Date.now());
  assert.equal(memory.isDurable(), false);
  assert.deepEqual(memory.close(), { kept: 0, lost: 2 });
});
