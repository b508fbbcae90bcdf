import { setTimeout as sleep } from "node:timers/promises";
import type { Level } from "../cli/log.ts";
import type { Engine } from "../docker/engine.ts";
import { newestMissed } from "../reload/missed.ts";
import type { Plan } from "../reload/plan.ts";
import { newRow } from "../reload/row.ts";
import type { Start } from "../reload/start.ts";

/** How the web server is reloaded. */
export type Manner = {
  engine: Engine;
  plan: Plan;
  /** Seconds that the web server gets to stop. */
  stopTimeout: number;
  /** Milliseconds that a started container may take to become healthy; 0: it is not waited for. */
  healthy: number;
  log: (level: Level, message: string) => void;
};

/** Reloads the web server, one at a time, in order. */
export type Reloads = {
  /** Once for all of these. */
  follow: (starts: Start[]) => void;
  /** Once, when inspection shows that a start was missed. */
  catchUp: () => void;
  /** How many have not begun. */
  waiting: () => number;
};

/** Milliseconds between two looks at the health of a container. */
const look = 500;

/** Reloads that fail are logged, and the next one is made all the same. */
export function newReloads(manner: Manner): Reloads {
  const { plan, healthy, log } = manner;
  const { webServer, frontEnds } = plan;
  const inspect = newInspector(manner);
  let handled = 0n;
  /** The connection broke, so that nobody knows whether the engine has heard of it. */
  let isOwed = false;

  const reload = async (why: string, upTo: bigint) => {
    const begin = performance.now();
    try {
      const { words } = await act(manner);
      isOwed = false;
      if (words) return log("error", `Cannot ${verb(plan)} ${webServer}: ${words}`);
      if (upTo > handled) handled = upTo;
      const seconds = ((performance.now() - begin) / 1000).toFixed(1);
      log(
        "info",
        `${plan.signal ? `Sent ${plan.signal} to` : "Restarted"} ${webServer} in ${seconds} s: ${why}`,
      );
    } catch (error) {
      isOwed = true;
      log("error", `Cannot ${verb(plan)} ${webServer}: ${(error as Error).message}`);
    }
  };

  const follow = async (starts: Start[]) => {
    const names = [...new Set(starts.map(({ name }) => name))];
    await untilHealthy(names);
    await reload(
      `${names.join(", ")} started`,
      starts.map(({ time }) => time).reduce((a, b) => (a > b ? a : b)),
    );
  };

  /** All of them within one limit. */
  const untilHealthy = async (names: string[]) => {
    const end = performance.now() + healthy;
    for (const name of healthy ? names : []) await untilOneIs(name, end);
  };

  const untilOneIs = async (name: string, end: number) => {
    for (;;) {
      const state = await inspect(name);
      if (!state?.isRunning || !["starting", "unhealthy"].includes(state.health)) return;
      if (performance.now() > end) return log("warn", `${name} is ${state.health} after ${healthy / 1000} s`);
      await sleep(look);
    }
  };

  const catchUp = async () => {
    const web = await inspect(webServer);
    const watched = [];
    for (const name of frontEnds) {
      const state = await inspect(name);
      if (state) watched.push({ name, ...state });
    }
    const missed = web && newestMissed(web, watched, handled);
    if (missed) {
      await untilHealthy([missed.name]);
      await reload(`${missed.name} started while the engine could not be followed`, missed.startedAt);
    } else if (!web && isOwed) await reload("the engine was lost in the middle of the last one", 0n);
  };

  const row = newRow((job: () => Promise<void>) => job());
  return {
    follow: (starts) => row.push(() => follow(starts)),
    catchUp: () => row.push(catchUp),
    waiting: row.waiting,
  };
}

function act({ engine, plan: { webServer, signal }, stopTimeout }: Manner) {
  return signal ? engine.signal(webServer, signal) : engine.restart(webServer, stopTimeout);
}

function verb({ signal }: Plan): string {
  return signal ? `send ${signal} to` : "restart";
}

/** Inspects a container: null when there is none, or when nobody may look, which is said once. */
function newInspector({ engine, log }: Manner) {
  let isSaid = false;
  return async (name: string) => {
    try {
      const { state, status, words } = await engine.inspect(name);
      if (!state && status !== 404 && !isSaid) {
        isSaid = true;
        log(
          "warn",
          `Cannot inspect ${name}: ${words}; a start that is missed while the engine is away stays missed`,
        );
      }
      return state;
    } catch (error) {
      log("warn", `Cannot inspect ${name}: ${(error as Error).message}`);
      return null;
    }
  };
}
