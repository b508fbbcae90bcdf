import { parseObject } from "../json/parse.ts";
import { readObject, readString } from "../json/read.ts";

/** A container was started. */
export type Start = {
  /** The container's id: an update makes a new one. */
  id: string;
  name: string;
  /** Nanoseconds since 1970 by the engine's clock, exact. */
  time: bigint;
};

/**
 * Reads one line of the engine's events; null when it is anything but the start of a container. Source:
 * https://docs.docker.com/reference/api/engine/version/v1.44/#tag/System/operation/SystemEvents
 */
export function readStart(line: string): Start | null {
  const message = parseObject(line);
  const actor = message && readObject(message, "Actor");
  const attributes = actor && readObject(actor, "Attributes");
  if (!message || !actor || !attributes) return null;
  if (readString(message, "Type") !== "container" || readString(message, "Action") !== "start") return null;
  const time = timeOf(line);
  if (time === null) return null;
  return { id: readString(actor, "ID"), name: readString(attributes, "name").replace(/^\//, ""), time };
}

/**
 * From the text: 19 digits are more than a JSON number holds. Nothing else looks like this, because
 * the values of all attributes are strings, and a quote within a string is escaped.
 */
function timeOf(line: string): bigint | null {
  const [, digits] = /"timeNano"\s*:\s*(\d{1,19})\b/.exec(line) ?? [];
  if (digits !== undefined) return BigInt(digits);
  const [, seconds] = /"time"\s*:\s*(\d{1,10})\b/.exec(line) ?? [];
  return seconds === undefined ? null : BigInt(seconds) * 1_000_000_000n;
}
