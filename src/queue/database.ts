import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Notification } from "./notification.ts";
import { layOut, schema, statements } from "./schema.ts";
import type { Arrival, Counts, Store } from "./store.ts";

/** A store in SQLite. A change is on disk when its function returns; when the disk fails, it throws and nothing has changed. */
export type Database = Omit<Store, "isDurable" | "close"> & {
  /** Leaves out those in `except`. */
  next: (now: number, except?: number[]) => Notification | null;
  pending: () => Arrival[];
  /** Drops finished ones that are too old or too many. */
  prune: (now: number) => void;
  /** Drops pending ones. */
  forget: (ids: number[]) => void;
  dropFinished: () => void;
  /** What the records take. */
  bytes: () => number;
  close: () => void;
};

export const inMemory = ":memory:";
const keptFor = 30 * 24 * 60 * 60 * 1000;
const keptAtMost = 10_000;

/**
 * Opens a database file, or one in memory for `inMemory`. No other process can open the file until
 * `close`. Throws SQLite's errors, with their `errcode`.
 */
export function openDatabase(file: string): Database {
  const db = new DatabaseSync(file, { timeout: 1_000 });
  try {
    db.exec(schema);
    const database = operations(db);
    if (file !== inMemory) prepare(db, database);
    return database;
  } catch (error) {
    db.close();
    throw error;
  }
}

function prepare(db: DatabaseSync, database: Database): void {
  try {
    database.prune(Date.now());
    db.exec(layOut);
  } catch {
    // A disk that is full now still has what is pending, and may have room later.
  }
}

function operations(db: DatabaseSync): Database {
  const sql = Object.fromEntries(
    Object.entries(statements).map(([name, text]) => [name, db.prepare(text)]),
  ) as Record<keyof typeof statements, StatementSync>;
  const prune = (now: number) => {
    sql.dropOld.run(now - keptFor);
    sql.dropMany.run(keptAtMost);
  };

  return {
    add: (arrivals, now) =>
      transaction(db, () => {
        for (const { id, payload } of arrivals) sql.add.run(id, now, payload);
      }),
    next: (now, except = []) => {
      const row = sql.next.get(now, JSON.stringify(except));
      return row ? (row as Notification) : null;
    },
    nextDue: () => (sql.nextDue.get() as { due: number | null }).due,
    pending: () => sql.pending.all() as Arrival[],
    end: (id, ending, now) =>
      transaction(db, () => {
        if (ending.state === "waiting") {
          sql.postpone.run(ending.due, ending.error, ending.output, id);
          return;
        }
        const { state, error, output } = { error: "", output: "", ...ending };
        sql.finish.run(state, now, error, output, id);
        sql.forget.run(JSON.stringify([id]));
        prune(now);
      }),
    retryFailed: (limit) =>
      transaction(db, () => {
        const { changes } = sql.takeBack.run(limit);
        sql.dropTakenBack.run();
        return Number(changes);
      }),
    prune,
    forget: (ids) => void sql.forget.run(JSON.stringify(ids)),
    dropFinished: () => void sql.dropFinished.run(),
    counts: () => sql.counts.get() as Counts,
    lastId: () => (sql.lastId.get() as { id: number }).id,
    bytes: () => (sql.bytes.get() as { bytes: number }).bytes,
    close: () => db.close(),
  };
}

function transaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec("begin");
  try {
    const result = work();
    db.exec("commit");
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec("rollback");
    throw error;
  }
}
