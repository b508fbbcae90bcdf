import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { isSigned } from "../../src/platform/signature.ts";

const [secret, timestamp, sign] = ["mysecret", "1700000000", "Jp33/xXhCipDEpjyHvEyc7mRSyXWHbNz6J8+C3qQKNo="];
const then = 1_700_000_000_000;
const hour = 3_600_000;

const rows: [why: string, body: Record<string, string | number>, now: number, expected: boolean][] = [
  ["the platform's signature", { timestamp, sign }, then, true],
  ["a timestamp that is a number", { timestamp: 1_700_000_000, sign }, then, true],
  ["an hour old", { timestamp, sign }, then + hour, true],
  ["more than an hour old", { timestamp, sign }, then + hour + 1, false],
  ["more than an hour ahead", { timestamp, sign }, then - hour - 1, false],
  ["no timestamp", { sign }, then, false],
  ["no signature", { timestamp }, then, false],
  ["a timestamp in milliseconds", { timestamp: "1700000000000", sign }, then, false],
  ["the signature of another second", { timestamp: "1700000001", sign }, then, false],
  ["a shorter signature", { timestamp, sign: sign.slice(0, -4) }, then, false],
];

for (const [why, body, now, expected] of rows) {
  test(`a webhook post is ${expected ? "signed" : "not signed"}: ${why}`, () => {
    assert.equal(isSigned(body, secret, now), expected);
  });
}

test("a timestamp in words is none, even when it is signed", () => {
  const words = createHmac("sha256", `now\n${secret}`).digest("base64");
  assert.equal(isSigned({ timestamp: "now", sign: words }, secret, then), false);
});

test("another secret makes another signature", () => {
  assert.equal(isSigned({ timestamp, sign }, "other", then), false);
});
