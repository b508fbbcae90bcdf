import type { Start } from "./start.ts";

/** Remembers the events of late, because an engine repeats them after a break. */
export type Seen = {
  /** True for an event that did not come before; it is remembered. */
  isNew: (start: Start) => boolean;
  /** The time of the newest event, nanoseconds since 1970; null before the first. */
  newest: () => bigint | null;
};

/** An engine keeps 256 events to repeat (moby, daemon/events: eventsLimit). */
const kept = 1024;

/** A memory of the last 1024 events. */
export function newSeen(): Seen {
  const keys = new Set<string>();
  let newest: bigint | null = null;
  return {
    isNew: ({ id, time }) => {
      const key = `${id}:${time}`;
      if (keys.has(key)) return false;
      keys.add(key);
      const [oldest] = keys;
      if (keys.size > kept && oldest !== undefined) keys.delete(oldest);
      if (newest === null || time > newest) newest = time;
      return true;
    },
    newest: () => newest,
  };
}
