import type { Ending, Notification } from "./notification.ts";

/** A notification to keep. */
export type Arrival = Pick<Notification, "id" | "payload">;

/** `pending`: neither delivered nor failed yet. */
export type Counts = { pending: number; failed: number };

/** What stays when the relay ends: pending ones on disk, and undelivered ones that were in memory alone. */
export type Left = { kept: number; lost: number };

/** The records of notifications. Times are milliseconds since the epoch. */
export type Store = {
  /** All of them, or none: then it throws. */
  add: (arrivals: Arrival[], now: number) => void;
  /** The first in order of arrival that is pending and due. */
  next: (now: number) => Notification | null;
  /** When the first of those that are pending is due; null when there is none. */
  nextDue: () => number | null;
  /** Writes what became of a run, and drops finished records that are too old or too many. */
  end: (id: number, ending: Ending, now: number) => void;
  /** Makes the first `limit` failed ones pending again; gives their number. */
  retryFailed: (limit: number) => number;
  counts: () => Counts;
  /** The largest id; 0 when there is no record. */
  lastId: () => number;
  /** False while what is added lives in memory alone. */
  isDurable: () => boolean;
  close: () => Left;
};
