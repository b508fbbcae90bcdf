import assert from "node:assert/strict";
import { test } from "node:test";
import { isVersion } from "../../src/report/fields.ts";
import { newestVersion } from "../../src/report/version.ts";

const versions: [text: string, expected: boolean][] = [
  ["v1.2.3-20261121", true],
  ["v0.0.0-20240229", true],
  ["v10.20.30-20000229", true],
  ["v1.2.3-20230229", false],
  ["v1.2.3-19000229", false],
  ["v1.2.3-20261301", false],
  ["v1.2.3-20260001", false],
  ["v1.2.3-20260431", false],
  ["v1.2.3-20260400", false],
  ["1.2.3-20261121", false],
  ["v1.2-20261121", false],
  ["v1.2.3-2026112", false],
  ["v1.2.3-202611211", false],
  ["v1.2.3-20261121\n", false],
  ["v1.2.3-20261121-rc1", false],
  ["V1.2.3-20261121", false],
  ["", false],
];

for (const [text, expected] of versions) {
  test(`${JSON.stringify(text)} is ${expected ? "a" : "no"} version`, () => {
    assert.equal(isVersion(text), expected);
  });
}

const markers: [why: string, texts: string[], expected: string][] = [
  ["no text", [], ""],
  ["no marker", ["v1.2.3", "20261121"], ""],
  [
    "the marker that an upgrade leaves",
    ["<!-- kit:core v1.2.3-20261121 — DO NOT EDIT -->"],
    "v1.2.3-20261121",
  ],
  ["a marker in a file's name", ["see v1.2.3-20261121.md"], "v1.2.3-20261121"],
  ["the newest date before the highest number", ["v9.9.9-20261120", "v1.0.0-20261121"], "v1.0.0-20261121"],
  ["of one date the highest major", ["v2.0.0-20261121 v1.9.9-20261121"], "v2.0.0-20261121"],
  ["of one date the highest minor", ["v1.2.0-20261121 v1.10.0-20261121"], "v1.10.0-20261121"],
  ["of one date the highest patch", ["v1.1.10-20261121 v1.1.9-20261121"], "v1.1.10-20261121"],
  ["no date that never was", ["v1.2.3-20260230 v1.0.0-20260228"], "v1.0.0-20260228"],
  [
    "no part of a longer word",
    ["rev1.2.3-20261121 2.v1.2.3-20261121 v1.2.3-20261121-rc1 v1.2.3-202611210"],
    "",
  ],
  ["the newest of all texts", ["v1.0.0-20261119", "v1.0.0-20261121", "v1.0.0-20261120"], "v1.0.0-20261121"],
];

for (const [why, texts, expected] of markers) {
  test(`newestVersion finds ${why}`, () => {
    assert.equal(newestVersion(texts), expected);
  });
}
