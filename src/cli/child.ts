import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { capture } from "./capture.ts";

/** A program to run, without a shell and without arguments. */
export type Program = {
  /** Absolute path. */
  file: string;
  env: NodeJS.ProcessEnv;
  /** Its whole standard input. */
  stdin: string;
  /** Milliseconds until it is terminated, with all that it started. */
  timeout: number;
  /** Milliseconds between SIGTERM and SIGKILL. */
  grace: number;
  /** Terminates it early. */
  stop?: AbortSignal;
};

/** How a program ended, and the first 64 KiB of what it wrote. */
export type Ran = {
  /** "" when it exited with 0, else why that counts as a failure: `exit 1`, `timed out after 30 s`. */
  failure: string;
  stdout: string;
  stderr: string;
};

/** Milliseconds that open pipes are waited for after the program itself has ended. */
const linger = 500;

/** The process groups that run now: they do not outlive this process. */
const groups = new Set<number>();
process.on("exit", () => {
  for (const group of groups) kill(group, "SIGKILL");
});

/** True when the file is there and this user may run it. */
export function canRun(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * Runs a program in a process group of its own. Never rejects: one that cannot be started, that does
 * not read its input or that does not end is a failure like any other. What it leaves behind and still
 * holds its output is killed.
 */
export async function runProgram(program: Program): Promise<Ran> {
  try {
    const child = spawn(program.file, [], { env: program.env, detached: true });
    if (child.pid === undefined) throw (await once(child, "error"))[0];
    groups.add(child.pid);
    const ran = await supervise(child, child.pid, program);
    groups.delete(child.pid);
    return ran;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { failure: `cannot start: ${code ?? message}`, stdout: "", stderr: "" };
  }
}

async function supervise(
  child: ChildProcessWithoutNullStreams,
  group: number,
  { stdin, timeout, grace, stop }: Program,
): Promise<Ran> {
  const [stdout, stderr] = [capture(child.stdout), capture(child.stderr)];
  child.stdin.on("error", () => {}); // EPIPE: it may end without reading
  child.stdin.end(stdin);
  const ended = once(child, "exit").then(([code, signal]) => failureOf(code, signal));
  const closed = once(child, "close").then(() => true);
  const cut = await cutShort(child, timeout, stop);
  if (cut) {
    kill(group, "SIGTERM");
    await sleep(grace);
    kill(group, "SIGKILL");
  }
  // Bounded, because a process in an uninterruptible wait survives SIGKILL, and one that left the group
  // may hold the pipes for ever.
  const failure = cut || (await ended);
  if (!(await Promise.race([closed, sleep(linger, false)]))) {
    kill(group, "SIGKILL");
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  }
  return { failure, stdout: stdout(), stderr: stderr() };
}

/** Why the program must go before its own end; "" when it has ended by itself. */
function cutShort(
  child: ChildProcessWithoutNullStreams,
  timeout: number,
  stop?: AbortSignal,
): Promise<string> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeout, `timed out after ${timeout / 1000} s`);
    const halt = () => resolve("stopped early");
    stop?.addEventListener("abort", halt);
    if (stop?.aborted) halt();
    child.once("exit", () => {
      clearTimeout(timer);
      stop?.removeEventListener("abort", halt);
      resolve("");
    });
  });
}

function failureOf(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal) return `killed by ${signal}`;
  return code === 0 ? "" : `exit ${code}`;
}

/** Signals a whole group; one that is gone already is fine. */
function kill(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch {
    // ESRCH: nobody is left. EPERM: what is left runs as another user and cannot be reached.
  }
}
