import type { AssistantEvent } from "./event.ts";

/** What a PermissionRequest said, kept for the `permission_prompt` that follows it in the same session. */
export type Remembered = { tool: string; extract: string };

/** What is to be remembered of an event, or null. */
export function toRemember(event: AssistantEvent): Remembered | null {
  return event.kind === "request" ? { tool: event.tool, extract: event.extract } : null;
}

/** The event, where it does not name its tool with the tool that was asked for. */
export function withRemembered(event: AssistantEvent, remembered: Remembered | null): AssistantEvent {
  if (event.kind !== "permission" || !remembered) return event;
  if (event.tool && event.tool !== remembered.tool) return event;
  return { ...event, tool: remembered.tool, extract: event.extract || remembered.extract };
}
