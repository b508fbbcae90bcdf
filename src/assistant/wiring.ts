import { isDeepStrictEqual } from "node:util";
import type { Json, JsonObject } from "../json/parse.ts";

// What the assistant's settings must say so that it calls us. Source:
// https://code.claude.com/docs/en/hooks

/** One event that we are called for; of those that have a matcher only this kind ("" = every kind). */
export type Slot = { event: string; matcher: string };

/** The specified three, and the two that name the tool and the failure to today's assistant. */
export const slots: Slot[] = [
  { event: "Stop", matcher: "" },
  { event: "Notification", matcher: "permission_prompt" },
  { event: "Notification", matcher: "idle_prompt" },
  { event: "PermissionRequest", matcher: "" },
  { event: "StopFailure", matcher: "" },
];

/**
 * The handler that calls `command`, an absolute path. `args: []` makes the assistant (2.1.139 and newer)
 * start it without a shell, so that a space in the path does no harm; older ones do not know the key and
 * give the bare path to a shell. `async`, because the assistant would wait for a hook of `Stop`. `timeout`
 * is in seconds.
 */
export function handlerOf(command: string): JsonObject {
  return { type: "command", command, args: [], async: true, timeout: 30 };
}

/** A group with our handler alone: never one of somebody else's. */
export function groupOf(slot: Slot, command: string): JsonObject {
  return { ...(slot.matcher && { matcher: slot.matcher }), hooks: [handlerOf(command)] };
}

/**
 * True for a handler of ours: one that calls `command` itself without arguments, or one that calls an
 * executable of the same name elsewhere and is to the letter what we write, as an older copy leaves it
 * behind. Any other hook is somebody else's, however similar its path.
 */
export function isOwn(handler: JsonObject, command: string): boolean {
  const { type, command: called, args = [] } = handler;
  if (type !== "command" || typeof called !== "string" || !isDeepStrictEqual(args, [])) return false;
  if (called === command) return true;
  return (
    isAbsolute(called) && nameOf(called) === nameOf(command) && isDeepStrictEqual(handler, handlerOf(called))
  );
}

/** True when a group with this matcher is asked for every event of the slot. Lists are separated by `|` or `,`. */
export function covers(matcher: Json | undefined, slot: Slot): boolean {
  if (matcher === undefined || matcher === "" || matcher === "*") return true;
  if (typeof matcher !== "string" || !slot.matcher) return false;
  return matcher
    .split(/[|,]/)
    .map((kind) => kind.trim())
    .includes(slot.matcher);
}

/** How a person reads a slot: `Notification (idle_prompt)`. */
export function slotName({ event, matcher }: Slot): string {
  return matcher ? `${event} (${matcher})` : event;
}

function isAbsolute(path: string): boolean {
  return /^(\/|\\\\|[A-Za-z]:[\\/])/.test(path);
}

function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? "";
}
