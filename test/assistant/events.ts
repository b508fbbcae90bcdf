import type { AssistantEvent } from "../../src/assistant/event.ts";
import { readEvent } from "../../src/assistant/read.ts";
import type { JsonObject } from "../../src/json/parse.ts";

/** 2025-11-20 09:05:07, local time. */
export const time = new Date(2025, 10, 20, 9, 5, 7);

/** An event of Claude Code in a session of its own. */
export function claude(event: string, more: JsonObject = {}): AssistantEvent {
  return readEvent({ hook_event_name: event, session_id: "0123456789", cwd: "/home/dev/shop", ...more });
}
