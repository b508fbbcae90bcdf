import type { Ending, Notification } from "./notification.ts";
import type { Left, Store } from "./store.ts";

/** What was accepted and has to reach the script. */
export type Queue = {
  /**
   * Keeps the payloads, together and in this order. Gives the id of each, or null where there was no
   * room.
   */
  add: (payloads: string[]) => (number | null)[];
  /** The first in order of arrival that is due; null when there is none. The one before must have ended. */
  take: () => Notification | null;
  /** Writes down what became of the one that was taken. */
  end: (taken: Notification, ending: Ending) => void;
  /** When the first of those that wait is due, in milliseconds since the epoch; null when none waits. */
  nextDue: () => number | null;
  /** Makes failed ones wait again, as many as there is room for; gives their number. */
  retryFailed: () => number;
  content: () => Content;
  /** False while what is added lives in memory alone. */
  isDurable: () => boolean;
  close: () => Left;
};

/** How many there are of each kind. */
export type Content = { waiting: number; running: number; failed: number };

/** A queue of at most `limit` that wait, kept in the store. */
export function queueOn(store: Store, limit = 10_000): Queue {
  let waiting = store.counts().pending;
  let running = 0;
  let lastId = store.lastId();

  const keep = (payloads: string[]) => {
    const arrivals = payloads.map((payload) => ({ id: ++lastId, payload }));
    try {
      if (arrivals.length) store.add(arrivals, Date.now());
    } catch {
      return []; // the disk fails, and the memory that stands in for it is full
    }
    waiting += arrivals.length;
    return arrivals;
  };

  return {
    add: (payloads) => {
      const kept = keep(payloads.slice(0, Math.max(0, limit - waiting)));
      return payloads.map((_, i) => kept[i]?.id ?? null);
    },
    take: () => {
      const taken = store.next(Date.now());
      if (!taken) return null;
      waiting--;
      running++;
      return taken;
    },
    end: ({ id }, ending) => {
      store.end(id, ending, Date.now());
      running--;
      if (ending.state === "waiting") waiting++;
    },
    nextDue: store.nextDue,
    retryFailed: () => {
      const count = store.retryFailed(Math.max(0, limit - waiting));
      waiting += count;
      return count;
    },
    content: () => ({ waiting, running, failed: store.counts().failed }),
    isDurable: store.isDurable,
    close: store.close,
  };
}
