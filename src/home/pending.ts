import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { fingerprint } from "../json/fingerprint.ts";
import { parseObject } from "../json/parse.ts";
import { readNumber, readString } from "../json/read.ts";
import { writeWhole } from "./whole.ts";

/** A permission that was asked for: the tool, and one line of what it is to do. */
export type Pending = { tool: string; extract: string };

/** How long a request is remembered, in milliseconds. */
const memory = 600_000;

/**
 * Remembers the last request of a session in the folder `state`, and forgets the old ones of all. What
 * cannot be written is not remembered: the card then does without.
 */
export function remember(state: string, session: string, { tool, extract }: Pending, now: number): void {
  if (!state) return;
  try {
    writeWhole(fileOf(state, session), `${JSON.stringify({ session, tool, extract, at: now })}\n`);
    forgetOld(folderOf(state), now);
  } catch {
    // See above.
  }
}

/** What the session asked for within the last ten minutes, or null. */
export function recall(state: string, session: string, now: number): Pending | null {
  try {
    const kept = parseObject(readFileSync(fileOf(state, session), "utf8")) ?? {};
    const age = now - (readNumber(kept, "at") ?? 0);
    if (readString(kept, "session") !== session || Math.abs(age) >= memory) return null;
    return { tool: readString(kept, "tool"), extract: readString(kept, "extract") };
  } catch {
    return null;
  }
}

function forgetOld(folder: string, now: number): void {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (now - statSync(file).mtimeMs > memory) rmSync(file, { force: true });
  }
}

/** A session's id is a stranger's text: its fingerprint names no other folder. */
function fileOf(state: string, session: string): string {
  return join(folderOf(state), `${fingerprint(session)}.json`);
}

function folderOf(state: string): string {
  return join(state, "requests");
}
