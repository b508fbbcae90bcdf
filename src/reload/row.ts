/** Jobs that are done one at a time, in the order in which they came. */
export type Row<T> = {
  push: (job: T) => void;
  /** How many have not begun. */
  waiting: () => number;
};

/** A row; `work` must not reject. */
export function newRow<T>(work: (job: T) => Promise<void>): Row<T> {
  let waiting: T[] = [];
  let left = 0;
  let isBusy = false;
  const drain = async () => {
    isBusy = true;
    while (waiting.length) {
      const batch = waiting;
      waiting = [];
      for (const job of batch) {
        left--;
        await work(job);
      }
    }
    isBusy = false;
  };
  return {
    push: (job) => {
      waiting.push(job);
      left++;
      if (!isBusy) void drain();
    },
    waiting: () => left,
  };
}
