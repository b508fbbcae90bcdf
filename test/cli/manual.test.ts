import assert from "node:assert/strict";
import { test } from "node:test";
import { readArguments } from "../../src/cli/arguments.ts";
import { type Manual, renderManual } from "../../src/cli/manual.ts";
import { UsageError } from "../../src/cli/usage.ts";

const manual: Manual = {
  name: "bell",
  purpose: "rings once.",
  usage: ["", "--watch <name> ..."],
  options: [
    ["--watch <name>", "watch it\nuntil it rings"],
    ["--dry", "do not ring"],
  ],
  exits: [["0", "rung"]],
  example: "bell --dry",
};

test("the manual lists what is there, in columns, and no empty section", () => {
  const text = `bell: rings once.

Usage:
  bell
  bell --watch <name> ...

Options:
  --watch <name>  watch it
                  until it rings
  --dry           do not ring
  --help          show this text
  --version       show the version

Exit codes:
  0  rung

Example:
  bell --dry`;
  assert.equal(renderManual(manual), text);
});

test("arguments are read by the options that the manual names", () => {
  const args = readArguments(manual, ["--watch", "a", "--dry", "rest", "--watch=b"]);
  assert.deepEqual(args.values("--watch"), ["a", "b"]);
  assert.equal(args.has("--dry"), true);
  assert.equal(args.has("--help"), false);
  assert.deepEqual(args.rest, ["rest"]);
});

const refused: [why: string, argv: string[]][] = [
  ["an unknown option", ["--ring"]],
  ["a missing value", ["--watch"]],
  ["a value for a switch", ["--dry=no"]],
];

for (const [why, argv] of refused) {
  test(`arguments with ${why} are a UsageError that points to --help`, () => {
    assert.throws(
      () => readArguments(manual, argv),
      (error: Error) =>
        error instanceof UsageError && /^Cannot run bell: .+; see bell --help$/.test(error.message),
    );
  });
}
