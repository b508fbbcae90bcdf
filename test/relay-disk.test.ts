import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folder } from "./support/folder.ts";
import { type Relay, startRelay, untilIdle } from "./support/relay.ts";
import { notingScript, script } from "./support/script.ts";
import { run } from "./support/spawn.ts";
import { until } from "./support/until.ts";

// What the relay bears from the disk. A limit on the size of files makes each write fail at will.

const prlimit = "/usr/bin/prlimit";
const noPrlimit = existsSync(prlimit) ? false : "prlimit is missing";
const unlimit = "ulimit -S -f unlimited"; // the script inherits the limit

function limitFiles({ child }: Relay, bytes: number | "unlimited"): void {
  execFileSync(prlimit, ["--pid", String(child.pid), `--fsize=${bytes}:unlimited`]);
}

const onFullDisk = (relay: string[]) => [prlimit, "--fsize=0:unlimited", ...relay];

/** A script that waits until the test opens the gate. */
function gated(t: TestContext) {
  const path = folder(t);
  const gate = join(path, "gate");
  const noting = notingScript(
    path,
    `${unlimit}; while [ -d ${path} ] && [ ! -e ${gate} ]; do sleep 0.02; done`,
  );
  return { path, ...noting, open: () => writeFileSync(gate, ""), close: () => rmSync(gate) };
}

test("relay goes on in memory while the disk fails, and back to disk", { skip: noPrlimit }, async (t) => {
  const { path, file, noted, open, close } = gated(t);
  const env = { NOTIFY_SCRIPT: file, NOTIFIER_STATE_DIR: join(path, "queue") };
  const relay = await startRelay(t, env);
  for (const n of [1, 2]) await relay.notify({ n });
  await until("the first runs", async () => (await relay.health()).running === 1);

  limitFiles(relay, 0);
  for (const n of [3, 4]) assert.equal((await relay.notify({ n })).status, 200);
  assert.equal((await relay.health()).durable, false);
  const errors = () => relay.log().match(/error Cannot use the queue's file: .*in memory$/gm);
  assert.equal(errors()?.length, 1);
  open();
  await untilIdle(relay);
  assert.deepEqual(noted(), ['{"n":1}', '{"n":2}', '{"n":3}', '{"n":4}']);
  close();
  for (const n of [5, 6]) await relay.notify({ n });
  await until("one runs", async () => (await relay.health()).running === 1);

  limitFiles(relay, "unlimited");
  assert.equal((await relay.notify({ n: 7 })).status, 200);
  assert.equal((await relay.health()).durable, true);
  assert.equal(relay.log().match(/info The queue's file can be used again$/gm)?.length, 1);
  await relay.stop("SIGKILL");

  open();
  const after = await startRelay(t, env);
  await untilIdle(after);
  // 5 was running when the relay was killed, so it may have come twice; the first four are done for good.
  assert.deepEqual([...new Set(noted().slice(4))].toSorted(), ['{"n":5}', '{"n":6}', '{"n":7}']);
  assert.equal(errors()?.length, 1);
});

test("relay with a full disk says what is lost when it stops", { skip: noPrlimit }, async (t) => {
  const { file, open } = gated(t);
  const relay = await startRelay(t, { NOTIFY_SCRIPT: file });
  await relay.notify("on disk");
  await until("it runs", async () => (await relay.health()).running === 1);
  limitFiles(relay, 0);
  for (const text of ["a", "b", "c"]) assert.equal((await relay.notify(text)).status, 200);
  const stopped = relay.stop();
  open();
  assert.equal(await stopped, 0);
  assert.match(relay.log(), /error Lost, because they were in memory alone: 3$/m);
});

test("relay that stops moves what is in memory to a disk that works again", {
  skip: noPrlimit,
}, async (t) => {
  const { path, file, noted, open } = gated(t);
  const env = { NOTIFY_SCRIPT: file, NOTIFIER_STATE_DIR: join(path, "queue") };
  const before = await startRelay(t, env);
  await before.notify({ n: 1 });
  await until("it runs", async () => (await before.health()).running === 1);
  limitFiles(before, 0);
  await before.notify({ n: 2 });
  limitFiles(before, "unlimited");
  const stopped = before.stop();
  open();
  assert.equal(await stopped, 0);
  assert.match(before.log(), /info Kept in the queue: 1$/m);
  assert.doesNotMatch(before.log(), /Lost/);
  await untilIdle(await startRelay(t, env));
  assert.deepEqual(noted(), ['{"n":1}', '{"n":2}']);
});

test("relay starts in memory when its disk is full", { skip: noPrlimit }, async (t) => {
  const { file, noted, open } = gated(t);
  open();
  const relay = await startRelay(t, { NOTIFY_SCRIPT: file }, onFullDisk);
  assert.match(relay.log(), /error Cannot use the folder .*; until the next start the queue is in memory, /);
  assert.equal((await relay.notify('{"n":1}')).status, 200);
  await untilIdle(relay);
  assert.deepEqual(noted(), ['{"n":1}']);
});

test("relay that starts on a full disk delivers what is there", { skip: noPrlimit }, async (t) => {
  const { path, file, noted, open } = gated(t);
  const env = { NOTIFY_SCRIPT: file, NOTIFIER_STATE_DIR: join(path, "queue") };
  const before = await startRelay(t, env);
  for (const n of [1, 2]) await before.notify({ n });
  await before.stop("SIGKILL");
  open();
  const relay = await startRelay(t, env, onFullDisk);
  assert.equal((await relay.notify({ n: 3 })).status, 200);
  await untilIdle(relay);
  assert.deepEqual([...new Set(noted())], ['{"n":1}', '{"n":2}', '{"n":3}']);
});

test("relay answers 503 when the memory that stands in for the disk is full too", {
  skip: noPrlimit,
}, async (t) => {
  const { file, open } = gated(t);
  const relay = await startRelay(t, { NOTIFY_SCRIPT: file });
  limitFiles(relay, 0);
  const mebibyte = "x".repeat(1024 * 1024);
  const statuses: number[] = [];
  while (statuses.at(-1) !== 503 && statuses.length < 100)
    statuses.push((await relay.notify(mebibyte)).status);
  assert.ok(statuses.length > 50 && statuses.length <= 65, `${statuses.length} MiB`);
  assert.match(relay.log(), /error Refusing notifications: the queue is full$/m);
  open();
  await untilIdle(relay);
  assert.equal((await relay.notify(mebibyte)).status, 200);
});

test("relay without a folder keeps the queue in memory, with one warning", async (t) => {
  if (existsSync("/var/lib/updater")) return t.skip("this machine has the standard folder");
  const { file, noted } = notingScript(folder(t));
  const relay = await startRelay(t, { NOTIFY_SCRIPT: file, NOTIFIER_STATE_DIR: "" });
  assert.equal(relay.log().match(/ warn .*memory.*NOTIFIER_STATE_DIR/g)?.length, 1);
  await relay.notify('{"n":1}');
  await untilIdle(relay);
  assert.deepEqual(noted(), ['{"n":1}']);
});

test("relay takes the folder that systemd grants", async (t) => {
  const path = folder(t);
  const [first, second] = [join(path, "first"), join(path, "second")];
  const relay = await startRelay(t, { NOTIFIER_STATE_DIR: "", STATE_DIRECTORY: `${first}:${second}` });
  await relay.notify("a");
  assert.ok(readdirSync(first).includes("queue.db"));
  assert.equal(existsSync(second), false);
});

test("relay goes to memory, with an error line, when its folder cannot be made", async (t) => {
  const path = folder(t);
  writeFileSync(join(path, "file"), "");
  const relay = await startRelay(t, {
    NOTIFIER_STATE_DIR: join(path, "file", "queue"),
    NOTIFY_SCRIPT: script(path, ""),
  });
  assert.match(relay.log(), /error Cannot use the folder .*: ENOTDIR; /);
  assert.equal((await relay.notify("a")).status, 200);
  await untilIdle(relay);
});

test("relay goes to memory, with an error line, when its folder is read-only", async (t) => {
  let mounted = "";
  t.after(() => mounted && execFileSync("umount", [mounted]));
  const path = join(folder(t), "queue");
  mkdirSync(path, { mode: 0o500 });
  if (process.getuid?.() === 0) {
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "ro", "none", path], { stdio: "ignore" });
      mounted = path;
    } catch {
      return t.skip("root may write everywhere, and may not mount here");
    }
  }
  const relay = await startRelay(t, { NOTIFIER_STATE_DIR: path });
  assert.match(relay.log(), /error Cannot use the folder .*: (EROFS|EACCES); /);
  assert.equal((await relay.notify("a")).status, 200);
});

test("relay sets a damaged file aside and begins a new one", async (t) => {
  const path = folder(t);
  writeFileSync(join(path, "queue.db"), "no database ".repeat(1000));
  const relay = await startRelay(t, { NOTIFIER_STATE_DIR: path });
  assert.match(
    relay.log(),
    /error The queue's file is damaged .* set aside as .*queue\.db\.damaged-\d{14}$/m,
  );
  assert.equal((await relay.notify("a")).status, 200);
  assert.equal((await relay.health()).durable, true);
});

test("relay refuses to share its folder with a running relay: one line, exit 1", async (t) => {
  const path = folder(t);
  await startRelay(t, { NOTIFIER_STATE_DIR: path });
  const env = { NOTIFIER_PORT: "0", NOTIFIER_STATE_DIR: path };
  const { code, stdout, stderr } = await run(t, "relay", "", { env });
  assert.deepEqual([code, stdout], [1, ""]);
  assert.equal(stderr, `Cannot use the queue in ${path}: another relay has it open\n`);
});
