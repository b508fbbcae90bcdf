import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { textsBelow } from "../../src/git/texts.ts";
import { folder } from "../support/folder.ts";

test("the texts of all files below a folder, hidden ones too", (t) => {
  const top = folder(t);
  mkdirSync(join(top, "a/.b/c"), { recursive: true });
  for (const file of ["1", "a/2", "a/.b/.3", "a/.b/c/4"]) writeFileSync(join(top, file), file);
  assert.deepEqual([...textsBelow(top)].sort(), ["1", "a/.b/.3", "a/.b/c/4", "a/2"]);
});

test("a folder that is missing, or is a file, has no texts", (t) => {
  const file = join(folder(t), "file");
  writeFileSync(file, "text");
  assert.deepEqual([[...textsBelow(`${file}s`)], [...textsBelow(file)]], [[], []]);
});

test("links are not followed", (t) => {
  const [top, elsewhere] = [folder(t), folder(t)];
  writeFileSync(join(elsewhere, "file"), "elsewhere");
  symlinkSync(join(elsewhere, "file"), join(top, "file"));
  symlinkSync(elsewhere, join(top, "folder"));
  symlinkSync(top, join(top, "itself"));
  assert.deepEqual([...textsBelow(top)], []);
});

test("a pipe is not waited for", (t) => {
  const top = folder(t);
  assert.equal(spawnSync("mkfifo", [join(top, "pipe")]).status, 0);
  assert.deepEqual([...textsBelow(top)], []);
});

test("a file of 1 MiB is read, one byte more is left out", (t) => {
  const top = folder(t);
  writeFileSync(join(top, "just"), "a".repeat(1024 * 1024));
  writeFileSync(join(top, "more"), "b".repeat(1024 * 1024 + 1));
  assert.deepEqual([...textsBelow(top)].map((text) => text.slice(0, 1)).sort(), ["", "a"]);
});

test("after 2,000 files it ends", (t) => {
  const top = folder(t);
  for (let i = 0; i < 2_001; i++) writeFileSync(join(top, `${i}`), "");
  assert.equal([...textsBelow(top)].length, 2_000);
});

test("eight folders deep is deep enough", (t) => {
  const top = folder(t);
  const deep = join(top, ..."12345678".split(""));
  mkdirSync(join(deep, "9"), { recursive: true });
  writeFileSync(join(deep, "file"), "8 deep");
  writeFileSync(join(deep, "9", "file"), "9 deep");
  assert.deepEqual([...textsBelow(top)], ["8 deep"]);
});
