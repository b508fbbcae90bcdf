import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { flag, secret, text, wantsProxy, wholeNumber } from "../../src/cli/env.ts";
import { UsageError } from "../../src/cli/usage.ts";
import { folder } from "../support/folder.ts";

const port = { min: 0, max: 65_535, fallback: 9388 };

test("text is trimmed, and an unset variable is empty", () => {
  assert.equal(text("A", { A: " b \n" }), "b");
  assert.equal(text("A", {}), "");
});

test("a secret comes from its variable, else from the file that X_FILE names", (t) => {
  const file = join(folder(t), "secret");
  writeFileSync(file, "from the file\n");
  assert.equal(secret("X", { X: "from the variable", X_FILE: file }), "from the variable");
  assert.equal(secret("X", { X_FILE: file }), "from the file");
  assert.equal(secret("X", {}), "");
});

test("a secret file that cannot be read is a UsageError that names the variable", () => {
  assert.throws(() => secret("X", { X_FILE: "/does/not/exist" }), {
    message: "Cannot read the file that X_FILE names: ENOENT",
  });
});

const numbers: [given: string, expected: number][] = [
  ["", 9388],
  ["0", 0],
  [" 80 ", 80],
  ["65535", 65_535],
];

for (const [given, expected] of numbers) {
  test(`the number ${JSON.stringify(given)} reads as ${expected}`, () => {
    assert.equal(wholeNumber("PORT", port, { PORT: given }), expected);
  });
}

for (const given of ["abc", "-1", "1.5", "65536", "0x10", "1e3", "٣"]) {
  test(`the number ${given} is a UsageError that says the range`, () => {
    assert.throws(
      () => wholeNumber("PORT", port, { PORT: given }),
      (error: Error) => error instanceof UsageError && /PORT.*from 0 to 65535/.test(error.message),
    );
  });
}

test("a switch is on for 1, true, yes and on, off for their opposites and when unset", () => {
  for (const on of ["1", "true", "YES", "on"]) assert.equal(flag("S", { S: on }), true, on);
  for (const off of ["0", "false", "No", "off", ""]) assert.equal(flag("S", { S: off }), false, off);
  assert.equal(flag("S", {}), false);
  assert.throws(() => flag("S", { S: "maybe" }), UsageError);
  assert.throws(() => flag("S", { S: "constructor" }), UsageError);
});

test("a proxy is wanted when one of its variables is set, in either case", () => {
  assert.equal(wantsProxy({}), false);
  assert.equal(wantsProxy({ https_proxy: "http://proxy:3128" }), true);
  assert.equal(wantsProxy({ HTTP_PROXY: "http://proxy:3128" }), true);
});

test("a proxy variable that is no address is a UsageError that does not show it", () => {
  for (const given of ["proxy:3128", "us3r:passw0rd@proxy:3128", "socks5://proxy:1080", "passw0rd"]) {
    assert.throws(() => wantsProxy({ HTTPS_PROXY: given }), {
      message: "Cannot use HTTPS_PROXY: it is no http or https address",
    });
  }
});
