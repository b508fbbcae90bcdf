import { once } from "node:events";
import type { TestContext } from "node:test";
import type { ScriptedEngine } from "./engine.ts";
import { start } from "./spawn.ts";
import { until } from "./until.ts";

/** A reloader process. */
export type Reloader = {
  pid: number;
  /** All that it has written so far. */
  log: () => string;
  /** The exit code once it has ended. */
  ended: Promise<number | null>;
  /** Sends the signal and gives the exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

/** Starts a reloader that watches `admin-web` and `shop-web` for `nginx`, unless `env` says otherwise. */
export function startReloader(
  t: TestContext,
  host: string,
  env: Record<string, string> = {},
  args: string[] = [],
): Reloader {
  const usual = { RELOADER_FRONTENDS: "admin-web,shop-web", RELOADER_WEB_SERVER: "nginx" };
  const child = start(t, "reloader", { args, env: { ...usual, DOCKER_HOST: host, ...env } });
  let log = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (log += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
  const ended = once(child, "close").then(() => child.exitCode);
  return {
    pid: child.pid ?? 0,
    log: () => log,
    ended,
    stop: (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts a reloader and waits until it follows the engine. */
export async function startWatching(
  t: TestContext,
  engine: ScriptedEngine,
  env: Record<string, string> = {},
  args: string[] = [],
): Promise<Reloader> {
  const reloader = startReloader(t, engine.host, env, args);
  await until("the reloader watches", () => reloader.log().includes("Watching") && engine.streams() > 0, 60);
  return reloader;
}
