import assert from "node:assert/strict";
import { test } from "node:test";
import { readReceipt } from "../../src/deploy/receipt.ts";

const wrapped = (message: string) => JSON.stringify({ message, title: "部署通知" });

const rows: [why: string, body: string | Buffer, payload: string, name: string][] = [
  ["an object, as it came", '{ "title": "T", "n": 1.0 }', '{ "title": "T", "n": 1.0 }', "T"],
  ["an object by its Action", '{"Action":"start"}', '{"Action":"start"}', "start"],
  ["title before Action", '{"Action":"start","title":"T"}', '{"Action":"start","title":"T"}', "T"],
  ["an empty title", '{"title":"","Action":"stop"}', '{"title":"","Action":"stop"}', "stop"],
  ["a title that is no string", '{"title":7}', '{"title":7}', "unknown"],
  ["neither", "{}", "{}", "unknown"],
  ["a title that is inherited only", '{"__proto__":{"title":"T"}}', '{"__proto__":{"title":"T"}}', "unknown"],
  ["a byte-order mark before an object", '\ufeff{"title":"T"}', '{"title":"T"}', "T"],
  ["space around an object", ' {"title":"T"}\n', ' {"title":"T"}\n', "T"],
  ["plain text, trimmed", "  Creating /a\r\nRemoving b \n", wrapped("Creating /a\r\nRemoving b"), "部署通知"],
  ["a byte-order mark before text", "\ufeffCreating /a", wrapped("Creating /a"), "部署通知"],
  ["nothing", "", wrapped(""), "部署通知"],
  ["a number", "42", wrapped("42"), "部署通知"],
  ["null", "null", wrapped("null"), "部署通知"],
  ["an array", '[{"title":"T"}]', wrapped('[{"title":"T"}]'), "部署通知"],
  ["a string", '"x"', wrapped('"x"'), "部署通知"],
  ["an object that is cut", '{"title":"T"', wrapped('{"title":"T"'), "部署通知"],
  ["two objects", "{}{}", wrapped("{}{}"), "部署通知"],
  ["text with quotes and control characters", 'a"b\\c\u0000d', wrapped('a"b\\c\u0000d'), "部署通知"],
  ["bytes that are no UTF-8", Buffer.from([0x61, 0xff]), wrapped("a\ufffd"), "部署通知"],
  [
    "bytes that are no UTF-8 in an object",
    Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xe9]), Buffer.from('"}')]),
    '{"title":"\ufffd"}',
    "\ufffd",
  ],
  ["deep nesting", "[".repeat(500_000), wrapped("[".repeat(500_000)), "部署通知"],
  ["200 characters", `{"title":"${"é".repeat(200)}"}`, `{"title":"${"é".repeat(200)}"}`, "é".repeat(200)],
  [
    "a longer title, cut between characters",
    `{"title":"${"🚀".repeat(300)}"}`,
    `{"title":"${"🚀".repeat(300)}"}`,
    `${"🚀".repeat(199)}…`,
  ],
];

for (const [why, body, payload, name] of rows) {
  test(`readReceipt: ${why}`, () => assert.deepEqual(readReceipt(Buffer.from(body)), { payload, name }));
}
