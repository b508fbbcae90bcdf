import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ran } from "../../src/cli/child.ts";
import { endingOf } from "../../src/queue/ending.ts";
import type { Ending } from "../../src/queue/notification.ts";

const done: Ran = { failure: "", stdout: "sent\n", stderr: "" };
const failure: Ran = { failure: "exit 1", stdout: "out\n", stderr: "err\n" };
const record = { error: "exit 1", output: "out\n\nerr\n" };

const rows: [why: string, ran: Ran, attempts: number, retries: number, ending: Ending][] = [
  ["a success", done, 0, 0, { state: "delivered" }],
  ["a success at the last attempt", done, 3, 3, { state: "delivered" }],
  ["a failure without retries", failure, 0, 0, { state: "failed", ...record }],
  ["the first failure", failure, 0, 3, { state: "waiting", due: 102_000, ...record }],
  ["the second failure", failure, 1, 3, { state: "waiting", due: 104_000, ...record }],
  ["the third failure", failure, 2, 3, { state: "waiting", due: 108_000, ...record }],
  ["the last failure", failure, 3, 3, { state: "failed", ...record }],
  ["a pause of at most 10 minutes", failure, 40, 50, { state: "waiting", due: 700_000, ...record }],
  [
    "one stream alone",
    { ...failure, stdout: "" },
    0,
    0,
    { state: "failed", error: "exit 1", output: "err\n" },
  ],
];

for (const [why, ran, attempts, retries, ending] of rows) {
  test(`endingOf: ${why}`, () => {
    assert.deepEqual(endingOf(ran, { id: 1, payload: "{}", attempts }, retries, 100_000), ending);
  });
}
