import assert from "node:assert/strict";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { openStore } from "../../src/queue/open.ts";
import { folder } from "../support/folder.ts";

/** A store in the folder, and the lines that it logs. */
function open(t: TestContext, path: string) {
  const lines: string[] = [];
  const store = openStore(path, (level, message) => lines.push(`${level} ${message}`));
  t.after(() => store.close());
  return { store, lines };
}

const one = [{ id: 1, payload: '{"message":"kept"}' }];

test("openStore makes the folder, for its owner alone", (t) => {
  const path = join(folder(t), "new", "queue");
  const { store, lines } = open(t, path);
  store.add(one, 0);
  assert.deepEqual([store.isDurable(), lines], [true, []]);
  assert.equal(statSync(path).mode & 0o777, 0o700);
  for (const file of readdirSync(path)) assert.equal(statSync(join(path, file)).mode & 0o077, 0, file);
});

test("openStore without a folder keeps the queue in memory, with one warning", (t) => {
  const { store, lines } = open(t, "");
  store.add(one, 0);
  assert.equal(store.next(0)?.id, 1);
  assert.equal(store.isDurable(), false);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", /^warn .*in memory.*NOTIFIER_STATE_DIR/);
});

const unusable: [why: string, make: (path: string) => void, reason: RegExp][] = [
  ["is a file", (path) => writeFileSync(path, ""), /EEXIST|ENOTDIR/],
  [
    "holds a folder where the file should be",
    (path) => mkdirSync(join(path, "queue.db"), { recursive: true }),
    /EISDIR/,
  ],
];

for (const [why, make, reason] of unusable) {
  test(`openStore goes to memory, with an error line, when the folder ${why}`, (t) => {
    const path = join(folder(t), "queue");
    make(path);
    const { store, lines } = open(t, path);
    store.add(one, 0);
    assert.equal(store.next(0)?.id, 1);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /^error Cannot use the folder .*queue: /);
    assert.match(lines[0] ?? "", reason);
  });
}

test("openStore refuses a folder that another relay has open", (t) => {
  const path = folder(t);
  open(t, path);
  assert.throws(() => open(t, path), {
    message: `Cannot use the queue in ${path}: another relay has it open`,
  });
});

const garbage = Buffer.alloc(4096, "garbage ");
const damages: [why: string, damage: (file: string) => void][] = [
  ["is no database", (file) => writeFileSync(file, garbage)],
  [
    "is damaged in the middle",
    (file) => {
      const bytes = readFileSync(file);
      for (let at = 4096; at < bytes.length; at += 4096) garbage.copy(bytes, at);
      writeFileSync(file, bytes);
    },
  ],
  ["is cut in the middle", (file) => truncateSync(file, statSync(file).size / 2)],
];

for (const [why, damage] of damages) {
  test(`openStore sets a file aside that ${why}, and begins a new one`, (t) => {
    const path = folder(t);
    const before = openStore(path, () => {});
    before.add(
      Array.from({ length: 500 }, (_, i) => ({ id: i + 1, payload: "x".repeat(500) })),
      0,
    );
    before.close();
    damage(join(path, "queue.db"));
    const damaged = readFileSync(join(path, "queue.db"));

    const { store, lines } = open(t, path);
    store.add(one, 0);
    assert.deepEqual([store.isDurable(), store.counts().pending], [true, 1]);
    assert.match(lines.join("\n"), /^error The queue's file is damaged \(.+\): it is set aside as \S+$/);
    const aside = readdirSync(path).filter((name) => /^queue\.db\.damaged-\d{14}$/.test(name));
    assert.equal(aside.length, 1);
    assert.deepEqual(readFileSync(join(path, aside[0] ?? "")), damaged);
  });
}

test("openStore sets the log of a damaged file aside with it, both as they were", (t) => {
  const path = folder(t);
  const crashed = join(path, "crashed");
  const before = openStore(crashed, () => {});
  before.add(one, 0);
  // What a process that is killed leaves: the file, and the log that is not in it yet.
  for (const name of ["queue.db", "queue.db-wal"]) copyFileSync(join(crashed, name), join(path, name));
  before.close();
  writeFileSync(
    join(path, "queue.db"),
    Buffer.concat([readFileSync(join(path, "queue.db")).subarray(0, 8192), garbage]),
  );
  const damaged = ["queue.db", "queue.db-wal"].map((name) => readFileSync(join(path, name)));

  const { lines } = open(t, path);
  assert.match(lines.join("\n"), /damaged/);
  const aside = readdirSync(path).filter((name) => /damaged-\d+(-wal)?$/.test(name));
  assert.deepEqual(
    aside.toSorted().map((name) => readFileSync(join(path, name))),
    damaged,
  );
});

test("openStore takes an empty file, as a crash at the very first moment leaves it", (t) => {
  const path = folder(t);
  writeFileSync(join(path, "queue.db"), "");
  const { store, lines } = open(t, path);
  assert.deepEqual([store.isDurable(), lines], [true, []]);
});
