import assert from "node:assert/strict";
import {
  chmodSync,
  chownSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readTextFile, replaceTextFile } from "../../src/commands/file.ts";
import { folder } from "../support/folder.ts";

test("readTextFile gives every byte of a text, the byte-order mark too", (t) => {
  const path = join(folder(t), "a.json");
  writeFileSync(path, "\uFEFF{}\r\n");
  assert.deepEqual(readTextFile(path), { path, target: path, text: "\uFEFF{}\r\n" });
});

test("readTextFile gives null where there is no file, and no folder", (t) => {
  const path = join(folder(t), "none", "a.json");
  assert.deepEqual(readTextFile(path), { path, target: path, text: null });
});

test("readTextFile tells an empty file from none", (t) => {
  const path = join(folder(t), "a.json");
  writeFileSync(path, "");
  assert.equal(readTextFile(path).text, "");
});

test("readTextFile refuses bytes that are no text, which it could not write back", (t) => {
  const path = join(folder(t), "a.json");
  writeFileSync(path, Buffer.from([0x7b, 0xff, 0x7d]));
  assert.throws(() => readTextFile(path), {
    message: `Cannot read ${path}: it is not UTF-8 text; it was left alone`,
  });
});

test("readTextFile refuses a link to nothing", (t) => {
  const path = join(folder(t), "a.json");
  symlinkSync("nowhere", path);
  assert.throws(() => readTextFile(path), /^Error: Cannot read .*a\.json: it is a symbolic link to nothing/);
});

test("readTextFile names the file that it cannot read", (t) => {
  const path = folder(t);
  assert.throws(() => readTextFile(path), {
    message: `Cannot read ${path}: EISDIR: illegal operation on a directory`,
  });
});

test("replaceTextFile makes the folder, and leaves nothing beside the file", (t) => {
  const home = folder(t);
  const path = join(home, "new", "a.json");
  replaceTextFile(readTextFile(path), "{}");
  assert.equal(readFileSync(path, "utf8"), "{}");
  assert.deepEqual(readdirSync(join(home, "new")), ["a.json"]);
});

test("replaceTextFile keeps the mode, also one that the umask would not give", (t) => {
  const path = join(folder(t), "a.json");
  writeFileSync(path, "{}");
  chmodSync(path, 0o662);
  replaceTextFile(readTextFile(path), "{ }");
  assert.equal(statSync(path).mode & 0o777, 0o662);
});

const isRoot = process.getuid?.() === 0;

test("replaceTextFile run by root leaves another's file to them", { skip: !isRoot }, (t) => {
  const path = join(folder(t), "a.json");
  writeFileSync(path, "{}");
  chownSync(path, 12_345, 12_346);
  replaceTextFile(readTextFile(path), "{ }");
  const { uid, gid } = statSync(path);
  assert.deepEqual([uid, gid], [12_345, 12_346]);
});

test("replaceTextFile does not undo what another process has written since", (t) => {
  const path = join(folder(t), "a.json");
  writeFileSync(path, "{}");
  const file = readTextFile(path);
  writeFileSync(path, '{"theirs":1}');
  assert.throws(() => replaceTextFile(file, '{"ours":1}'), {
    message: `Cannot write ${path}: it has changed just now; run this again`,
  });
  assert.throws(() => replaceTextFile(file, null));
  assert.equal(readFileSync(path, "utf8"), '{"theirs":1}');
  assert.deepEqual(readdirSync(join(path, "..")), ["a.json"]);
});

test("replaceTextFile does not overwrite a file that has appeared since", (t) => {
  const path = join(folder(t), "a.json");
  const file = readTextFile(path);
  writeFileSync(path, "theirs");
  assert.throws(() => replaceTextFile(file, "ours"), /has changed just now/);
  assert.equal(readFileSync(path, "utf8"), "theirs");
});

test("replaceTextFile removes the file for null", (t) => {
  const path = join(folder(t), "a.json");
  writeFileSync(path, "{}");
  replaceTextFile(readTextFile(path), null);
  assert.equal(existsSync(path), false);
});
