/** Milliseconds that the first of a batch waits at most while more keep coming in. */
const patience = 2;

/**
 * Collects what is given until a turn of the event loop brings nothing more, and has it settled
 * together: whoever came at the same moment shares one transaction and one fsync. `settle` gives a
 * result for each.
 */
export function together<T, R>(settle: (items: T[]) => R[]): (item: T) => Promise<R> {
  let batch: { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }[] = [];
  const flush = () => {
    const current = batch;
    batch = [];
    try {
      const results = settle(current.map(({ item }) => item));
      for (const [i, { resolve }] of current.entries()) resolve(results[i] as R);
    } catch (error) {
      for (const { reject } of current) reject(error);
    }
  };
  const lookAgain = (seen: number, end: number) => {
    if (batch.length === seen || performance.now() > end) flush();
    else setImmediate(lookAgain, batch.length, end);
  };
  return (item) =>
    new Promise((resolve, reject) => {
      if (batch.push({ item, resolve, reject }) === 1)
        setImmediate(lookAgain, 0, performance.now() + patience);
    });
}
