/**
 * Collects what is given in one turn of the event loop and has it settled together at the turn's end:
 * whoever came in the same moment shares one transaction and one fsync. `settle` gives a result for each.
 */
export function perTurn<T, R>(settle: (items: T[]) => R[]): (item: T) => Promise<R> {
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
  return (item) =>
    new Promise((resolve, reject) => {
      if (batch.push({ item, resolve, reject }) === 1) setImmediate(flush);
    });
}
