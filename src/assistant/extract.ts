import type { JsonObject } from "../json/parse.ts";
import { readString } from "../json/read.ts";
import { cutLine } from "./cut.ts";

/** What a person has to see of a tool's input, the most telling first. */
const telling = ["command", "file_path", "filePath", "notebook_path", "url", "pattern", "query", "plan"];

const longest = 200;

/** One line of what a tool is to do, at most 200 code points; "" for an input that holds nothing. */
export function extractOf(input: JsonObject): string {
  return namedExtract(input) || (Object.keys(input).length ? cutLine(JSON.stringify(input), longest) : "");
}

/** The same of an object that says other things too: only what is known to tell something. */
export function namedExtract(input: JsonObject): string {
  return cutLine(telling.map((key) => readString(input, key).trim()).find(Boolean) ?? "", longest);
}
