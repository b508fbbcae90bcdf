import type { Level } from "../cli/log.ts";
import type { Database } from "./database.ts";
import type { Memory } from "./memory.ts";
import type { Ending, Notification } from "./notification.ts";
import { reasonOf } from "./reason.ts";
import type { Counts, Store } from "./store.ts";

/**
 * A store on disk that goes on in `memory` while the disk fails, with one line in the log when that
 * begins and one when the disk works again: then what is pending in memory moves there. Adding throws only
 * when the memory is full too.
 */
export function withSpare(
  disk: Database,
  memory: Memory,
  log: (level: Level, message: string) => void,
): Store {
  let failing = false;
  /** The ids that are in memory. */
  const spare = new Set<number>();
  /** Endings that the disk would not take. Until it does, their notifications are not run again. */
  const late = new Map<number, Ending>();

  const attempt = <T>(work: () => T, otherwise: T): T => {
    try {
      return work();
    } catch (error) {
      if (!failing)
        log("error", `Cannot use the queue's file: ${reasonOf(error)}; the queue goes on in memory`);
      failing = true;
      return otherwise;
    }
  };
  const write = (work: () => void) =>
    attempt(() => {
      work();
      return true;
    }, false);
  const writeLate = () => {
    for (const [id, ending] of late) {
      if (!write(() => disk.end(id, ending, Date.now()))) return;
      late.delete(id);
    }
  };
  const moveToDisk = () => {
    const arrivals = spare.size ? memory.pending() : [];
    if (!arrivals.length || !write(() => disk.add(arrivals, Date.now()))) return;
    const ids = arrivals.map(({ id }) => id);
    memory.forget(ids);
    for (const id of ids) spare.delete(id);
  };

  return {
    add: (arrivals, now) => {
      if (write(() => disk.add(arrivals, now))) {
        // Only this proves it: on a full disk a mere change of state may still find room.
        if (failing) log("info", "The queue's file can be used again");
        failing = false;
        moveToDisk();
        writeLate();
      } else {
        memory.add(arrivals, now);
        for (const { id } of arrivals) spare.add(id);
      }
    },
    next: (now) => {
      writeLate();
      return first(
        attempt(() => disk.next(now, [...late.keys()]), null),
        memory.next(now),
      );
    },
    nextDue: () => earliest(attempt(disk.nextDue, Date.now() + 5_000), memory.nextDue()),
    end: (id, ending, now) => {
      if (spare.has(id)) memory.end(id, ending, now);
      else if (!write(() => disk.end(id, ending, now))) late.set(id, ending);
    },
    retryFailed: (limit) => {
      const count = attempt(() => disk.retryFailed(limit), 0);
      return count + memory.retryFailed(limit - count);
    },
    counts: () => sum(attempt(disk.counts, none), memory.counts()),
    lastId: () => Math.max(disk.lastId(), memory.lastId()),
    isDurable: () => !failing,
    close: () => {
      writeLate();
      moveToDisk();
      const kept = attempt(() => disk.counts().pending, 0);
      write(disk.close);
      return { kept, lost: memory.close().lost };
    },
  };
}

const none: Counts = { pending: 0, failed: 0 };

function sum(a: Counts, b: Counts): Counts {
  return { pending: a.pending + b.pending, failed: a.failed + b.failed };
}

function first(a: Notification | null, b: Notification | null): Notification | null {
  return a && b ? (a.id < b.id ? a : b) : (a ?? b);
}

function earliest(a: number | null, b: number | null): number | null {
  return a !== null && b !== null ? Math.min(a, b) : (a ?? b);
}
