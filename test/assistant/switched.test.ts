import assert from "node:assert/strict";
import { test } from "node:test";
import { switchedOff } from "../../src/assistant/switched.ts";

const rows: [why: string, text: string, isManaged: boolean, expected: string[]][] = [
  ["hooks that are on", '{"hooks":{}}', true, []],
  ["hooks that a person switched off", '{"disableAllHooks":true}', false, ["disableAllHooks"]],
  ["a switch that is off", '{"disableAllHooks":false}', false, []],
  ["a switch that is no switch", '{"disableAllHooks":"true"}', false, []],
  [
    "a company that allows only its own",
    '{"allowManagedHooksOnly":true,"disableAllHooks":true}',
    true,
    ["disableAllHooks", "allowManagedHooksOnly"],
  ],
  [
    "a company's key in a person's settings, where it does nothing",
    '{"allowManagedHooksOnly":true}',
    false,
    [],
  ],
  ["no settings", "", true, []],
];

for (const [why, text, isManaged, expected] of rows) {
  test(`switchedOff finds ${why}`, () => {
    assert.deepEqual(switchedOff(text, isManaged), expected);
  });
}
