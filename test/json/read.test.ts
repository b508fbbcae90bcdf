import assert from "node:assert/strict";
import { test } from "node:test";
import { parseObject } from "../../src/json/parse.ts";
import { readNumber } from "../../src/json/read.ts";

const numbers: [text: string, number: number | null][] = [
  ["0", 0],
  ["-1.5e3", -1500],
  ["1e999", null],
  ["-1e999", null],
  ['"1"', null],
  ["null", null],
];

for (const [text, number] of numbers) {
  test(`${text} is read as ${number === null ? "no number" : number}`, () =>
    assert.equal(readNumber(parseObject(`{"a":${text}}`) ?? {}, "a"), number));
}
