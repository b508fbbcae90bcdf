import { type JsonObject, parseObject } from "../json/parse.ts";
import { readArray, readObject, readString } from "../json/read.ts";
import type { Assistant } from "./event.ts";
import { dialects, type Field, fields } from "./normalize.ts";

/** A payload and whose it is, read by our names. */
export type Source = {
  assistant: Assistant;
  payload: JsonObject;
  /** The event as it was given, "" when it was not. */
  given: string;
  /** The event as Claude Code calls it. */
  event: string;
};

/** Finds out who calls and for what; `words` are the hook's arguments that are no payload. */
export function sourceOf(payload: JsonObject, words: string[]): Source {
  const assistant = assistantOf(payload, words);
  const { events, hints } = dialects[assistant];
  const isName = (word: string) => assistants.some((name) => dialects[name].word === word);
  const given = stringIn(payload, assistant, "event") || words.find((word) => word && !isName(word)) || "";
  const hint = given ? undefined : Object.keys(hints).find((key) => has(payload, key));
  return { assistant, payload, given, event: alias(events, given) || alias(hints, hint ?? "") || given };
}

/** The field's text, "" when there is none; of a list its first. */
export function text({ payload, assistant }: Source, field: Field): string {
  return stringIn(payload, assistant, field);
}

/** The field's object, which may be spelt out as JSON; null when there is none. */
export function object({ payload, assistant }: Source, field: Field): JsonObject | null {
  const named = keysOf(assistant, field).find((key) => has(payload, key)) ?? "";
  return readObject(payload, named) ?? parseObject(readString(payload, named));
}

/** The type of a notification as Claude Code calls it. */
export function typeOf(source: Source): string {
  const given = text(source, "type");
  return alias(dialects[source.assistant].types, given) || given;
}

const assistants = Object.keys(dialects) as Assistant[];

function assistantOf(payload: JsonObject, words: string[]): Assistant {
  const isNamed = (name: Assistant) => words.includes(dialects[name].word);
  const isBetrayed = (name: Assistant) => {
    const { signs, events, types } = dialects[name];
    const [event, type] = [stringIn(payload, name, "event"), stringIn(payload, name, "type")];
    return signs.some((key) => has(payload, key)) || alias(events, event) || alias(types, type);
  };
  return assistants.find(isNamed) ?? assistants.find(isBetrayed) ?? "Claude Code";
}

function stringIn(payload: JsonObject, assistant: Assistant, field: Field): string {
  const values = keysOf(assistant, field).map((key) => readString(payload, key) || firstIn(payload, key));
  return values.find(Boolean) ?? "";
}

function firstIn(payload: JsonObject, key: string): string {
  const [first] = readArray(payload, key) ?? [];
  return typeof first === "string" ? first : "";
}

function keysOf(assistant: Assistant, field: Field): string[] {
  return [fields[field], ...(dialects[assistant].keys[field] ?? [])];
}

function alias(table: Record<string, string>, name: string): string {
  return (Object.hasOwn(table, name) && table[name]) || "";
}

function has(payload: JsonObject, key: string): boolean {
  return Object.hasOwn(payload, key) && payload[key] !== null;
}
