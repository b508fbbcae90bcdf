import assert from "node:assert/strict";
import { test } from "node:test";
import { type CardMessage, card } from "../../src/chat/card.ts";
import { requestBody, sign } from "../../src/chat/sign.ts";

/** Made by two independent implementations of the platform's description. */
const vectors: [timestamp: string, secret: string, expected: string][] = [
  ["1700000000", "mysecret", "Jp33/xXhCipDEpjyHvEyc7mRSyXWHbNz6J8+C3qQKNo="],
  ["1599360473", "demo", "l1N0gAcBjdwBvGm1xMjOF0XSyaLRpR7tuO5dHfhAYc8="],
];

for (const [timestamp, secret, expected] of vectors) {
  test(`sign of ${timestamp} under ${secret}`, () => {
    assert.equal(sign(timestamp, secret), expected);
  });
}

const message: CardMessage = { msg_type: "interactive", card: card("t", "green", []) };

test("a body is signed with the time in seconds when there is a secret", () => {
  assert.deepEqual(JSON.parse(requestBody(message, "demo", 1_599_360_473_999)), {
    timestamp: "1599360473",
    sign: "l1N0gAcBjdwBvGm1xMjOF0XSyaLRpR7tuO5dHfhAYc8=",
    ...message,
  });
});

test("without a secret the body is the message alone", () => {
  assert.equal(requestBody(message, "", 0), JSON.stringify(message));
});
