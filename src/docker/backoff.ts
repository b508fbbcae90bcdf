const shortest = 500;
const longest = 30_000;

/** Milliseconds to wait before try `tries` (from 1): 0.5 to 30 s, longer each time; `random` is from 0 to 1. */
export function backoff(tries: number, random: number): number {
  const most = Math.min(longest, shortest * 2 ** tries);
  return Math.round(shortest + random * (most - shortest));
}
