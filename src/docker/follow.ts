import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { backoff } from "./backoff.ts";
import type { Engine } from "./engine.ts";
import { splitLines } from "./lines.ts";

/** What to follow, and whom to tell. */
export type Following = {
  containers: string[];
  /** The time of the last event seen, nanoseconds since 1970; null before the first. */
  last: () => bigint | null;
  /** Events come from now on; `isAgain` when some may have been missed before. */
  opened: (isAgain: boolean) => void;
  line: (text: string) => void;
  /** What went wrong. */
  trouble: (text: string) => void;
  rhythm: Rhythm;
  /** Ends it. */
  stop: AbortSignal;
};

/** Milliseconds. */
export type Rhythm = {
  /** Without an engine until it is given up; 0 is never. */
  giveUp: number;
  /** Without a byte until the engine is pinged. */
  silence: number;
  /** A stream that lived so long makes the next pause short again. */
  settled: number;
};

/** What the reloader keeps. */
export const usualRhythm: Rhythm = { giveUp: 600_000, silence: 15_000, settled: 30_000 };

/** Follows the engine's events through every break. Resolves when it has given up, or was stopped. */
export async function follow(engine: Engine, following: Following): Promise<void> {
  const { trouble, rhythm, stop } = following;
  const attempt = newAttempt(engine, following);
  let alive = performance.now();
  for (let tries = 1; !stop.aborted; tries++) {
    const begin = performance.now();
    const { reason, isOpened } = await attempt(tries > 1);
    if (isOpened) alive = performance.now();
    if (alive - begin >= rhythm.settled) tries = 1;
    const left = rhythm.giveUp ? alive + rhythm.giveUp - performance.now() : Number.POSITIVE_INFINITY;
    if (left <= 0 || stop.aborted) return;
    const pause = Math.min(backoff(tries, Math.random()), left);
    trouble(`Cannot follow the engine: ${reason}; next try in ${(pause / 1000).toFixed(1)} s`);
    await sleep(pause, null, { signal: stop }).catch(() => {});
  }
}

/** Follows the engine until the first break, and gives the reason of that. */
function newAttempt(engine: Engine, following: Following) {
  const open = newOpener(engine, following);
  return async (isAgain: boolean): Promise<{ reason: string; isOpened: boolean }> => {
    try {
      return { reason: await drain(await open(isAgain), engine, following), isOpened: true };
    } catch (error) {
      return { reason: (error as Error).message, isOpened: false };
    }
  };
}

/** Opens the stream, from the last event seen; while there was none, from the end of the first opening's second. */
function newOpener(engine: Engine, { containers, last, opened }: Following) {
  let first: bigint | null = null;
  return async (isAgain: boolean): Promise<IncomingMessage> => {
    await engine.ping();
    const stream = await engine.events(containers, last() ?? first);
    // By the engine's own clock, which may not agree with ours.
    const date = Date.parse(stream.headers.date ?? "");
    first ??= Number.isNaN(date) ? null : BigInt(date + 1000) * 1_000_000n;
    opened(isAgain);
    return stream;
  };
}

/** Reads the stream to its end, and resolves with the reason of that. */
function drain(stream: IncomingMessage, engine: Engine, following: Following): Promise<string> {
  const { line, trouble, rhythm, stop } = following;
  return new Promise((resolve) => {
    const tooLong = () => trouble("Cannot read an event of more than 8 MiB: left out");
    const heart = listen(engine, rhythm.silence, () => end("it is silent and answers no ping"));
    let isEnded = false;
    const end = (reason: string) => {
      isEnded = true;
      heart.stop();
      stop.removeEventListener("abort", halt);
      resolve(reason);
      stream.destroy();
    };
    const halt = () => end("stopped");
    const split = splitLines(line, tooLong);
    stream.on("data", (chunk: Buffer) => {
      if (isEnded) return;
      heart.beat();
      split(chunk);
    });
    stream.on("end", () => end("it ended the stream of events"));
    stream.on("error", (error) => end(`the stream of events broke (${error.message})`));
    stop.addEventListener("abort", halt);
    if (stop.aborted) halt();
  });
}

/** Pings an engine that says nothing; calls `lost` when two pings in a row fail. */
function listen(engine: Engine, silence: number, lost: () => void) {
  let misses = 0;
  let isStopped = false;
  const look = async () => {
    const isThere = await engine.ping().then(
      () => true,
      () => false,
    );
    misses = isThere ? 0 : misses + 1;
    if (misses >= 2) lost();
    else if (!isStopped) timer.refresh();
  };
  const timer = setTimeout(look, silence);
  return {
    beat: () => {
      misses = 0;
      timer.refresh();
    },
    stop: () => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
