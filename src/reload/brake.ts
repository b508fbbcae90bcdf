import type { Start } from "./start.ts";

/** So many starts of one container within a time are a crash loop. */
export type Brake = { starts: number; milliseconds: number };

/** What the brake says of a start: go on, from here on it is a loop, it still is one. */
export type Judgement = "go" | "loop" | "still";

const kept = 1024;

/**
 * Judges starts by the container's id: an update always brings a new one. More starts than the brake
 * allows in its time are a loop, until one comes that has fewer before it.
 */
export function newBrake({ starts, milliseconds }: Brake): (start: Start) => Judgement {
  const window = BigInt(milliseconds) * 1_000_000n;
  const times = new Map<string, bigint[]>();
  const looping = new Set<string>();
  return ({ id, time }) => {
    const recent = (times.get(id) ?? []).filter((earlier) => time - earlier < window);
    recent.push(time);
    remember(times, id, recent.slice(-starts - 1));
    if (recent.length <= starts) {
      looping.delete(id);
      return "go";
    }
    const judgement = looping.has(id) ? "still" : "loop";
    looping.add(id);
    return judgement;
  };

  function remember(all: Map<string, bigint[]>, id: string, recent: bigint[]): void {
    all.delete(id); // the oldest is always the first
    all.set(id, recent);
    const [oldest] = all.keys();
    if (all.size <= kept || oldest === undefined) return;
    all.delete(oldest);
    looping.delete(oldest);
  }
}
