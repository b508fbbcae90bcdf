import { setTimeout as sleep } from "node:timers/promises";

/** Waits until `look` yields something other than undefined, null or false; fails after `seconds`. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  seconds = 20,
): Promise<NonNullable<T>> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) return seen as NonNullable<T>;
    if (performance.now() > end) throw new Error(`waited ${seconds} s for: ${what}`);
    await sleep(20);
  }
}
