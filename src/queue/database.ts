import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { Notification } from "./notification.ts";
import { schema, statements } from "./schema.ts";
import type { Arrival, Store } from "./store.ts";

/** A store in SQLite. A change is on disk when its function returns; when the disk fails, it throws and nothing has changed. */
export type Database = Omit<Store, "isDurable" | "close"> & {
  /** Leaves out those in `except`. */
  next: (now: number, except?: number[]) => Notification | null;
  /** The first `limit` that wait. */
  waiting: (limit: number) => Arrival[];
  forget: (ids: number[]) => void;
  /** Drops all finished records. */
  dropFinished: () => void;
  /** What the records take. */
  bytes: () => number;
  close: () => void;
};

const keptFor = 30 * 24 * 60 * 60 * 1000;
const keptAtMost = 10_000;
/** SQLite's result code for a damaged file. Source: https://www.sqlite.org/rescode.html */
const corrupt = 11;

/**
 * Opens a database file, or one in memory for `:memory:`. No other process can open the file until
 * `close`. Throws SQLite's errors, with their `errcode`.
 */
export function openDatabase(file: string): Database {
  const db = new DatabaseSync(file, { timeout: 1_000 });
  try {
    db.exec(schema);
    const [state] = Object.values(db.prepare("pragma quick_check(1)").get() ?? {});
    if (state !== "ok") throw Object.assign(new Error(String(state)), { errcode: corrupt });
    return operations(db);
  } catch (error) {
    db.close();
    throw error;
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
  prune(Date.now());

  return {
    add: (arrivals, now) =>
      together(db, () => {
        for (const { id, payload } of arrivals) sql.add.run(id, now, payload);
      }),
    next: (now, except = []) => {
      const row = sql.next.get(now, JSON.stringify(except));
      return row ? (row as Notification) : null;
    },
    nextDue: () => (sql.nextDue.get() as { due: number | null }).due,
    waiting: (limit) => sql.waiting.all(limit) as Arrival[],
    begin: (id) => void sql.begin.run(id),
    end: (id, ending, now) =>
      together(db, () => {
        const { state, error, output, due } = { error: "", output: "", due: 0, ...ending };
        sql.end.run(state, error, output, due, state === "waiting" ? null : now, id);
        prune(now);
      }),
    retryFailed: (limit) => Number(sql.retryFailed.run(limit).changes),
    forget: (ids) => void sql.forget.run(JSON.stringify(ids)),
    dropFinished: () => void sql.dropFinished.run(),
    counts: () => {
      const rows = sql.counts.all() as { state: string; count: number }[];
      const found = Object.fromEntries(rows.map(({ state, count }) => [state, count]));
      return { waiting: 0, running: 0, delivered: 0, failed: 0, ...found };
    },
    lastId: () => (sql.lastId.get() as { id: number | null }).id ?? 0,
    bytes: () => (sql.bytes.get() as { bytes: number }).bytes,
    close: () => db.close(),
  };
}

function together(db: DatabaseSync, work: () => void): void {
  db.exec("begin");
  try {
    work();
    db.exec("commit");
  } catch (error) {
    if (db.isTransaction) db.exec("rollback");
    throw error;
  }
}
