import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import type { TestContext } from "node:test";
import { type Answered, ask } from "./ask.ts";
import { folder } from "./folder.ts";
import { command } from "./spawn.ts";
import { until } from "./until.ts";

/** A relay process that listens on a free port of this machine. */
export type Relay = {
  child: ChildProcessWithoutNullStreams;
  port: number;
  origin: string;
  /** All that it has written to its log so far. */
  log: () => string;
  /** Posts a notification. */
  notify: (body: string | object, headers?: Record<string, string>) => Promise<Answered>;
  health: () => Promise<Record<string, unknown>>;
  /** Sends the signal and gives the exit code when the process has ended. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
};

/**
 * Starts the relay with `env`; without NOTIFIER_STATE_DIR its queue is in a folder of its own. `launch`
 * changes the command: `(relay) => ["nice", ...relay]`.
 */
export async function startRelay(
  t: TestContext,
  env: Record<string, string>,
  launch: (relay: string[]) => string[] = (relay) => relay,
): Promise<Relay> {
  const [file = "", ...args] = launch(command("relay").flat());
  const child = spawn(file, args, {
    env: { PATH: process.env.PATH, TZ: "UTC", NOTIFIER_PORT: "0", NOTIFIER_STATE_DIR: folder(t), ...env },
  });
  t.after(() => child.kill("SIGKILL"));
  let log = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (log += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (log += text));
  const ended = once(child, "close").then(() => child.exitCode);
  const port = await until("the relay listens", () => {
    if (child.exitCode !== null) throw new Error(`the relay ended: ${log}`);
    return Number(/Listening on port (\d+)/.exec(log)?.[1]) || null;
  });
  const origin = `http://127.0.0.1:${port}`;
  return {
    child,
    port,
    origin,
    log: () => log,
    notify: (body, headers) => ask("POST", `${origin}/notify`, body, headers),
    health: async () => (await ask("GET", `${origin}/healthz`)).body,
    stop: (signal = "SIGTERM") => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Resolves when nothing waits and nothing runs any more. */
export async function untilIdle(relay: Relay, seconds = 60): Promise<void> {
  const idle = async () => {
    const { waiting, running } = await relay.health();
    return waiting === 0 && running === 0;
  };
  await until("the queue is empty", idle, seconds);
}
