import assert from "node:assert/strict";
import { PassThrough } from "node:stream";
import { finished } from "node:stream/promises";
import { test } from "node:test";
import { capture } from "../../src/cli/capture.ts";

const rows: [why: string, chunks: (string | Buffer)[], expected: string][] = [
  ["nothing", [], ""],
  ["chunks in order", ["ab", "cd"], "abcd"],
  ["exactly the limit", ["12345678"], "12345678"],
  ["one byte more", ["1234", "56789"], "12345678\n(1 more bytes were left out)"],
  ["a character split over chunks", [Buffer.from([0xc3]), Buffer.from([0xa9])], "é"],
  ["a character that the limit would split", ["1234567é"], "1234567\n(1 more bytes were left out)"],
  ["a line end at the limit", ["1234567\n89"], "1234567\n(2 more bytes were left out)"],
  ["bytes that are no UTF-8", [Buffer.from([0x61, 0xff, 0x62])], "a\ufffdb"],
];

for (const [why, chunks, expected] of rows) {
  test(`capture with a limit of 8: ${why}`, async () => {
    const stream = new PassThrough();
    const captured = capture(stream, 8);
    for (const chunk of chunks) stream.write(chunk);
    stream.end();
    await finished(stream);
    assert.equal(captured(), expected);
  });
}
