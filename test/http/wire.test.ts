import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Answer } from "../../src/http/call.ts";
import { parseAnswer } from "../../src/http/wire.ts";

const limit = 64 * 1024;
const ok = "HTTP/1.1 200 OK\r\n";

const whole: [why: string, bytes: string, expected: Answer][] = [
  [
    "a counted body",
    `${ok}Content-Length: 2\r\n\r\nab`,
    { status: 200, headers: { "content-length": "2" }, text: "ab" },
  ],
  [
    "no more than was counted",
    `${ok}content-length: 1\r\n\r\nab`,
    { status: 200, headers: { "content-length": "1" }, text: "a" },
  ],
  [
    "chunks, with extension and trailer",
    `${ok}transfer-encoding: Chunked\r\n\r\n3;x=y\r\nabc\r\nA \r\n0123456789\r\n0\r\nx: y\r\n\r\n`,
    { status: 200, headers: { "transfer-encoding": "Chunked" }, text: "abc0123456789" },
  ],
  [
    "chunks win over a count",
    `${ok}content-length: 9\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n`,
    {
      status: 200,
      headers: { "content-length": "9", "transfer-encoding": "chunked" },
      text: "a",
    },
  ],
  [
    "no reason, odd spaces",
    "HTTP/1.0 429\r\nA:b \r\nc:\t d: e \r\ncontent-length:0\r\n\r\n",
    {
      status: 429,
      headers: { a: "b", c: "d: e", "content-length": "0" },
      text: "",
    },
  ],
  [
    "a header twice",
    `${ok}a: b\r\nA: c\r\ncontent-length: 0\r\n\r\n`,
    {
      status: 200,
      headers: { a: "b, c", "content-length": "0" },
      text: "",
    },
  ],
  [
    "an interim response",
    `HTTP/1.1 100 Continue\r\n\r\n${ok}content-length: 1\r\n\r\na`,
    {
      status: 200,
      headers: { "content-length": "1" },
      text: "a",
    },
  ],
  ["a status that has no body", "HTTP/1.1 204 No Content\r\n\r\n", { status: 204, headers: {}, text: "" }],
  [
    "UTF-8",
    `${ok}content-length: 3\r\n\r\n错`,
    { status: 200, headers: { "content-length": "3" }, text: "错" },
  ],
];

for (const [why, text, expected] of whole) {
  const bytes = Buffer.from(text);
  test(`parseAnswer: ${why}`, () => {
    assert.deepEqual(parseAnswer(bytes, false, limit), expected);
  });

  test(`parseAnswer waits for the end: ${why}`, () => {
    const head = text.lastIndexOf("\r\n\r\n");
    for (let length = 0; length < Math.min(head, bytes.length); length++) {
      const answer = parseAnswer(bytes.subarray(0, length), false, limit);
      // Only what follows the last chunk is not waited for.
      if (answer !== "more") assert.deepEqual(answer, expected);
    }
  });
}

test("parseAnswer: a body without a length ends with the connection", () => {
  const bytes = Buffer.from(`${ok}\r\nabc`);
  assert.equal(parseAnswer(bytes, false, limit), "more");
  assert.deepEqual(parseAnswer(bytes, true, limit), { status: 200, headers: {}, text: "abc" });
});

const refused: [why: string, bytes: string][] = [
  ["another protocol", "SSH-2.0-OpenSSH_9.2\r\n"],
  ["a TLS alert", "\u0015\u0003\u0003"],
  ["HTTP/2", "HTTP/2 200\r\n\r\n"],
  ["no status", "HTTP/1.1 OK\r\n\r\n"],
  ["a header without a colon", `${ok}nonsense\r\n\r\n`],
  ["a header with a space in its name", `${ok}a : b\r\n\r\n`],
  ["a header with a folded line", `${ok}a: b\r\n c\r\n\r\n`],
  ["a count that is no number", `${ok}content-length: 1x\r\n\r\na`],
  ["two counts", `${ok}content-length: 1\r\ncontent-length: 2\r\n\r\nab`],
  ["a coding that was not asked for", `${ok}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
  ["a chunk without a size", `${ok}transfer-encoding: chunked\r\n\r\nx\r\n`],
  ["a chunk with a negative size", `${ok}transfer-encoding: chunked\r\n\r\n-1\r\n`],
  ["a chunk that is longer than its size", `${ok}transfer-encoding: chunked\r\n\r\n1\r\nabc\r\n`],
  ["a chunk that runs on", `${ok}transfer-encoding: chunked\r\n\r\n1\r\naXX0\r\n\r\n`],
  ["a head without an end", `${ok}a: ${"b".repeat(17_000)}`],
  ["a head that is too long", `${ok}a: ${"b".repeat(17_000)}\r\ncontent-length: 0\r\n\r\n`],
];

for (const [why, bytes] of refused) {
  test(`parseAnswer refuses ${why}`, () => {
    assert.equal(parseAnswer(Buffer.from(bytes, "latin1"), false, limit), "malformed");
  });
}

const long: [why: string, bytes: string][] = [
  ["counted", `${ok}content-length: 9000\r\n\r\n${"a".repeat(500)}`],
  ["in chunks", `${ok}transfer-encoding: chunked\r\n\r\n64\r\n${"a".repeat(100)}\r\n`],
  ["in one endless chunk", `${ok}transfer-encoding: chunked\r\n\r\nffffffff\r\n${"a".repeat(500)}`],
  ["until the end", `${ok}\r\n${"a".repeat(500)}`],
];

for (const [why, bytes] of long) {
  test(`parseAnswer cuts a body at the limit and waits for no more: ${why}`, () => {
    const answer = parseAnswer(Buffer.from(bytes), false, 100);
    assert.equal(typeof answer === "object" && answer.text, "a".repeat(100));
  });
}

test("parseAnswer gives the same body however it was cut into chunks", () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 })), (chunks) => {
      const coded = chunks.map((chunk) => [
        Buffer.from(`${chunk.length.toString(16)}\r\n`),
        chunk,
        Buffer.from("\r\n"),
      ]);
      const head = Buffer.from(`${ok}transfer-encoding: chunked\r\n\r\n`);
      const answer = parseAnswer(
        Buffer.concat([head, ...coded.flat(), Buffer.from("0\r\n\r\n")]),
        false,
        limit,
      );
      assert.equal(typeof answer === "object" && answer.text, Buffer.concat(chunks).toString("utf8"));
    }),
  );
});

test("no bytes make parseAnswer throw", () => {
  const part = fc.oneof(
    fc.constantFrom(
      ok,
      "\r\n",
      "content-length: ",
      "transfer-encoding: chunked\r\n",
      "\r\n\r\n",
      "HTTP/1.1 100 \r\n\r\n",
      "5\r\n",
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(part), fc.boolean(), (parts, isWhole) => {
      const answer = parseAnswer(Buffer.from(parts.join("")), isWhole, 10);
      assert.ok(typeof answer === "string" || answer.text.length <= 10);
    }),
  );
});
