import type { Journal } from "./journal.ts";
import type { Queue } from "./queue.ts";
import { together } from "./together.ts";

/** A notification that comes in, and what the log calls it. */
export type Arriving = { payload: string; name: string };

/**
 * Takes notifications into the queue and wakes the runner: true once one is there, false when there is
 * no room. Those that come together share one transaction, one fsync and one write to the log.
 */
export function newIntake(
  queue: Queue,
  journal: Journal,
  wake: () => void,
): (arriving: Arriving) => Promise<boolean> {
  return together((arriving) => {
    const ids = queue.add(arriving.map(({ payload }) => payload));
    journal.came(
      arriving.map(({ name }) => name),
      ids,
    );
    wake();
    return ids.map((id) => id !== null);
  });
}
