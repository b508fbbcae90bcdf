import assert from "node:assert/strict";
import { test } from "node:test";
import { readPreferences } from "../../src/assistant/preferences.ts";
import type { JsonObject } from "../../src/json/parse.ts";

test("every option is taken", () => {
  const given: JsonObject = {
    minChars: 0,
    maxChars: 4_000,
    quietHours: "22:00-08:00",
    excludeDirs: ["~/a", "/b", "C:\\c"],
    events: ["stop", "interrupted"],
    titlePrefix: "[laptop]",
    subagents: true,
    permissionRequests: "send",
  };
  assert.deepEqual(readPreferences(given, "/home/$&"), {
    ...given,
    quietHours: { from: 1_320, to: 480 },
    excludeDirs: ["/home/$&/a", "/b", "C:\\c"],
  });
});

test("no quiet hours may be written too", () => {
  assert.partialDeepStrictEqual(readPreferences({ quietHours: null }, ""), { quietHours: null });
});

const faulty: [why: string, given: JsonObject, fault: RegExp][] = [
  ["a number as text", { minChars: "50" }, /^"minChars" must be a whole number from 0 to 100000$/],
  ["half a character", { minChars: 0.5 }, /minChars/],
  ["less than none", { minChars: -1 }, /minChars/],
  ["nothing to show", { maxChars: 0 }, /^"maxChars" must be a whole number from 1 to 4000$/],
  ["more than a card holds", { maxChars: 4_001 }, /maxChars/],
  ["an hour that no day has", { quietHours: "22:00-24:00" }, /^"quietHours" must be .*"22:00-08:00"/],
  ["an hour alone", { quietHours: "22:00" }, /quietHours/],
  ["hours that are empty or all", { quietHours: "08:00-08:00" }, /quietHours/],
  ["hours as numbers", { quietHours: 22 }, /quietHours/],
  ["a folder that is no list", { excludeDirs: "/a" }, /^"excludeDirs" must be a list of absolute paths/],
  ["a relative folder", { excludeDirs: ["/b", "a"] }, /excludeDirs/],
  ["an empty folder", { excludeDirs: [""] }, /excludeDirs/],
  ["another person's home", { excludeDirs: ["~eve/a"] }, /excludeDirs/],
  [
    "a kind that does not exist",
    { events: ["stop", "Stop"] },
    /^"events" must be a list of "stop", .*"other"/,
  ],
  ["a request among the events", { events: ["request"] }, /events/],
  ["a prefix that fills the title", { titlePrefix: "🚀".repeat(41) }, /titlePrefix/],
  ["a prefix that is null", { titlePrefix: null }, /titlePrefix/],
  ["a number for yes", { subagents: 1 }, /^"subagents" must be true or false$/],
  ["another word", { permissionRequests: "never" }, /^"permissionRequests" must be "remember" or "send"$/],
  [
    "an unknown option",
    { minchars: 1 },
    /^"minchars" is no option \(there are: minChars, .*permissionRequests\)$/,
  ],
  ["a member of every object", { toString: "x" }, /^"toString" is no option/],
  ["a name that fills the screen", { ["x".repeat(5_000)]: 1 }, /^"x{60}" is no option/],
  ["a name that breaks the line", { "a\nb": 1 }, /^"a\\nb" is no option/],
];

for (const [why, given, fault] of faulty) {
  test(`readPreferences refuses ${why}`, () => {
    const read = readPreferences(given, "/home/dev");
    assert.ok("faults" in read);
    assert.equal(read.faults.length, 1);
    assert.match(read.faults[0] ?? "", fault);
  });
}

test("a home that is not known leaves ~ unresolved", () => {
  assert.ok("faults" in readPreferences({ excludeDirs: ["~/a"] }, ""));
});

test("all faults are named at once", () => {
  const read = readPreferences({ minChars: null, other: 1, subagents: "no", maxChars: 9 }, "");
  assert.ok("faults" in read);
  assert.deepEqual(
    read.faults.map((fault) => fault.split(" ")[0]),
    ['"minChars"', '"other"', '"subagents"'],
  );
});
