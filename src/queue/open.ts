import { closeSync, existsSync, openSync, renameSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../cli/folder.ts";
import type { Level } from "../cli/log.ts";
import { stamp } from "../time/stamp.ts";
import { damageOf } from "./damage.ts";
import { type Database, openDatabase } from "./database.ts";
import { openMemory } from "./memory.ts";
import { reasonOf } from "./reason.ts";
import { withSpare } from "./spare.ts";
import type { Store } from "./store.ts";

type Log = (level: Level, message: string) => void;

/** SQLite's result code for a file that is in use: https://www.sqlite.org/rescode.html */
const busy = 5;

/**
 * The store in `folder`, which is made when missing. A damaged file is set aside. When `folder` is ""
 * or cannot be used, and while its disk fails, the store is in memory, at most `spare` bytes of it: a
 * line in the log says so. Throws when another relay has the folder.
 */
export function openStore(folder: string, log: Log, spare = 64 * 1024 * 1024): Store {
  const memory = openMemory(spare);
  if (!folder) {
    log("warn", "The queue is in memory and ends with the relay: set NOTIFIER_STATE_DIR to a folder for it");
    return memory;
  }
  try {
    return withSpare(openIn(folder, log), memory, log);
  } catch (error) {
    if ((error as { errcode?: number }).errcode === busy)
      throw new Error(`Cannot use the queue in ${folder}: another relay has it open`);
    log(
      "error",
      `Cannot use the folder ${folder}: ${reasonOf(error)}; until the next start the queue is in memory, ` +
        "and what the folder may hold is not delivered",
    );
    return memory;
  }
}

function openIn(folder: string, log: Log): Database {
  const file = join(folder, "queue.db");
  makeFolder(folder);
  // Made here for its mode: what is in it is nobody else's business. SQLite gives its log the same.
  closeSync(openSync(file, "a", 0o600));
  const damage = damageOf(file);
  if (damage) {
    const aside = setAside(file);
    log("error", `The queue's file is damaged (${damage}): it is set aside as ${aside}`);
  }
  return openDatabase(file);
}

/** Renames the file and what belongs to it alike, so that SQLite's tools still open them as one database. */
function setAside(file: string): string {
  const aside = `${file}.damaged-${stamp(new Date()).replaceAll(/\D/g, "")}`;
  for (const part of ["", "-wal", "-shm"]) {
    if (existsSync(file + part)) renameSync(file + part, aside + part);
  }
  return aside;
}
