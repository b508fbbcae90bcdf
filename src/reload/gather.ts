/** Milliseconds: how long after an event more are waited for, and after the first of them at most. */
export type Debounce = { min: number; max: number };

/** Collects what comes close together and hands it on in one piece. */
export function gather<T>({ min, max }: Debounce, whole: (items: T[]) => void): (item: T) => void {
  let items: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  let latest = 0;
  return (item) => {
    const now = performance.now();
    if (!items.length) latest = now + max;
    items.push(item);
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        const ready = items;
        items = [];
        whole(ready);
      },
      Math.max(0, Math.min(min, latest - now)),
    );
  };
}
