import { isDeepStrictEqual } from "node:util";
import { memberOf, type Outline, outline } from "../json/outline.ts";
import type { Json, JsonObject } from "../json/parse.ts";
import { appended, exchanged, without } from "../json/splice.ts";
import { type OwnHook, ownHooks } from "./found.ts";
import { covers, groupOf, handlerOf, type Slot, slots } from "./wiring.ts";

// The assistant's settings.json, edited as text: what we do not write ourselves keeps its bytes.

/** Settings that were left alone, and why: `it is not JSON`. */
export type Fault = { ok: false; fault: string };

/** Settings with our hooks in them; the text is the same when nothing was missing. */
export type Added = { ok: true; text: string; added: Slot[]; updated: string[] };

/** Settings without our hooks; `text` is null when nothing is left of a file that was not there before us. */
export type Removed = { ok: true; text: string | null; removed: OwnHook[] };

/**
 * Puts a hook that calls `command` into every slot that has none, and brings those of an older copy up to
 * date (`updated` names what they called). `text` is "" when there is no file. Doing it twice changes nothing.
 */
export function addHooks(text: string, command: string): Added | Fault {
  const start = text.trim() ? text : "{}\n";
  const fault = faultOf(start);
  if (fault) return { ok: false, fault };
  const old = ownHooks(start, command).filter(
    ({ handler }) => !isDeepStrictEqual(handler, completed(handler, command)),
  );
  // From the end on, so that the places of those before stay true.
  const current = old.reduceRight(
    (now, { handler, span }) => exchanged(now, span, completed(handler, command)),
    start,
  );
  const own = ownHooks(current, command);
  const added = slots.filter((slot) => !own.some((hook) => fills(hook, slot)));
  return {
    ok: true,
    text: added.reduce((now, slot) => withGroup(now, slot, command), current),
    added,
    updated: old.map(({ handler }) => String(handler.command)),
  };
}

/**
 * Takes our hooks out, and the groups, events and keys that were there for them alone. `before` is the text
 * from before they were put in, null when there was no file: what stood there empty stays, and a file that
 * nobody has touched since becomes what it was, byte for byte.
 */
export function removeHooks(text: string, command: string, before: string | null): Removed | Fault {
  if (text.trim() && !outline(text)) return { ok: false, fault: notJson };
  const removed = ownHooks(text, command);
  const [first] = removed;
  if (!first) return { ok: true, text, removed };
  // A text that has our hooks in it already says nothing of the time before them.
  const known = before !== null && !ownHooks(before, command).length ? before : null;
  if (known !== null && putIn(known, String(first.handler.command)) === text)
    return { ok: true, text: known, removed };
  const rest = removed.reduce((now) => withoutFirst(now, command, known), text);
  const isNothing = before === null && outline(rest)?.members.length === 0;
  return { ok: true, text: isNothing ? null : rest, removed };
}

/** A handler of ours that calls `command`, with all keys; what somebody chose otherwise in it stays: `async`, `timeout`. */
function completed(handler: JsonObject, command: string): JsonObject {
  return { ...handlerOf(command), ...handler, command };
}

/** True when the hook is called for every event of the slot. */
export function fills({ event, group }: OwnHook, slot: Slot): boolean {
  return event === slot.event && covers(group.matcher, slot);
}

const notJson = "it is not JSON";

/** Why our hooks cannot go into these settings, or "". */
function faultOf(text: string): string {
  const settings = outline(text);
  if (!settings) return notJson;
  if (settings.kind !== "object") return "it is no JSON object";
  const hooks = memberOf(settings, "hooks")?.value;
  if (!hooks) return "";
  if (hooks.kind !== "object") return '"hooks" in it is no object';
  return slots.map(({ event }) => eventFault(event, memberOf(hooks, event)?.value)).find(Boolean) ?? "";
}

function eventFault(event: string, groups: Outline | undefined): string {
  if (!groups) return "";
  if (groups.kind !== "array") return `"hooks.${event}" in it is no list`;
  const odd = groups.members.findIndex(({ value }) => memberOf(value, "hooks")?.value.kind !== "array");
  return odd < 0 ? "" : `"hooks.${event}[${odd}]" in it is no group with a list of hooks`;
}

function withGroup(text: string, slot: Slot, command: string): string {
  const settings = outline(text);
  if (!settings) return text;
  const group: Json = groupOf(slot, command);
  const hooks = memberOf(settings, "hooks")?.value;
  if (!hooks) return appended(text, settings, "hooks", { [slot.event]: [group] });
  const groups = memberOf(hooks, slot.event)?.value;
  if (!groups) return appended(text, hooks, slot.event, [group]);
  return appended(text, groups, null, group);
}

function putIn(text: string, command: string): string | null {
  const result = addHooks(text, command);
  return result.ok ? result.text : null;
}

/** The text without the first hook of ours, and without what it alone filled. */
function withoutFirst(text: string, command: string, before: string | null): string {
  const [hook] = ownHooks(text, command);
  if (!hook) return text;
  const goes = goingWith(hook, before);
  let depth = hook.trail.length - 1;
  while (goes[depth] && hook.trail[depth]?.container.members.length === 1) depth -= 1;
  const { container, index } = hook.trail[depth] ?? { container: hook.span, index: -1 };
  return without(text, container, index);
}

/** For each step of a hook's trail, whether the container goes when the step was the last in it: settings, hooks, event, group. */
function goingWith({ event, group }: OwnHook, before: string | null): boolean[] {
  const settings = outline(before ?? "");
  const hooks = settings && memberOf(settings, "hooks")?.value;
  const isBare = Object.keys(group).every((key) => key === "matcher" || key === "hooks");
  return [false, !hooks, !(hooks && memberOf(hooks, event)), isBare];
}
