import { spawn } from "node:child_process";
import { once } from "node:events";
import { median } from "./table.ts";

/** A command to time from its start to its end. */
export type Timed = {
  file: string;
  args?: string[];
  env?: Record<string, string>;
  stdin?: string;
  cwd?: string;
};

/**
 * The median duration of each command in milliseconds. The commands take turns, so that a noisy
 * stretch of the machine hits all of them alike.
 */
export async function interleave<Name extends string>(
  commands: Record<Name, Timed>,
  rounds = 40,
): Promise<Record<Name, number>> {
  const names = Object.keys(commands) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>;
  for (let round = -2; round < rounds; round++) {
    for (const name of names) {
      const taken = await time(commands[name]);
      if (round >= 0) times[name].push(taken);
    }
  }
  return Object.fromEntries(names.map((name) => [name, median(times[name])])) as Record<Name, number>;
}

async function time({ file, args = [], env = {}, stdin = "", cwd }: Timed): Promise<number> {
  const begin = performance.now();
  const child = spawn(file, args, {
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["pipe", "ignore", "inherit"],
    ...(cwd && { cwd }),
  });
  child.stdin.on("error", () => {}); // the empty script ends without reading
  child.stdin.end(stdin);
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${file} ended with ${code}`);
  return performance.now() - begin;
}
