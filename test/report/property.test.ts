import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { findSecrets } from "../../src/report/secrets.ts";
import { forms } from "./planted.ts";

const piece = fc.constantFrom(
  ...[
    "\n",
    "\r\n",
    "\r",
    " ",
    "\t",
    '"',
    "'",
    "`",
    "\\",
    "\\n",
    "%",
    "%20",
    "&",
    "=",
    ":",
    "://",
    "@",
    "<",
    ">",
  ],
  ...[
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ",",
    ";",
    ".",
    "-----BEGIN ",
    "token",
    "password=",
    "secret: ",
    "ey",
    "ghp_",
  ],
  ...[
    "Authorization: Bearer ",
    "curl ",
    "aws",
    "feishu",
    "密码",
    "例",
    "🚀",
    "\ud800",
    "\u0000",
    "example",
    "xxx",
  ],
);
const surrounding = fc
  .array(fc.oneof(piece, fc.string({ unit: "binary", maxLength: 8 })), { maxLength: 20 })
  .map((parts) => parts.join(""));
/** What may stand right before and right after a secret. */
const border = fc.constantFrom(
  ...([
    [" ", " "],
    ["\n", "\n"],
    ["\r\n", "\r\n"],
    ["\t", "\t"],
    ['"', '"'],
    ["'", "'"],
    ["`", "`"],
    ["(", " )"],
    ["=", ";"],
    [":", ","],
    [">", "<"],
    ["[", "]"],
    ["|", "|"],
    ["，", "。"],
    ["", ""],
  ] as const),
);
const planted = fc
  .constantFrom(...forms)
  .chain(([rule, , secrets]) => secrets.map((secret) => ({ rule, ...secret })));

/** Asserts that no six characters in a row of `secret` stand in what was found. */
function assertTold(nothingOf: string, found: unknown): void {
  const told = JSON.stringify(found);
  for (let at = 0; at + 6 <= nothingOf.length; at++) {
    assert.ok(!told.includes(nothingOf.slice(at, at + 6)), "a finding tells a part of the secret");
  }
}

test("a planted secret of any rule is found in any text, and no finding tells a part of it", () => {
  fc.assert(
    fc.property(planted, border, surrounding, surrounding, (given, [open, close], ahead, behind) => {
      // Nothing stands between a secret and the end of the text when the border is empty.
      const [before, after] = open ? [ahead + open, close + behind] : ["", ""];
      const text = before + given.before + given.secret + given.after + after;
      const found = findSecrets({ description: text }, []);
      const lines = text.slice(0, before.length).split(/\r\n?|\n/).length;
      assert.ok(
        found.some(({ rule, line }) => rule === given.rule && line >= lines),
        `${given.rule} not found`,
      );
      assertTold(given.secret, found);
    }),
    { numRuns: 3_000 },
  );
});

test("a secret in a value of a JSON text is found", () => {
  fc.assert(
    fc.property(planted, surrounding, surrounding, (given, ahead, behind) => {
      const text = `${ahead}\n${given.before}${given.secret}${given.after}\n${behind}`;
      const found = findSecrets({ description: JSON.stringify({ log: text }) }, []);
      assert.ok(
        found.some(({ rule }) => rule === given.rule),
        `${given.rule} not found`,
      );
      assertTold(given.secret, found);
    }),
    { numRuns: 1_500 },
  );
});

const alphabet = [...'abcXYZ0189~!@#$%^&*()_+-=[]{}|;:,./<>?"\\ äß例🚀'];
const known = fc
  .array(fc.constantFrom(...alphabet), { minLength: 8, maxLength: 40 })
  .map((signs) => `${signs.join("")}~`);
const spelling = fc.constantFrom<((value: string) => string)[]>(
  (value) => value,
  (value) => JSON.stringify(value),
  (value) => encodeURIComponent(value),
  (value) => Buffer.from(value).toString("base64"),
);

test("a known value is found in any text and spelling, and no finding tells a part of it", () => {
  fc.assert(
    fc.property(known, spelling, surrounding, surrounding, (value, spell, ahead, behind) => {
      fc.pre(value.trim() === value);
      const found = findSecrets({ description: ahead + spell(value) + behind }, [value]);
      assert.ok(found.some(({ rule }) => rule === "known-value"));
      assertTold(value, found);
    }),
  );
});

test("any text is searched without an error", () => {
  fc.assert(
    fc.property(fc.array(surrounding, { maxLength: 5 }), surrounding, (texts, value) => {
      const lines = texts.join("").split(/\r\n?|\n/).length;
      for (const { line } of findSecrets({ description: texts.join("") }, [value])) {
        assert.ok(line >= 1 && line <= lines);
      }
    }),
  );
});
