import type { Journal } from "./journal.ts";
import type { Queue } from "./queue.ts";
import { perTurn } from "./turn.ts";

/** A notification that comes in, and what the log calls it. */
export type Arriving = { payload: string; name: string };

/**
 * Takes notifications into the queue: true once it is there, false when there is no room. Those of one
 * turn of the event loop share one transaction, one fsync and one write to the log.
 */
export function newIntake(queue: Queue, journal: Journal): (arriving: Arriving) => Promise<boolean> {
  return perTurn((arriving) => {
    const ids = queue.add(arriving.map(({ payload }) => payload));
    journal.came(
      arriving.map(({ name }) => name),
      ids,
    );
    return ids.map((id) => id !== null);
  });
}
