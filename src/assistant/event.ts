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
  /** What kind of subagent it is. */
  agentType: string;
};

/** One event of a coding assistant, as far as a person is told of it. */
export type AssistantEvent = Common &
  (
    | {
        kind: "stop";
        /** What the assistant said last; null where its hooks never say. */
        text: string | null;
        /** Background tasks that still run. */
        running: number;
      }
    /** The person ended the turn. */
    | { kind: "interrupted" }
    | { kind: "failure"; error: string; details: string; text: string }
    /** `tool` and `extract` (one line of what it is to do) are "" when the event does not name them. */
    | { kind: "permission"; message: string; tool: string; extract: string }
    /** A permission is asked for this instant, perhaps of a person who sits there. */
    | { kind: "request"; tool: string; extract: string }
    | { kind: "idle"; message: string }
    | { kind: "notification"; message: string; type: string }
    | { kind: "other" }
  );

export type Kind = AssistantEvent["kind"];
