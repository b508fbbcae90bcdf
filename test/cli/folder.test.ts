import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { makeFolder } from "../../src/cli/folder.ts";

function temporary(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "shipbell-folder-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

test("a folder and those above it are made for their owner alone", (t) => {
  const top = temporary(t);
  makeFolder(join(top, "a", "b"));
  assert.deepEqual([modeOf(join(top, "a")), modeOf(join(top, "a", "b"))], [0o700, 0o700]);
});

test("a folder that is there keeps its mode", (t) => {
  const folder = join(temporary(t), "a");
  mkdirSync(folder, { mode: 0o755 });
  makeFolder(folder);
  assert.equal(modeOf(folder), 0o755);
});

test("a folder is made with another mode when that is asked for", (t) => {
  const folder = join(temporary(t), "a");
  makeFolder(folder, 0o750);
  assert.equal(modeOf(folder), 0o750);
});

test("a folder below a file is an error", (t) => {
  const file = join(temporary(t), "a");
  writeFileSync(file, "");
  assert.throws(() => makeFolder(join(file, "b")), { code: "ENOTDIR" });
});

test(
  "a folder below /proc, which is denied as if it were missing, is an error and no endless loop",
  { skip: process.platform !== "linux" && "there is no /proc" },
  () => assert.throws(() => makeFolder("/proc/nothing/a"), { code: "ENOENT" }),
);
