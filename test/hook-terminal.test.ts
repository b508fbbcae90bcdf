import assert from "node:assert/strict";
import { test } from "node:test";
import { hasTerminal, startInTerminal } from "./support/terminal.ts";

test("hook does not wait in a terminal for an event that nobody types", { skip: !hasTerminal }, async (t) => {
  const terminal = startInTerminal(t, "hook");
  const { code } = await terminal.end();
  assert.match(terminal.screen(), /^Cannot read an event: standard input is a terminal; see --help\r?\n$/);
  assert.equal(code, 1);
});
