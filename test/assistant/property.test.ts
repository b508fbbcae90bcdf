import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { eventCard } from "../../src/assistant/card.ts";
import { identityOf } from "../../src/assistant/identity.ts";
import { fields } from "../../src/assistant/normalize.ts";
import { plainText } from "../../src/assistant/plain.ts";
import { defaults } from "../../src/assistant/preferences.ts";
import { quiet } from "../../src/assistant/quiet.ts";
import { readEvent } from "../../src/assistant/read.ts";
import type { JsonObject } from "../../src/json/parse.ts";
import { cardFlaw } from "../../src/platform/card.ts";
import { time } from "./events.ts";

const dangerous = fc.constantFrom(
  "<at id=all></at>",
  "<AT id=all>",
  "<person id='ou_x'>",
  "<`at id=all>",
  "<\\nat id=all>",
  "![a](http://b)",
  "![",
  "!`[",
  "](",
  "[x](",
  ")",
  "`",
  "**",
  "*",
  "__",
  "\\n",
  "\n",
  "&#60;at id=all&#62;",
  "permission to use ",
  "\u0000",
  "\ud83d",
  "\ude80",
  '"',
  "\\",
  "/",
  "错",
  "🚀",
);

const text = fc
  .tuple(
    fc.array(fc.oneof({ weight: 4, arbitrary: dangerous }, fc.string({ unit: "binary" })), { maxLength: 20 }),
    fc.constantFrom(1, 1, 30, 2_000),
  )
  .map(([parts, times]) => parts.join("").repeat(times).slice(0, 50_000));

const ourKeys = [
  ...Object.values(fields),
  "type",
  "thread-id",
  "sessionId",
  "conversation_id",
  "workspace_roots",
];
const key = fc.oneof(fc.constantFrom(...ourKeys, "details", "background_tasks", "__proto__"), fc.string());
const name = fc.constantFrom(
  "Stop",
  "StopFailure",
  "Notification",
  "PermissionRequest",
  "SubagentStop",
  "AfterAgent",
);
const type = fc.constantFrom("permission_prompt", "idle_prompt", "ToolPermission", "x");
const value = fc.oneof({ weight: 6, arbitrary: text }, fc.jsonValue() as fc.Arbitrary<never>);
const payload = fc
  .tuple(
    fc.dictionary(key, value, { maxKeys: 12 }),
    fc.record({ hook_event_name: name, notification_type: type }, { requiredKeys: [] }),
  )
  .map(([any, known]): JsonObject => JSON.parse(JSON.stringify({ ...any, ...known })));

test("any payload makes a card that the platform takes and that does nothing of its own", () => {
  fc.assert(
    fc.property(payload, fc.constantFrom(1, 500, 4_000), (given, maxChars) => {
      const event = readEvent(given);
      quiet(event, time, defaults);
      const content = JSON.stringify(eventCard(event, time, { maxChars, titlePrefix: "<at id=all>![x](y)" }));
      assert.equal(
        cardFlaw(JSON.parse(content), () => false),
        null,
      );
      assert.doesNotMatch(content, /<at|<person|!\[|```|\\ud[89a-f]/i);
      assert.ok(content.isWellFormed());
      assert.ok(Buffer.byteLength(content) < 30_000, `${Buffer.byteLength(content)} bytes`);
      const words = plainText(event, time, { maxChars, titlePrefix: "" });
      assert.doesNotMatch(words, /<at|!\[/i);
      assert.ok(words.isWellFormed() && words.length < 30_000);
      assert.ok(identityOf(event).every((part) => typeof part === "string"));
    }),
    { numRuns: 500 },
  );
});
