import { isObject, parseJson } from "../json/parse.ts";
import { readString } from "../json/read.ts";

/** What a request body is to the relay. */
export type Receipt = {
  /** The JSON text for the script. */
  payload: string;
  /** What the log calls it: `title`, else `Action`, else `unknown`; at most 200 characters. */
  name: string;
};

const fixedTitle = "部署通知";
const longestName = 200;

/**
 * Reads a body by its content alone: Watchtower sends plain text as `application/json`. A JSON object
 * is passed on as it came; everything else is text and is wrapped. A byte-order mark is dropped, invalid
 * UTF-8 becomes U+FFFD.
 */
export function readReceipt(body: Buffer): Receipt {
  const text = body.toString("utf8").replace(/^\uFEFF/, "");
  const value = parseJson(text);
  if (isObject(value))
    return { payload: text, name: shorten(readString(value, "title") || readString(value, "Action")) };
  return { payload: JSON.stringify({ message: text.trim(), title: fixedTitle }), name: fixedTitle };
}

function shorten(name: string): string {
  if (name.length <= longestName) return name || "unknown";
  return `${[...name.slice(0, 2 * longestName)].slice(0, longestName - 1).join("")}…`;
}
