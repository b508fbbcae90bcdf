import { oneLine } from "../cli/log.ts";
import { parseObject } from "../json/parse.ts";
import { readString } from "../json/read.ts";
import type { Answer } from "./wire.ts";

const shownLength = 300;

/** What the engine refused, as one can show it: `the engine replied 404: No such container: nginx`. */
export function wordsOf({ status, text }: Pick<Answer, "status" | "text">): string {
  // The engine says {"message": …}, Podman too; what stands before it says what it likes.
  const message = readString(parseObject(text) ?? {}, "message") || text;
  const shown = oneLine(message.trim().replace(/\s+/g, " ")).slice(0, shownLength);
  const hint = status === 403 ? "; a socket proxy may need to allow it" : "";
  return `the engine replied ${status}${shown && `: ${shown}`}${hint}`;
}
