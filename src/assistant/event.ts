/** The assistants whose hooks call us. */
export type Assistant = "Claude Code" | "Codex" | "Gemini CLI" | "Cursor" | "Copilot CLI";

/** What every event carries; "" where the assistant did not say. */
export type Common = {
  assistant: Assistant;
  /** `hook_event_name` as it was given, `Unknown` when it was not. */
  name: string;
  cwd: string;
  /** The last segment of `cwd`, `Unknown` without one. */
  project: string;
  /** The whole session id, `Unknown` without one; cards show 8 characters. */
  session: string;
  /** The id of the prompt that is being worked on. */
  promptId: string;
  /** Present inside a subagent. */
  agentId: string;
};

/** One event of a coding assistant, as far as a person is told of it. */
export type AssistantEvent = Common &
  (
    | { kind: "stop"; text: string; running: number }
    | { kind: "failure"; error: string; details: string; text: string }
    | { kind: "permission"; message: string; tool: string; extract: string }
    | { kind: "request"; tool: string; extract: string }
    | { kind: "idle"; message: string }
    | { kind: "notification"; message: string; type: string }
    | { kind: "other" }
  );
