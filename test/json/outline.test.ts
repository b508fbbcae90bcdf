import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { memberOf, type Outline, outline } from "../../src/json/outline.ts";

/** What an outline says that the text spells: scalars as they are written. */
type Read = string | Read[] | { key: string; value: Read }[];

function read(text: string, { kind, start, end, members }: Outline): Read {
  if (kind === "scalar") return text.slice(start, end);
  if (kind === "array") return members.map(({ value }) => read(text, value));
  return members.map(({ key, value }) => ({ key, value: read(text, value) }));
}

const rows: [why: string, text: string, expected: Read][] = [
  ["a number as it is spelled", " 1e400 ", "1e400"],
  ["a string with signs that mean something elsewhere", '"a\\"{[,:]}\\\\"', '"a\\"{[,:]}\\\\"'],
  ["an empty array", "[ ]", []],
  ["an array of arrays", "[[], [1,[2]]]", [[], ["1", ["2"]]]],
  [
    "an object's members in order",
    '{"b": true,\n"a":null}',
    [
      { key: "b", value: "true" },
      { key: "a", value: "null" },
    ],
  ],
  [
    "both of a key that stands twice",
    '{"a":1,"a":2}',
    [
      { key: "a", value: "1" },
      { key: "a", value: "2" },
    ],
  ],
  ["an escaped key", '{"\\u0061\\n":1}', [{ key: "a\n", value: "1" }]],
  [
    "__proto__ as a key like any other",
    '{"__proto__":{"x":1}}',
    [{ key: "__proto__", value: [{ key: "x", value: "1" }] }],
  ],
  ["a text after a byte-order mark", '\uFEFF{"a":1}', [{ key: "a", value: "1" }]],
];

for (const [why, text, expected] of rows) {
  test(`outline gives ${why}`, () => {
    const found = outline(text);
    assert.deepEqual(found && read(text, found), expected);
  });
}

test("outline knows where a key and its value stand", () => {
  const text = '\uFEFF{ "a" : [1] }\n';
  const found = outline(text);
  const [member] = found?.members ?? [];
  assert.equal(found && text.slice(found.start, found.end), '{ "a" : [1] }');
  assert.equal(member && text.slice(member.start, member.value.end), '"a" : [1]');
});

for (const text of ["", "{", "{} {}", "{a:1}", "// comment\n{}", "[1,]", '{"a":1} x']) {
  test(`outline takes ${JSON.stringify(text)} for no JSON`, () => {
    assert.equal(outline(text), null);
  });
}

test("memberOf gives the last of a key that stands twice, and none of what is no object", () => {
  const text = '{"a":1,"a":2}';
  const found = outline(text);
  assert.equal(found && memberOf(found, "a")?.start, 7);
  assert.equal(found && memberOf(found, "b"), undefined);
  assert.equal(memberOf(outline('["a"]') as Outline, ""), undefined);
});

test("outline reads texts that are deeper than the stack", () => {
  assert.notEqual(outline("[".repeat(200_000) + "]".repeat(200_000)), null);
});

test("outline agrees with JSON.parse about any JSON text", () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom("", " ", "\t"), (json, space) => {
      const text = JSON.stringify(JSON.parse(json), null, space);
      assert.deepEqual(value(text, outline(text) as Outline), JSON.parse(text));
    }),
  );
});

function value(text: string, { kind, start, end, members }: Outline): unknown {
  if (kind === "scalar") return JSON.parse(text.slice(start, end));
  if (kind === "array") return members.map((member) => value(text, member.value));
  return Object.fromEntries(members.map((member) => [member.key, value(text, member.value)]));
}
