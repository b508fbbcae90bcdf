import fc from "fast-check";
import type { JsonObject } from "../../src/json/parse.ts";
import { type FieldName, fields } from "../../src/report/fields.ts";

const pieces = fc.constantFrom(
  ...[
    "\n",
    "\r\n",
    "\r",
    "\t",
    " ",
    "\u0000",
    "\u001b[2J",
    "\u009b",
    "\u202e",
    "\u2066",
    "\ud83d",
    "\ude80",
    "🚀",
  ],
  ...[
    "|",
    "\\",
    "`",
    "```",
    "~~~",
    "#",
    "###",
    "---",
    "<",
    ">",
    "<!--",
    "-->",
    "<details>",
    "@team",
    "#7",
    "&",
  ],
  ...[
    '"',
    "'",
    "%",
    "%0a",
    "${",
    "}",
    "$(",
    ")",
    "{{",
    "](",
    "![",
    "token",
    "=",
    ":",
    "/",
    "标题",
    "é",
    "e\u0301",
  ],
);

/** Any text, and what means something to Markdown, JSON, addresses, terminals or shells. */
export const hostile: fc.Arbitrary<string> = fc
  .array(fc.oneof(pieces, fc.string({ unit: "binary", maxLength: 8 })), { maxLength: 24 })
  .map((parts) => parts.join(""));

/** A valid record, with or without what could be found out. */
export const validRecord: fc.Arbitrary<JsonObject> = fc
  .record(Object.fromEntries(fields.map((field) => [field.name, valueOfField(field)])), {
    requiredKeys: fields.filter(({ need }) => need === "required").map(({ name }) => name),
  })
  .map((record) => ({ ...record }) as JsonObject);

function valueOfField({ name, choices, need }: (typeof fields)[number]): fc.Arbitrary<string> {
  if (name === "framework_version") return fc.constantFrom("v1.2.3-20261121", "", " v0.0.1-20240229\n");
  const texts = choices ? fc.constantFrom(...choices) : hostile;
  return need === "required" && !choices ? texts.map((text) => `${text}.`) : texts;
}

/** A valid record with one field that is not. */
export const invalidRecord: fc.Arbitrary<JsonObject> = fc.oneof(
  withFault(["type", "component"], fc.oneof(fc.constantFrom(null, "", " \n", "Bug", "all"), noText())),
  withFault(["title", "description"], fc.oneof(fc.constantFrom(null, "", "\u2028 \t"), noText())),
  withFault(["priority"], fc.oneof(fc.constantFrom("urgent", "HIGH"), noText())),
  withFault(["framework_version"], fc.oneof(fc.constantFrom("v1.2.3", "v1.2.3-20260230"), noText())),
  withFault(["reproduce_steps", "actual_behavior", "project", "submitter"], noText()),
);

function withFault(names: FieldName[], values: fc.Arbitrary<unknown>): fc.Arbitrary<JsonObject> {
  return fc
    .tuple(validRecord, fc.constantFrom(...names), values)
    .map(([record, name, value]) => ({ ...record, [name]: value }) as JsonObject);
}

function noText(): fc.Arbitrary<unknown> {
  return fc.jsonValue().filter((value) => typeof value !== "string" && value !== null);
}

/** Any JSON object at all. */
export const anyRecord: fc.Arbitrary<JsonObject> = fc
  .dictionary(
    fc.oneof(fc.constantFrom(...fields.map(({ name }) => name), "__proto__", "constructor"), hostile),
    fc.jsonValue(),
  )
  .map((record) => JSON.parse(JSON.stringify(record)));
