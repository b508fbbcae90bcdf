import { isObject, type Json, type JsonObject } from "./parse.ts";

// Typed reads of a parsed object. Only own properties count, so `__proto__` and
// `constructor` name nothing; a value of another type counts as absent.

/** The string under `key`, or `fallback`. */
export function readString(from: JsonObject, key: string, fallback = ""): string {
  const value = own(from, key);
  return typeof value === "string" ? value : fallback;
}

/** The finite number under `key`, or `null`. */
export function readNumber(from: JsonObject, key: string): number | null {
  const value = own(from, key);
  return Number.isFinite(value) ? (value as number) : null;
}

/** The object under `key`, or `null`. */
export function readObject(from: JsonObject, key: string): JsonObject | null {
  const value = own(from, key);
  return isObject(value) ? value : null;
}

/** The array under `key`, or `null`. */
export function readArray(from: JsonObject, key: string): Json[] | null {
  const value = own(from, key);
  return Array.isArray(value) ? value : null;
}

/** The objects in the array under `key`; other members are skipped; no array counts as an empty one. */
export function readObjects(from: JsonObject, key: string): JsonObject[] {
  return (readArray(from, key) ?? []).filter(isObject);
}

function own(from: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(from, key) ? from[key] : undefined;
}
