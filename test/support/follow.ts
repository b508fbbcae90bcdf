import type { TestContext } from "node:test";
import { readAddress } from "../../src/docker/address.ts";
import { newEngine } from "../../src/docker/engine.ts";
import { type Following, follow } from "../../src/docker/follow.ts";

/** An engine that is followed within this process, so that a test can set the rhythm. */
export type Followed = {
  /** How often the stream was opened; of these, how often again; what went wrong; what came. */
  seen: { opened: number; again: number; troubles: string[]; lines: string[] };
  stop: () => void;
  /** What ends it. */
  signal: AbortSignal;
  ended: Promise<void>;
};

/** Follows the engine until the test ends: pings after 30 ms, never gives up, a stream settles in 30 s. */
export function followed(t: TestContext, host: string, changes: Partial<Following> = {}): Followed {
  const stop = new AbortController();
  const seen: Followed["seen"] = { opened: 0, again: 0, troubles: [], lines: [] };
  const ended = follow(newEngine({ address: readAddress(host, false) }), {
    containers: ["a"],
    last: () => null,
    line: (text) => void seen.lines.push(text),
    rhythm: { giveUp: 0, silence: 30, settled: 30_000 },
    stop: stop.signal,
    opened: (isAgain) => {
      seen.opened++;
      if (isAgain) seen.again++;
    },
    trouble: (text) => void seen.troubles.push(text),
    ...changes,
  });
  t.after(() => stop.abort());
  return { seen, ended, stop: () => stop.abort(), signal: stop.signal };
}
