import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

/** A server under measurement. */
export type Daemon = { child: ChildProcess; port: number; stop: () => Promise<void> };

/** What the load client saw. */
export type Load = { accepted: number; refused: number; perSecond: number; p99: number };

/** Starts a server and waits for the line in which it names its port. */
export async function startDaemon(
  file: string,
  args: string[],
  env: Record<string, string>,
): Promise<Daemon> {
  const child = spawn(file, args, {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const port = /Listening on (?:http:\/\/[\d.]+:|port )(\d+)/.exec(line)?.[1];
    if (port) {
      lines.close();
      child.stdout.resume();
      return { child, port: Number(port), stop: () => stop(child) };
    }
  }
  throw new Error(`${file} ended before it listened`);
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** Posts `count` notifications to a server from a process of its own. */
export async function load({ port }: Daemon, count: number, connections = 32): Promise<Load> {
  const client = join(import.meta.dirname, "load.ts");
  const args = [client, String(port), String(connections), String(count)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Load;
}

/** Resident memory of a server in MB (10^6 bytes). */
export function resident({ child }: Daemon): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024) / 1e6;
}
