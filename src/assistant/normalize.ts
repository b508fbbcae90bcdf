import type { Assistant } from "./event.ts";

/** What is read of a payload. */
export type Field = keyof typeof fields;

/** Claude Code's keys. Others imitate them, so they are tried first, whoever calls. */
export const fields = {
  event: "hook_event_name",
  cwd: "cwd",
  session: "session_id",
  prompt: "prompt_id",
  agent: "agent_id",
  agentType: "agent_type",
  text: "last_assistant_message",
  message: "message",
  type: "notification_type",
  tool: "tool_name",
  input: "tool_input",
  error: "error",
  details: "error_details",
  status: "status",
};

/** How an assistant's payloads differ from Claude Code's. */
export type Dialect = {
  /** As an argument of the hook, it names the assistant. */
  word: string;
  /** Keys that betray it. */
  signs: string[];
  /** Its own keys. */
  keys: Partial<Record<Field, string[]>>;
  /** Its own events; an event that only it has betrays it. */
  events: Record<string, string>;
  /** Its own types of notifications. */
  types: Record<string, string>;
  /** Keys that tell the event where a payload does not name it. */
  hints: Record<string, string>;
  /** Whether its Stop carries what the assistant said. */
  tells: boolean;
};

/**
 * What each assistant calls things. Sources: openai/codex codex-rs/hooks; google-gemini/gemini-cli
 * packages/core/src/hooks/types.ts; https://cursor.com/docs/agent/hooks;
 * https://docs.github.com/en/copilot/reference/copilot-cli-reference/cli-hooks-reference
 */
export const dialects: Record<Assistant, Dialect> = {
  Codex: {
    word: "codex",
    signs: ["turn_id", "turn-id", "thread-id"],
    keys: {
      event: ["type"],
      session: ["thread-id"],
      prompt: ["turn_id", "turn-id"],
      text: ["last-assistant-message"],
    },
    events: { "agent-turn-complete": "Stop" },
    types: {},
    hints: {},
    tells: true,
  },
  Cursor: {
    word: "cursor",
    signs: ["conversation_id", "generation_id", "cursor_version"],
    keys: { session: ["conversation_id"], prompt: ["generation_id"], cwd: ["workspace_roots"] },
    events: { stop: "Stop" },
    types: {},
    hints: {},
    tells: false,
  },
  "Copilot CLI": {
    word: "copilot",
    signs: ["sessionId", "hookName"],
    keys: {
      event: ["hookEventName", "hookName"],
      session: ["sessionId"],
      type: ["notificationType"],
      tool: ["toolName"],
      input: ["toolInput", "toolArgs"],
    },
    events: {
      agentStop: "Stop",
      notification: "Notification",
      permissionRequest: "PermissionRequest",
      errorOccurred: "StopFailure",
    },
    types: { agent_idle: "idle_prompt" },
    hints: {
      stopReason: "Stop",
      notificationType: "Notification",
      notification_type: "Notification",
      errorContext: "StopFailure",
    },
    tells: false,
  },
  "Gemini CLI": {
    word: "gemini",
    signs: [],
    keys: { text: ["prompt_response"] },
    events: { AfterAgent: "Stop" },
    types: { ToolPermission: "permission_prompt" },
    hints: {},
    tells: true,
  },
  "Claude Code": { word: "claude", signs: [], keys: {}, events: {}, types: {}, hints: {}, tells: true },
};
