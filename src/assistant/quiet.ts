import { isShorter } from "./cut.ts";
import type { AssistantEvent } from "./event.ts";
import { isExcluded } from "./excluded.ts";
import { isWithin } from "./hours.ts";
import type { Preferences } from "./preferences.ts";

/** Why nothing is sent for this event, or null when it is to be sent. */
export function quiet(event: AssistantEvent, time: Date, preferences: Preferences): string | null {
  const { quietHours, excludeDirs } = preferences;
  const unwanted = event.kind === "stop" ? quietStop(event, preferences) : null;
  if (!isWanted(event, preferences)) return `events of the kind ${event.kind} are not asked for`;
  if (unwanted) return unwanted;
  if (isExcluded(event.cwd, excludeDirs)) return "the folder is excluded (excludeDirs)";
  if (quietHours && isWithin(quietHours, time)) return "these are quiet hours (quietHours)";
  return null;
}

function isWanted({ kind }: AssistantEvent, { events, permissionRequests }: Preferences): boolean {
  return kind === "request" ? permissionRequests === "send" : events.includes(kind);
}

function quietStop(event: AssistantEvent & { kind: "stop" }, { subagents, minChars }: Preferences) {
  if (event.agentId && !subagents) return "the end of a subagent is not asked for (subagents)";
  // The specification counts the message as it came; what its cleaning takes away still counts.
  const isShort = event.text !== null && isShorter(event.text, minChars);
  return isShort ? `the message is shorter than ${minChars} characters (minChars)` : null;
}
