import assert from "node:assert/strict";
import { test } from "node:test";
import { readList, readUsers, type User } from "../../src/platform/settings.ts";

const lists: [why: string, text: string, expected: string[]][] = [
  ["one part", "a", ["a"]],
  ["parts with spaces", " a , b ", ["a", "b"]],
  ["empty parts", "a,,b,", ["a", "b"]],
  ["nothing", "", ["fallback"]],
  ["commas alone", ",,", ["fallback"]],
];

for (const [why, text, expected] of lists) {
  test(`a list is read: ${why}`, () => {
    assert.deepEqual(readList(text, ["fallback"]), expected);
  });
}

const ada = { email: "ada@example.com", openId: "ou_ada" };
const users: [why: string, text: string, expected: User[] | null][] = [
  ["nobody", "", []],
  ["one", "ada@example.com=ou_ada", [ada]],
  [
    "two",
    "ada@example.com=ou_ada, lin@example.com=ou_lin",
    [ada, { email: "lin@example.com", openId: "ou_lin" }],
  ],
  ["an id without an address", "ou_ada", null],
  ["an address without an id", "ada@example.com", null],
  ["an id of another kind", "ada@example.com=on_ada", null],
  ["no address", "ada=ou_ada", null],
  ["one bad among good ones", "ada@example.com=ou_ada,x", null],
];

for (const [why, text, expected] of users) {
  test(`users are read: ${why}`, () => {
    assert.deepEqual(readUsers(text), expected);
  });
}
