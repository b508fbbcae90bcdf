import { type Database, inMemory, openDatabase } from "./database.ts";
import type { Store } from "./store.ts";

/** A store in memory. */
export type Memory = Omit<Database, "close"> & Store;

/**
 * Opens a store in memory that takes at most `bytes`; past that, adding throws. Delivered ones are forgotten,
 * failed ones when their room is needed.
 */
export function openMemory(bytes: number): Memory {
  const database = openDatabase(inMemory);
  return {
    ...database,
    add: (arrivals, now) => {
      const size = arrivals.reduce((sum, { payload }) => sum + Buffer.byteLength(payload), 0);
      if (database.bytes() + size > bytes) database.dropFinished();
      if (database.bytes() + size > bytes) throw new Error("the memory for the queue is full");
      database.add(arrivals, now);
    },
    end: (id, ending, now) => {
      if (ending.state === "delivered") database.forget([id]);
      else database.end(id, ending, now);
    },
    isDurable: () => false,
    close: () => {
      const { pending, failed } = database.counts();
      database.close();
      return { kept: 0, lost: pending + failed };
    },
  };
}
