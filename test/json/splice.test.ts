import assert from "node:assert/strict";
import { test } from "node:test";
import { type Outline, outline } from "../../src/json/outline.ts";
import { appended, exchanged, without } from "../../src/json/splice.ts";

const value = { b: [1] };

const additions: [why: string, text: string, expected: string][] = [
  [
    "after the last, on a line of its own",
    '{\n  "a": 1\n}\n',
    '{\n  "a": 1,\n  "new": {\n    "b": [\n      1\n    ]\n  }\n}\n',
  ],
  [
    "with tabs where there are tabs",
    '{\n\t"a": 1\n}',
    '{\n\t"a": 1,\n\t"new": {\n\t\t"b": [\n\t\t\t1\n\t\t]\n\t}\n}',
  ],
  [
    "with four spaces",
    '{\n    "a": 1\n}',
    '{\n    "a": 1,\n    "new": {\n        "b": [\n            1\n        ]\n    }\n}',
  ],
  [
    "with the line ends of the text",
    '{\r\n  "a": 1\r\n}',
    '{\r\n  "a": 1,\r\n  "new": {\r\n    "b": [\r\n      1\r\n    ]\r\n  }\r\n}',
  ],
  ["on one line where all is on one line", '{"a":1}\n', '{"a":1,"new":{"b":[1]}}\n'],
  ["spaced as the first member is", '{ "a":1 }', '{ "a":1, "new":{"b":[1]} }'],
  ["into an empty object", "{}\n", '{\n  "new": {\n    "b": [\n      1\n    ]\n  }\n}\n'],
  ["into an empty object of several lines", "{\n\n}", '{\n  "new": {\n    "b": [\n      1\n    ]\n  }\n}'],
];

for (const [why, text, expected] of additions) {
  test(`appended puts a member ${why}`, () => {
    assert.equal(appended(text, outline(text) as Outline, "new", value), expected);
  });
}

test("appended puts an item into an empty list inside a text of several lines, one step further in", () => {
  const text = '{\n  "list": [ ]\n}';
  assert.equal(appended(text, first(text), null, 1), '{\n  "list": [\n    1\n  ]\n}');
});

test("appended keeps an empty list on the only line of a text", () => {
  const text = '{"list":[]}';
  assert.equal(appended(text, first(text), null, 1), '{"list":[1]}');
});

test("exchanged writes a value on as many lines as the one that was there", () => {
  const short = '{\n  "a": {"x":1}\n}';
  assert.equal(exchanged(short, first(short), { y: 2 }), '{\n  "a": {"y":2}\n}');
  const long = '{\n  "a": {\n    "x": 1\n  }\n}';
  assert.equal(exchanged(long, first(long), { y: 2 }), '{\n  "a": {\n    "y": 2\n  }\n}');
});

const removals: [why: string, text: string, index: number, expected: string][] = [
  ["the last with the comma before it", '{\n  "a": 1,\n  "b": 2\n}', 1, '{\n  "a": 1\n}'],
  ["the first with the comma after it", '{\n  "a": 1,\n  "b": 2\n}', 0, '{\n  "b": 2\n}'],
  ["one in the middle", "[1, 2 , 3]", 1, "[1 , 3]"],
  ["the only one with all around it", "[ 1 ]", 0, "[]"],
  ["nothing where there is none", "[ 1 ]", 1, "[ 1 ]"],
];

for (const [why, text, index, expected] of removals) {
  test(`without takes out ${why}`, () => {
    assert.equal(without(text, outline(text) as Outline, index), expected);
  });
}

function first(text: string): Outline {
  return outline(text)?.members[0]?.value as Outline;
}
