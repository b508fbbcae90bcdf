import { appendFileSync, renameSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "../cli/folder.ts";
import type { JsonObject } from "../json/parse.ts";

/** Adds one line to the debug log. */
export type DebugLog = (entry: JsonObject) => void;

/** Bytes of a log before it is put aside; one that was put aside before is lost. */
const fileLimit = 1024 * 1024;

/** Characters of one text in the log; an event may be eight times as long as the whole file. */
const textLimit = 65_536;

/** Milliseconds that lines wait for others, so that an event costs one write and not three. */
const gathering = 50;

/**
 * The debug log in the folder `state` ("" for nowhere): JSON lines with the time and the id of this
 * invocation. `conceal` takes the secrets out of every text. A log that cannot be written is no
 * reason to keep a card back, so faults are swallowed; `hook doctor` looks for them.
 */
export function debugLog(state: string, conceal: (text: string) => string): DebugLog {
  if (!state) return () => {};
  const file = join(state, "hook.log");
  const invocation = Math.random().toString(36).slice(2, 10);
  let waiting = "";
  const flush = () => {
    if (waiting) append(file, waiting);
    waiting = "";
  };
  process.once("exit", flush);
  return (entry) => {
    const texts = Object.entries(entry).map(([key, value]) => [
      key,
      typeof value === "string" ? shortened(conceal(value)) : value,
    ]);
    const time = new Date().toISOString();
    if (!waiting) setTimeout(flush, gathering).unref();
    waiting += `${JSON.stringify({ time, invocation, ...Object.fromEntries(texts) })}\n`;
  };
}

function shortened(text: string): string {
  const left = text.length - textLimit;
  return left > 0 ? `${text.slice(0, textLimit)}… (${left} more characters)` : text;
}

function append(file: string, lines: string): void {
  try {
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size === undefined) makeFolder(dirname(file));
    else if (size + Buffer.byteLength(lines) > fileLimit) renameSync(file, `${file}.1`);
    appendFileSync(file, lines, { mode: 0o600 });
  } catch {
    // See debugLog.
  }
}
