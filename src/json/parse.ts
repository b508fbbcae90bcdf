/** Any JSON value, as `JSON.parse` yields it. */
export type Json = null | boolean | number | string | Json[] | JsonObject;

/** A JSON object whose keys are not known yet. */
export type JsonObject = { [key: string]: Json };

/** The value that `text` spells, or `undefined` when it is not JSON. A leading byte-order mark is allowed. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text.startsWith("\uFEFF") ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

/** The object that `text` spells, or `null` for anything else: not JSON, an array, a number, `null`. */
export function parseObject(text: string): JsonObject | null {
  const value = parseJson(text);
  return isObject(value) ? value : null;
}

/** True for a JSON object: no array, no `null`. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
