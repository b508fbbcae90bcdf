import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type TestContext, test } from "node:test";
import { inMemory, openDatabase } from "../../src/queue/database.ts";
import { folder } from "../support/folder.ts";

const day = 24 * 60 * 60 * 1000;

function open(t: TestContext, file = inMemory) {
  const database = openDatabase(file);
  t.after(() => database.close());
  return database;
}

const arrivals = (...ids: number[]) => ids.map((id) => ({ id, payload: `{"n":${id}}` }));

test("next gives the first in order of arrival, with its payload as it came", (t) => {
  const database = open(t);
  assert.equal(database.next(0), null);
  database.add(arrivals(2, 1, 3), 0);
  assert.deepEqual({ ...database.next(0) }, { id: 1, payload: '{"n":1}', attempts: 0 });
});

test("next leaves out those that are excepted", (t) => {
  const database = open(t);
  database.add(arrivals(1, 2, 3), 0);
  assert.equal(database.next(0, [1, 3])?.id, 2);
  assert.equal(database.next(0, [1, 2, 3]), null);
});

test("a payload keeps every character, NUL too", (t) => {
  const database = open(t);
  const payload = '{"a":"部署 🚀 \\u0000 \u2028"}';
  database.add([{ id: 1, payload }], 0);
  assert.equal(database.next(0)?.payload, payload);
});

test("add takes all or none", (t) => {
  const database = open(t);
  database.add(arrivals(2), 0);
  assert.throws(() => database.add(arrivals(1, 2), 0), { errstr: "constraint failed" });
  assert.deepEqual(
    database.pending().map(({ id }) => id),
    [2],
  );
});

test("a failed run that is to be tried again lets the later ones pass until it is due", (t) => {
  const database = open(t);
  database.add(arrivals(1, 2), 0);
  database.end(1, { state: "waiting", error: "exit 1", output: "", due: 500 }, 100);
  assert.deepEqual([database.next(499)?.id, database.next(500)?.id], [2, 1]);
  assert.equal(database.next(500)?.attempts, 1);
  database.end(2, { state: "delivered" }, 100);
  assert.equal(database.nextDue(), 500);
});

test("a delivered one is in the record and not pending any more", (t) => {
  const database = open(t);
  database.add(arrivals(1), 0);
  database.end(1, { state: "delivered" }, 0);
  assert.deepEqual([database.next(0), database.nextDue(), database.lastId()], [null, null, 1]);
  assert.deepEqual({ ...database.counts() }, { pending: 0, failed: 0 });
});

test("a failed one stays in the record with its error, output and attempts", (t) => {
  const file = join(folder(t), "queue.db");
  const database = openDatabase(file);
  database.add(arrivals(1), 1_000);
  database.end(1, { state: "waiting", error: "exit 2", output: "", due: 0 }, Date.now());
  database.end(1, { state: "failed", error: "exit 1", output: "no\n" }, Date.now());
  database.close();
  const reader = new DatabaseSync(file, { readOnly: true });
  t.after(() => reader.close());
  const row = reader
    .prepare("select id, state, received, attempts, error, output, payload from finished")
    .get();
  assert.deepEqual(
    { ...row },
    {
      id: 1,
      state: "failed",
      received: 1_000,
      attempts: 2,
      error: "exit 1",
      output: "no\n",
      payload: '{"n":1}',
    },
  );
});

test("retryFailed makes failed ones pending again from their first attempt, the oldest first", (t) => {
  const database = open(t);
  database.add(arrivals(1, 2, 3, 4), 0);
  database.end(1, { state: "delivered" }, Date.now());
  for (const id of [3, 2, 4]) database.end(id, { state: "failed", error: "exit 1", output: "" }, Date.now());
  assert.equal(database.retryFailed(2), 2);
  assert.deepEqual(
    database.pending().map(({ id }) => id),
    [2, 3],
  );
  assert.deepEqual({ ...database.counts() }, { pending: 2, failed: 1 });
  assert.equal(database.next(0)?.attempts, 0);
  database.end(2, { state: "failed", error: "exit 1", output: "" }, Date.now());
  assert.equal(database.retryFailed(10), 2);
});

test("finished ones are kept for 30 days", (t) => {
  const database = open(t);
  const now = Date.now();
  database.add(arrivals(1, 2, 3), now);
  database.end(1, { state: "failed", error: "exit 1", output: "" }, now);
  database.end(2, { state: "delivered" }, now + 30 * day);
  assert.equal(database.counts().failed, 1);
  database.end(3, { state: "delivered" }, now + 30 * day + 1);
  assert.equal(database.counts().failed, 0);
});

/** Fills a new file: 10,010 failed ones, the first of them too old, and one that is pending. */
function filled(t: TestContext): string {
  const file = join(folder(t), "queue.db");
  openDatabase(file).close();
  const writer = new DatabaseSync(file);
  writer.exec(`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 10010)
    insert into finished select i, 'failed', 0, ${Date.now()} - iif(i = 1, 31 * ${day}, 20000 - i), 1, '', '', '{}' from n;
    insert into pending (id, received, payload) values (20000, 0, '{}');`);
  writer.close();
  return file;
}

test("what is too old or too much is dropped when a file is opened; pending ones never are", (t) => {
  const database = open(t, filled(t));
  assert.deepEqual({ ...database.counts() }, { pending: 1, failed: 10_000 });
  assert.equal(database.lastId(), 20_000);
});

test("at most 10,000 finished ones are kept: the oldest goes for a new one", (t) => {
  const database = open(t, filled(t));
  database.end(20_000, { state: "failed", error: "exit 1", output: "" }, Date.now());
  assert.deepEqual({ ...database.counts() }, { pending: 0, failed: 10_000 });
  database.retryFailed(1);
  assert.equal(database.next(Date.now())?.id, 12, "11 was the oldest");
});

test("a file that is open already is refused", (t) => {
  const file = join(folder(t), "queue.db");
  open(t, file);
  assert.throws(() => openDatabase(file), { errcode: 5 });
});

test("what was added is there when the file is opened again", (t) => {
  const file = join(folder(t), "queue.db");
  const database = openDatabase(file);
  database.add(arrivals(1, 2), 0);
  database.close();
  assert.deepEqual({ ...open(t, file).next(0) }, { id: 1, payload: '{"n":1}', attempts: 0 });
});
