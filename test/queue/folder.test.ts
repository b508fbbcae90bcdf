import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { queueFolder } from "../../src/queue/folder.ts";
import { folder } from "../support/folder.ts";

const rows: [why: string, chosen: string, granted: string, expected: string][] = [
  ["what the operator chose comes first", "/chosen", "/granted", "/chosen"],
  ["then what systemd grants", "", "/granted", "/granted"],
  ["the first of several", "", "/first:/second", "/first"],
];

for (const [why, chosen, granted, expected] of rows) {
  test(`queueFolder: ${why}`, (t) => assert.equal(queueFolder(chosen, granted, folder(t)), expected));
}

test("queueFolder: then the standard folder, where it can be written", (t) => {
  const standard = folder(t);
  assert.equal(queueFolder("", "", standard), standard);
});

test("queueFolder: none when the standard folder is missing or a file", (t) => {
  const file = join(folder(t), "file");
  assert.equal(queueFolder("", "", file), "");
  writeFileSync(file, "");
  assert.equal(queueFolder("", "", file), "");
});

test("queueFolder: none when the standard folder cannot be written", (t) => {
  if (process.getuid?.() === 0) return t.skip("root may write everywhere");
  const standard = folder(t);
  chmodSync(standard, 0o555);
  assert.equal(queueFolder("", "", standard), "");
});
