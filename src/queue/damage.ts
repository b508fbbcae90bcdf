import { DatabaseSync } from "node:sqlite";
import { reasonOf } from "./reason.ts";

// SQLite's result codes for a damaged file and for none of its own: https://www.sqlite.org/rescode.html
const damaged = [11, 26];

/**
 * What is wrong with a database file, "" when nothing is found. Reads all of it, so that damage shows
 * now and not when a notification is needed; and reads only, because SQLite, closing a file that it may
 * write, puts the log into it and deletes the log.
 */
export function damageOf(file: string): string {
  try {
    const db = new DatabaseSync(file, { readOnly: true });
    try {
      const [state = ""] = Object.values(db.prepare("pragma quick_check(1)").get() ?? {}).map(String);
      return state === "ok" ? "" : (state.split("\n").at(-1) ?? state);
    } finally {
      db.close();
    }
  } catch (error) {
    // Locked, or the disk is full: whoever opens it next finds out.
    return damaged.includes((error as { errcode?: number }).errcode ?? 0) ? reasonOf(error) : "";
  }
}
