import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";

const execute = promisify(execFile);

/** Extra variables; PATH is always there. */
export type Env = Record<string, string>;

/** A program that runs until it is stopped. */
export type Running = {
  pid: number;
  /** All that it has printed so far. */
  log: () => string;
  ended: () => boolean;
  /** Sends the signal and resolves when the process is gone; at once if it already is. */
  stop: (signal?: NodeJS.Signals) => Promise<void>;
};

const alive = new Map<ChildProcess, Promise<unknown>>();
const called = new Set<ChildProcess>();

/** Starts a program; `endAll` ends it, too. */
export function launch(file: string, args: string[], env: Env = {}): Running {
  const child = spawn(file, args, {
    env: { PATH: searchPath, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let log = "";
  const keep = (text: string) => (log += text);
  child.stdout.setEncoding("utf8").on("data", keep);
  child.stderr.setEncoding("utf8").on("data", keep);
  child.on("error", (error) => keep(`${error.message}\n`));
  const closed = once(child, "close").catch(() => {});
  alive.set(child, closed);
  closed.then(() => alive.delete(child));
  return {
    pid: child.pid ?? 0,
    log: () => log,
    ended: () => !alive.has(child),
    stop: async (signal = "SIGTERM") => {
      child.kill(signal);
      await closed;
    },
  };
}

/** Runs a program to its end and gives its standard output; a failure carries what it said. */
export async function call(file: string, args: string[], env: Env = {}, cwd = "/"): Promise<string> {
  const options = { env: { PATH: searchPath, ...env }, cwd, maxBuffer: 64 * 1024 * 1024 };
  const running = execute(file, args, options);
  called.add(running.child);
  try {
    return (await running).stdout;
  } catch (error) {
    const { stderr, stdout, message } = error as Error & { stderr?: string; stdout?: string };
    const said = (stderr || stdout || message).replaceAll(/\s+/g, " ").trim();
    throw new Error(`${file} ${args[0]} failed: ${said.slice(-1_000)}`);
  } finally {
    called.delete(running.child);
  }
}

/** Ends everything that still runs, and waits for it: the engine stops its containers first. */
export async function endAll(): Promise<void> {
  for (const child of called) child.kill();
  for (const child of alive.keys()) {
    child.kill("SIGCONT"); // one that is paused cannot end
    child.kill("SIGTERM");
  }
  await Promise.all(alive.values());
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (!address || typeof address === "string") throw new Error("a socket without a port");
  return address.port;
}

/** Daemons and a tarball's Go live in folders that a person's PATH may lack. */
const searchPath = `${process.env.PATH}:/usr/sbin:/sbin:/usr/local/go/bin`;

/** The full path of a program, or an empty text. */
export function which(program: string): string {
  return (
    searchPath
      .split(":")
      .map((folder) => join(folder, program))
      .find(existsSync) ?? ""
  );
}
