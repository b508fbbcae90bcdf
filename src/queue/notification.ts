/** One accepted notification. */
export type Notification = {
  /** Grows in the order of arrival. */
  id: number;
  /** The JSON text that the script gets. */
  payload: string;
  /** Runs so far. */
  attempts: number;
};

/** What became of a run: done, or to be tried again when it is due (milliseconds since the epoch). */
export type Ending =
  | { state: "delivered" }
  | { state: "failed"; error: string; output: string }
  | { state: "waiting"; error: string; output: string; due: number };
