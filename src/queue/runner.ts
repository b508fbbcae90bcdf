import { setTimeout as sleep } from "node:timers/promises";
import type { Ran } from "../cli/child.ts";
import { endingOf } from "./ending.ts";
import type { Journal } from "./journal.ts";
import type { Notification } from "./notification.ts";
import type { Queue } from "./queue.ts";

export type RunnerOptions = {
  /** Runs the script once; does not reject. */
  run: (payload: string, stop: AbortSignal) => Promise<Ran>;
  /** How often a failed notification is tried again. */
  retries: number;
  journal: Journal;
};

/** The loop that empties the queue: one at a time, in order of arrival. */
export type Runner = {
  start: () => void;
  /** Something was added to the queue. */
  wake: () => void;
  /** Lets the running script end for up to `grace` milliseconds, then terminates it; it stays in the queue. */
  stop: (grace: number) => Promise<void>;
};

/**
 * Milliseconds without a wake before a script is started, and the longest wait for them. Starting a
 * process takes the time of many answers: a burst is taken in first.
 */
const calm = { quiet: 5, atMost: 200 };

/** A runner that is still to be started. */
export function newRunner(queue: Queue, { run, retries, journal }: RunnerOptions): Runner {
  const stop = new AbortController();
  let stopping = false;
  let lastWake = 0;
  let interrupt = () => {};

  const idle = (milliseconds: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const calmDown = async () => {
    const end = performance.now() + calm.atMost;
    while (performance.now() < Math.min(end, lastWake + calm.quiet)) await sleep(calm.quiet);
  };
  const loop = async () => {
    while (!stopping) {
      await calmDown();
      const taken = stopping ? null : queue.take();
      if (taken) await handOver(taken);
      else if (!stopping) await idle(untilDue(queue.nextDue()));
    }
  };
  const handOver = async (taken: Notification) => {
    const ran = await run(taken.payload, stop.signal);
    if (stop.signal.aborted && ran.failure) return;
    const ending = endingOf(ran, taken, retries, Date.now());
    queue.end(taken, ending);
    journal.ran(taken, ran, ending);
  };

  let running = Promise.resolve();
  return {
    start: () => {
      running = loop();
    },
    wake: () => {
      lastWake = performance.now();
      interrupt();
    },
    stop: async (grace) => {
      stopping = true;
      interrupt();
      const timer = setTimeout(() => stop.abort(), grace);
      await running;
      clearTimeout(timer);
    },
  };
}

/** The time until `due`, at least 100 ms: what is overdue could not be taken, so the disk has a moment. */
function untilDue(due: number | null): number {
  return due === null ? 2 ** 31 - 1 : Math.min(Math.max(due - Date.now(), 100), 2 ** 31 - 1);
}
