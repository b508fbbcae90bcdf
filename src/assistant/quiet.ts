import { isShorter } from "./cut.ts";
import type { AssistantEvent } from "./event.ts";
import { isExcluded } from "./excluded.ts";
import { isWithin } from "./hours.ts";
import type { Preferences } from "./preferences.ts";

/** Why nothing is sent for this event, or null when it is to be sent. */
export function quiet(event: AssistantEvent, time: Date, preferences: Preferences): string | null {
  const { quietHours, excludeDirs } = preferences;
  const unwanted = quietKind(event, preferences);
  if (unwanted) return unwanted;
  if (isExcluded(event.cwd, excludeDirs)) return "the folder is excluded (excludeDirs)";
  if (quietHours && isWithin(quietHours, time)) return "these are quiet hours (quietHours)";
  return null;
}

function quietKind(event: AssistantEvent, preferences: Preferences): string | null {
  const { kind } = event;
  if (kind === "request")
    return preferences.permissionRequests === "send" ? null : "it is remembered (permissionRequests)";
  if (!preferences.events.includes(kind)) return `events of the kind ${kind} are not asked for (events)`;
  return kind === "stop" ? quietStop(event, preferences) : null;
}

function quietStop(
  event: AssistantEvent & { kind: "stop" },
  { subagents, minChars }: Preferences,
): string | null {
  if (event.agentId && !subagents) return "the end of a subagent is not asked for (subagents)";
  // The specification counts the message as it came; what its cleaning takes away still counts.
  const isShort = event.text !== null && isShorter(event.text, minChars);
  return isShort ? `the message is shorter than ${minChars} characters (minChars)` : null;
}
