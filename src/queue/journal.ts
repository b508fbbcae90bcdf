import type { Ran } from "../cli/child.ts";
import { type Level, log, logAll } from "../cli/log.ts";
import { accountOf } from "./account.ts";
import type { Totals } from "./figures.ts";
import type { Ending, Notification } from "./notification.ts";

/** Tells the log what happens, and counts it. */
export type Journal = {
  totals: Readonly<Totals>;
  log: (level: Level, message: string) => void;
  /** Notifications that came together: their names, and the id of each, null where the queue was full. */
  came: (names: string[], ids: (number | null)[]) => void;
  /** A run ended. */
  ran: (notification: Notification, ran: Ran, ending: Ending) => void;
};

export function newJournal(): Journal {
  const totals: Totals = { accepted: 0, refused: 0, delivered: 0, failedRuns: 0, lastError: 0 };
  let refusing = false;
  const tell = (level: Level, message: string) => {
    if (level === "error") totals.lastError = Date.now();
    log(level, message);
  };
  return {
    totals,
    log: tell,
    came: (names, ids) => {
      const lines = names.flatMap((name, i) => (ids[i] ? `Received #${ids[i]}: ${name}` : []));
      logAll("info", lines);
      totals.accepted += lines.length;
      totals.refused += names.length - lines.length;
      // Once for each time that the queue is full: whoever floods it does not flood the log too.
      if (lines.length < names.length && !refusing)
        tell("error", "Refusing notifications: the queue is full");
      refusing = lines.length < names.length;
    },
    ran: (notification, ran, ending) => {
      if (ran.failure) totals.failedRuns++;
      else totals.delivered++;
      if (ran.failure) totals.lastError = Date.now();
      for (const [level, lines] of accountOf(notification, ran, ending, Date.now())) logAll(level, lines);
    },
  };
}
