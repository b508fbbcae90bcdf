import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { folder } from "./support/folder.ts";
import { untilGone } from "./support/gone.ts";
import { connectRaw } from "./support/raw.ts";
import { startRelay, untilIdle } from "./support/relay.ts";
import { hangingScript, notingScript, script } from "./support/script.ts";
import { until } from "./support/until.ts";

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(`relay ends with 0 on ${signal} when nothing runs`, async (t) => {
    const relay = await startRelay(t, {});
    assert.equal(await relay.stop(signal), 0);
    assert.match(relay.log(), new RegExp(`info Stopping on ${signal}$`, "m"));
  });
}

test("relay that is stopped lets the running script end, keeps the rest and delivers it after a restart", async (t) => {
  const path = folder(t);
  const { file, noted } = notingScript(path, "sleep 1");
  const env = { NOTIFY_SCRIPT: file, NOTIFIER_STATE_DIR: join(path, "queue") };
  const before = await startRelay(t, env);
  for (const n of [1, 2, 3]) await before.notify({ n });
  await until("the first runs", async () => (await before.health()).running === 1);
  assert.equal(await before.stop(), 0);
  assert.deepEqual(noted(), ['{"n":1}']);
  assert.match(before.log(), /info Delivered #1$/m);
  assert.match(before.log(), /info Kept in the queue: 2$/m);

  const relay = await startRelay(t, env);
  await untilIdle(relay);
  assert.deepEqual(noted(), ['{"n":1}', '{"n":2}', '{"n":3}']);
});

test("relay that is stopped gives the running script 8 s, ends it and keeps its notification", async (t) => {
  const path = folder(t);
  const text = `trap '' TERM; echo $$ > ${path}/self; while [ -d ${path} ]; do sleep 0.05; done`;
  const env = { NOTIFIER_STATE_DIR: join(path, "queue") };
  const before = await startRelay(t, { ...env, NOTIFY_SCRIPT: script(path, text) });
  await before.notify('{"n":1}');
  await until("it runs", async () => (await before.health()).running === 1);
  const begin = performance.now();
  assert.equal(await before.stop(), 0);
  const taken = performance.now() - begin;
  assert.ok(taken > 7_900, `it took ${taken} ms`);
  await untilGone(join(path, "self"));
  assert.match(before.log(), /info Kept in the queue: 1$/m);

  const { file, noted } = notingScript(path);
  const relay = await startRelay(t, { ...env, NOTIFY_SCRIPT: file });
  await untilIdle(relay);
  assert.deepEqual(noted(), ['{"n":1}']);
});

test("relay that is stopped takes no new connection but answers a request in flight", async (t) => {
  const path = folder(t);
  const relay = await startRelay(t, { NOTIFY_SCRIPT: hangingScript(path) });
  await relay.notify("a");
  await until("it runs", async () => (await relay.health()).running === 1);
  const raw = await connectRaw(t, relay.port);
  raw.send("POST /notify HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nha");
  await until("the request has begun", () => relay.health());
  const stopped = relay.stop();
  await until("it stops", () => relay.log().includes("Stopping on"));
  raw.send("lf");
  assert.match(await raw.closed, /^HTTP\/1.1 200 OK\r\n/);
  await assert.rejects(relay.notify("b"));
  relay.child.kill("SIGTERM");
  await stopped;
});

test("relay ends at once on a second signal, and takes its script with it", async (t) => {
  const path = folder(t);
  const text = `echo $$ > ${path}/self; while [ -d ${path} ]; do sleep 0.05; done`;
  const relay = await startRelay(t, { NOTIFY_SCRIPT: script(path, text) });
  await relay.notify("a");
  await until("it runs", async () => (await relay.health()).running === 1);
  const begin = performance.now();
  const ended = relay.stop();
  await until("it stops", () => relay.log().includes("Stopping on"));
  relay.child.kill("SIGTERM");
  assert.equal(await ended, 143);
  assert.ok(performance.now() - begin < 7_000);
  await untilGone(join(path, "self"));
});

test("relay in memory says how many are lost when it stops", async (t) => {
  const path = folder(t);
  const { file } = notingScript(path, "sleep 1");
  // A folder in the place of the file sends the queue to memory.
  const env = { NOTIFY_SCRIPT: file, NOTIFIER_STATE_DIR: join(file, "queue") };
  const relay = await startRelay(t, env);
  for (const n of [1, 2, 3]) await relay.notify({ n });
  await until("the first runs", async () => (await relay.health()).running === 1);
  assert.equal(await relay.stop(), 0);
  assert.match(relay.log(), /error Lost, because they were in memory alone: 2$/m);
  assert.doesNotMatch(relay.log(), /Kept in the queue/);
});
