import assert from "node:assert/strict";
import { test } from "node:test";
import type { AssistantEvent } from "../../src/assistant/event.ts";
import { identityOf } from "../../src/assistant/identity.ts";
import { type Remembered, toRemember, withRemembered } from "../../src/assistant/remembered.ts";
import type { JsonObject } from "../../src/json/parse.ts";
import { claude } from "./events.ts";

function asked(message: string): AssistantEvent {
  return claude("Notification", { notification_type: "permission_prompt", message });
}

const bash: Remembered = { tool: "Bash", extract: "make" };

const rows: [
  why: string,
  event: AssistantEvent,
  remembered: Remembered | null,
  tool: string,
  extract: string,
][] = [
  ["a permission without a tool gets the remembered one", asked("x"), bash, "Bash", "make"],
  ["nothing remembered", asked("x"), null, "", ""],
  ["the same tool gets its extract", asked("permission to use Bash"), bash, "Bash", "make"],
  ["another tool keeps its name", asked("permission to use Edit"), bash, "Edit", ""],
];

for (const [why, event, remembered, tool, extract] of rows) {
  test(`withRemembered: ${why}`, () => {
    assert.partialDeepStrictEqual(withRemembered(event, remembered), { kind: "permission", tool, extract });
  });
}

test("a permission's own extract is kept", () => {
  const own = { notification_type: "permission_prompt", tool_name: "Bash", tool_input: { command: "ls" } };
  assert.partialDeepStrictEqual(withRemembered(claude("Notification", own), bash), {
    tool: "Bash",
    extract: "ls",
  });
});

test("only a permission takes what was remembered", () => {
  const idle = claude("Notification", { notification_type: "idle_prompt" });
  assert.equal(withRemembered(idle, bash), idle);
});

test("only a request is remembered", () => {
  const request = claude("PermissionRequest", { tool_name: "Bash", tool_input: { command: "make" } });
  assert.deepEqual(toRemember(request), bash);
  assert.equal(toRemember(asked("permission to use Bash")), null);
});

const stop: JsonObject = { session_id: "s", prompt_id: "p", last_assistant_message: "a" };

test("an event's identity is the same whenever it is read", () => {
  assert.deepEqual(identityOf(claude("Stop", { ...stop })), identityOf(claude("Stop", { ...stop })));
});

const others: [why: string, event: AssistantEvent, other: AssistantEvent][] = [
  ["another session", claude("Stop", stop), claude("Stop", { ...stop, session_id: "t" })],
  ["another folder", claude("Stop", { ...stop, cwd: "/a" }), claude("Stop", { ...stop, cwd: "/b" })],
  ["another prompt", claude("Stop", stop), claude("Stop", { ...stop, prompt_id: "q" })],
  ["another text", claude("Stop", stop), claude("Stop", { ...stop, last_assistant_message: "b" })],
  ["a subagent", claude("Stop", stop), claude("Stop", { ...stop, agent_id: "x" })],
  ["another event", claude("SessionEnd"), claude("SessionStart")],
  ["another failure", claude("StopFailure", { error: "a" }), claude("StopFailure", { error: "b" })],
  ["another tool", asked("permission to use A"), asked("permission to use B")],
  [
    "another request",
    claude("PermissionRequest", { tool_name: "A" }),
    claude("PermissionRequest", { tool_name: "B" }),
  ],
  [
    "another notification",
    claude("Notification", { message: "a" }),
    claude("Notification", { message: "b" }),
  ],
  [
    "waiting instead of asking",
    asked("x"),
    claude("Notification", { notification_type: "idle_prompt", message: "x" }),
  ],
];

for (const [why, event, other] of others) {
  test(`${why} is another identity`, () => {
    assert.notDeepEqual(identityOf(event), identityOf(other));
  });
}
