import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { AssistantEvent } from "../../src/assistant/event.ts";
import { readEvent } from "../../src/assistant/read.ts";
import type { JsonObject } from "../../src/json/parse.ts";

const fixture = join(import.meta.dirname, "../fixtures/claude-code-2.1.329.ndjson");
const captured = readFileSync(fixture, "utf8").trim().split("\n");

test("the inputs captured from Claude Code, in their order", () => {
  const events = captured.map((line) => readEvent(JSON.parse(line)));
  const facts = events.map(({ assistant, name, project, session, promptId, kind }) =>
    [assistant, name, project, session.slice(0, 8), promptId.slice(0, 4), kind].join(" "),
  );
  assert.deepEqual(facts, [
    "Claude Code PermissionRequest my_shop_v2 6e47eb46 d3a0 request",
    "Claude Code Notification my_shop_v2 6e47eb46 d3a0 permission",
    "Claude Code Stop my_shop_v2 6e47eb46 d3a0 stop",
    "Claude Code Notification my_shop_v2 6e47eb46 d3a0 idle",
    "Claude Code SessionEnd my_shop_v2 6e47eb46 d3a0 other",
    "Claude Code StopFailure my_shop_v2 c5daf2c0 37ca failure",
    "Claude Code SessionEnd my_shop_v2 c5daf2c0 37ca other",
  ]);
});

type Row = [
  why: string,
  payload: JsonObject,
  expected: Partial<AssistantEvent> & JsonObject,
  words?: string[],
];

const rows: Row[] = [
  [
    "an empty object has the specified defaults",
    {},
    {
      assistant: "Claude Code",
      kind: "other",
      name: "Unknown",
      cwd: "",
      project: "Unknown",
      session: "Unknown",
      promptId: "",
      agentId: "",
      agentType: "",
    },
  ],
  [
    "null and wrong types count as absent",
    { hook_event_name: "Stop", cwd: 7, session_id: null, last_assistant_message: {}, background_tasks: "x" },
    { kind: "stop", project: "Unknown", session: "Unknown", text: "", running: 0 },
  ],
  ["an event name of another type", { hook_event_name: 5 }, { kind: "other", name: "Unknown" }],
  [
    "names of object members are no events",
    { hook_event_name: "constructor" },
    { assistant: "Claude Code", kind: "other", name: "constructor" },
  ],
  ["a type without an assistant is no event", { type: "agent" }, { kind: "other", name: "Unknown" }],
  [
    "the documented Stop, with work in the background",
    {
      session_id: "abc123",
      cwd: "/Users/me/app/",
      permission_mode: "default",
      hook_event_name: "Stop",
      stop_hook_active: true,
      last_assistant_message: "I've completed the refactoring. Here's a summary...",
      background_tasks: [
        { id: "task-001", type: "shell", status: "running", description: "tail logs", command: "tail -f x" },
        { id: "task-002", type: "shell", status: "completed" },
        { id: "task-003", type: "monitor" },
        null,
      ],
      session_crons: [{ id: "cron-001", schedule: "0 9 * * 1-5", recurring: true, prompt: "check" }],
    },
    { kind: "stop", project: "app", text: "I've completed the refactoring. Here's a summary...", running: 2 },
  ],
  [
    "the documented permission_prompt, which names no tool",
    {
      session_id: "abc123",
      cwd: "/Users/me",
      hook_event_name: "Notification",
      message: "Claude needs your permission",
      title: "Permission needed",
      notification_type: "permission_prompt",
    },
    { kind: "permission", message: "Claude needs your permission", tool: "", extract: "" },
  ],
  [
    "the documented StopFailure",
    {
      session_id: "abc123",
      hook_event_name: "StopFailure",
      error: "rate_limit",
      error_details: "429 Too Many Requests",
      last_assistant_message: "API Error: Rate limit reached",
    },
    {
      kind: "failure",
      error: "rate_limit",
      details: "429 Too Many Requests",
      text: "API Error: Rate limit reached",
    },
  ],
  [
    "the documented PermissionRequest",
    {
      session_id: "abc123",
      hook_event_name: "PermissionRequest",
      tool_name: "Bash",
      tool_input: { command: "rm -rf node_modules", description: "Remove node_modules directory" },
      permission_suggestions: [{ type: "addRules", behavior: "allow" }],
    },
    { kind: "request", tool: "Bash", extract: "rm -rf node_modules" },
  ],
  [
    "the documented SubagentStop",
    {
      session_id: "abc123",
      hook_event_name: "SubagentStop",
      agent_id: "def456",
      agent_type: "Explore",
      last_assistant_message: "Analysis complete. Found 3 potential issues...",
      background_tasks: [],
    },
    {
      kind: "stop",
      agentId: "def456",
      agentType: "Explore",
      text: "Analysis complete. Found 3 potential issues...",
    },
  ],
  ["a SubagentStop that names no subagent", { hook_event_name: "SubagentStop" }, { kind: "other" }],
  [
    "the documented SessionEnd",
    { hook_event_name: "SessionEnd", reason: "other" },
    { kind: "other", name: "SessionEnd" },
  ],
  [
    "another type of notification",
    { hook_event_name: "Notification", notification_type: "auth_success", message: "Signed in" },
    { kind: "notification", type: "auth_success", message: "Signed in" },
  ],
  [
    "Codex's notify, with kebab-case keys",
    {
      type: "agent-turn-complete",
      "thread-id": "t-1",
      "turn-id": "7",
      cwd: "/srv/app",
      client: "codex-tui",
      "input-messages": ["do"],
      "last-assistant-message": "Done",
    },
    {
      assistant: "Codex",
      kind: "stop",
      name: "agent-turn-complete",
      session: "t-1",
      promptId: "7",
      project: "app",
      text: "Done",
    },
  ],
  [
    "Codex's notify without a message",
    { type: "agent-turn-complete", "thread-id": "t-1", "last-assistant-message": null },
    { assistant: "Codex", kind: "stop", text: "" },
  ],
  [
    "Codex's Stop, which may hold null",
    {
      cwd: "/srv/app",
      hook_event_name: "Stop",
      last_assistant_message: null,
      model: "gpt",
      permission_mode: "default",
      session_id: "s",
      stop_hook_active: false,
      transcript_path: null,
      turn_id: "t",
    },
    { assistant: "Codex", kind: "stop", text: "", session: "s", promptId: "t" },
  ],
  [
    "Codex's PermissionRequest",
    {
      hook_event_name: "PermissionRequest",
      turn_id: "t",
      tool_name: "Bash",
      tool_input: { command: "ls", description: null },
    },
    { assistant: "Codex", kind: "request", tool: "Bash", extract: "ls" },
  ],
  [
    "Gemini CLI's AfterAgent",
    {
      session_id: "g",
      cwd: "/srv/app",
      hook_event_name: "AfterAgent",
      timestamp: "2026-01-01T00:00:00Z",
      prompt: "do",
      prompt_response: "Done",
      stop_hook_active: false,
    },
    { assistant: "Gemini CLI", kind: "stop", name: "AfterAgent", text: "Done" },
  ],
  [
    "Gemini CLI's ToolPermission of a command",
    {
      hook_event_name: "Notification",
      notification_type: "ToolPermission",
      message: "Tool Shell requires execution",
      details: { type: "exec", title: "Shell", command: "npm test", rootCommand: "npm" },
    },
    { assistant: "Gemini CLI", kind: "permission", tool: "Shell", extract: "npm test" },
  ],
  [
    "Gemini CLI's ToolPermission of an edit",
    {
      hook_event_name: "Notification",
      notification_type: "ToolPermission",
      details: { type: "edit", title: "Edit", filePath: "/a/b.ts" },
    },
    { kind: "permission", tool: "Edit", extract: "/a/b.ts" },
  ],
  [
    "Gemini CLI's ToolPermission of a server's tool",
    {
      hook_event_name: "Notification",
      notification_type: "ToolPermission",
      details: { type: "mcp", title: "Confirm", serverName: "s", toolName: "find" },
    },
    { kind: "permission", tool: "find", extract: "" },
  ],
  [
    "Cursor's stop",
    {
      hook_event_name: "stop",
      conversation_id: "c",
      generation_id: "g",
      model: "m",
      cursor_version: "2",
      workspace_roots: ["/srv/app", "/srv/lib"],
      status: "completed",
      loop_count: 0,
    },
    {
      assistant: "Cursor",
      kind: "stop",
      name: "stop",
      session: "c",
      promptId: "g",
      cwd: "/srv/app",
      project: "app",
      text: null,
    },
  ],
  [
    "Cursor's stop by the person",
    { hook_event_name: "stop", status: "aborted" },
    { assistant: "Cursor", kind: "interrupted" },
  ],
  [
    "Cursor's stop after an error",
    { hook_event_name: "stop", status: "error" },
    { assistant: "Cursor", kind: "failure", error: "error", text: "" },
  ],
  ["Cursor without folders", { hook_event_name: "stop", workspace_roots: [] }, { project: "Unknown" }],
  [
    "Copilot CLI's end of a turn, which names no event",
    { sessionId: "p", cwd: "/srv/app", stopReason: "end_turn", transcriptPath: "/t" },
    { assistant: "Copilot CLI", kind: "stop", name: "Unknown", session: "p", text: null },
  ],
  [
    "Copilot CLI's event that is named, whatever its keys hint at",
    { hookName: "subagentStop", sessionId: "p", stopReason: "end_turn" },
    { assistant: "Copilot CLI", kind: "other", name: "subagentStop" },
  ],
  [
    "Copilot CLI's end of a turn, named by an argument",
    { sessionId: "p" },
    { assistant: "Copilot CLI", kind: "stop", name: "agentStop" },
    ["copilot", "agentStop"],
  ],
  [
    "Copilot CLI's permission notification",
    {
      sessionId: "p",
      notificationType: "permission_prompt",
      message: "Copilot needs your permission to use shell.",
    },
    { assistant: "Copilot CLI", kind: "permission", tool: "shell" },
  ],
  [
    "Copilot CLI's idle notification",
    { sessionId: "p", hookEventName: "notification", notification_type: "agent_idle" },
    { assistant: "Copilot CLI", kind: "idle" },
  ],
  [
    "Copilot CLI's permissionRequest in camelCase",
    { hookName: "permissionRequest", sessionId: "p", toolName: "bash", toolInput: { command: "ls" } },
    { assistant: "Copilot CLI", kind: "request", name: "permissionRequest", tool: "bash", extract: "ls" },
  ],
  [
    "Copilot CLI's arguments of a tool as a text",
    { hookName: "permissionRequest", sessionId: "p", toolName: "bash", toolArgs: '{"command":"ls -l"}' },
    { kind: "request", tool: "bash", extract: "ls -l" },
  ],
  [
    "Copilot CLI's error",
    { sessionId: "p", errorContext: "model_call", error: { name: "TimeoutError", message: "no answer" } },
    { assistant: "Copilot CLI", kind: "failure", error: "TimeoutError", text: "no answer" },
  ],
  [
    "an assistant named by an argument",
    { hook_event_name: "Stop" },
    { assistant: "Gemini CLI", kind: "stop" },
    ["gemini"],
  ],
  [
    "an event named by an argument alone",
    {},
    { kind: "stop", name: "Stop", assistant: "Claude Code" },
    ["Stop"],
  ],
  ["the payload's event before an argument's", { hook_event_name: "Stop" }, { name: "Stop" }, ["SessionEnd"]],
  [
    "a sign that is null betrays nobody",
    { hook_event_name: "Stop", turn_id: null },
    { assistant: "Claude Code" },
  ],
];

for (const [why, payload, expected, words] of rows) {
  test(`readEvent: ${why}`, () => {
    assert.partialDeepStrictEqual(readEvent(payload, words), expected);
  });
}

const tools: [why: string, message: string, tool: string][] = [
  ["the older wording", "Claude needs your permission to use Bash", "Bash"],
  ["a tool of two words", "Claude needs your permission to use Web Search", "Web Search"],
  ["punctuation after it", "Claude needs your permission to use Bash. ", "Bash"],
  ["a line after it", "permission to use mcp__a__b\nAllow?", "mcp__a__b"],
  ["the approval of a plan", "Claude Code needs your approval for the plan", ""],
  ["nothing after it", "permission to use ", ""],
];

for (const [why, message, tool] of tools) {
  test(`the tool in a permission's message: ${why}`, () => {
    const event = readEvent({
      hook_event_name: "Notification",
      notification_type: "permission_prompt",
      message,
    });
    assert.equal(event.kind === "permission" && event.tool, tool);
  });
}

const projects: [cwd: string, project: string][] = [
  ["/home/dev/my_app_v2", "my_app_v2"],
  ["/home/dev/shop/", "shop"],
  ["/home/dev/shop//", "shop"],
  ["C:\\work\\shop", "shop"],
  ["C:\\work\\shop\\", "shop"],
  ["\\\\server\\share\\前端", "前端"],
  ["C:\\", "C:"],
  ["shop", "shop"],
  ["/", "/"],
  ["  ", "Unknown"],
  ["", "Unknown"],
];

for (const [cwd, project] of projects) {
  test(`the project in ${JSON.stringify(cwd)}`, () => {
    assert.equal(readEvent({ cwd }).project, project);
  });
}

const inputs: [why: string, input: JsonObject, extract: string][] = [
  ["a command", { description: "d", command: "make" }, "make"],
  ["a file", { old_string: "a", file_path: "/a.ts" }, "/a.ts"],
  ["an address", { prompt: "p", url: "https://a/b" }, "https://a/b"],
  ["a pattern", { path: "/", pattern: "x.*" }, "x.*"],
  ["anything else", { a: 1, b: [true] }, '{"a":1,"b":[true]}'],
  ["a command that is empty", { command: " " }, '{"command":" "}'],
  ["nothing", {}, ""],
  ["several lines", { command: "cat <<E\n\ta\r\nE\u0007" }, "cat <<E a E"],
  ["200 code points", { command: "🚀".repeat(200) }, "🚀".repeat(200)],
  ["more than 200 code points", { command: "🚀".repeat(201) }, `${"🚀".repeat(200)}...`],
  ["half a surrogate pair", { command: "a\ud83d" }, "a\ufffd"],
];

for (const [why, tool_input, extract] of inputs) {
  test(`the extract of a tool's input: ${why}`, () => {
    const event = readEvent({ hook_event_name: "PermissionRequest", tool_input });
    assert.equal(event.kind === "request" && event.extract, extract);
  });
}

test("a message of 8 MiB that invites to search it over and over is read at once", {
  timeout: 60_000,
}, () => {
  const message = `permission to use ${" ".repeat(4_000_000)}x${"permission to use ".repeat(200_000)}`;
  const payload = { hook_event_name: "Notification", notification_type: "permission_prompt", message };
  assert.equal(readEvent(payload).kind, "permission");
});
