import assert from "node:assert/strict";
import { test } from "node:test";
import { oneLine } from "../../src/cli/log.ts";

const rows: [why: string, text: string, expected: string][] = [
  ["plain text", "Received #1: a", "Received #1: a"],
  ["other scripts and emoji", "部署通知 🚀", "部署通知 🚀"],
  ["a line that would be forged", "a\n2026-11-20 09:31:05 info forged", "a?2026-11-20 09:31:05 info forged"],
  ["CRLF", "a\r\nb", "a??b"],
  ["a terminal's escape sequence", "\u001b[2J\u001b]0;title\u0007", "?[2J?]0;title?"],
  ["a single-character escape", "\u009b31m", "?31m"],
  ["NUL and DEL", "a\u0000b\u007f", "a?b?"],
  ["Unicode's line separators", "a\u2028b\u2029c\u0085d", "a?b?c?d"],
  ["text that is reordered", "a\u202egpj.exe\u2069", "a?gpj.exe?"],
  ["a tab", "a\tb", "a b"],
  ["space at the end", "a  ", "a"],
];

for (const [why, text, expected] of rows) {
  test(`oneLine: ${why}`, () => assert.equal(oneLine(text), expected));
}
