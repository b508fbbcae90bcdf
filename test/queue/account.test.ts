import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ran } from "../../src/cli/child.ts";
import { accountOf } from "../../src/queue/account.ts";
import type { Ending } from "../../src/queue/notification.ts";

const failed: Ending = { state: "failed", error: "exit 1", output: "" };
const silent: Ran = { failure: "", stdout: "", stderr: "" };

const rows: [why: string, ran: Ran, ending: Ending, lines: string[]][] = [
  ["a silent success", silent, { state: "delivered" }, ["info Delivered #7"]],
  [
    "output is info, errors are error, line by line",
    { failure: "", stdout: "a\nb\r\nc\rd\n", stderr: "e\n\n  \nf" },
    { state: "delivered" },
    ["info a", "info b", "info c", "info d", "error e", "error f", "info Delivered #7"],
  ],
  [
    "a failure that stays",
    { ...silent, failure: "timed out after 30 s" },
    failed,
    ["error Cannot deliver #7: timed out after 30 s; relay --retry-failed tries it again"],
  ],
  [
    "a failure that is tried again",
    { ...silent, failure: "exit 1" },
    { state: "waiting", error: "exit 1", output: "", due: 104_000 },
    ["error Cannot deliver #7: exit 1; attempt 3 follows in 4 s"],
  ],
];

for (const [why, ran, ending, lines] of rows) {
  test(`accountOf: ${why}`, () => {
    const account = accountOf({ id: 7, payload: "{}", attempts: 1 }, ran, ending, 100_000);
    assert.deepEqual(
      account.flatMap(([level, messages]) => messages.map((message) => `${level} ${message}`)),
      lines,
    );
  });
}
