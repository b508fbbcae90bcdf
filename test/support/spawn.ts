import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TestContext } from "node:test";

const root = join(import.meta.dirname, "../..");

/** `npm run smoke` sets this: the same tests then run the built executables. */
export const built = process.env.SHIPBELL_FROM === "bin";

/** The command that starts an executable: the built file, or the source under the same Node. */
export function command(name: string): [file: string, args: string[]] {
  return built ? [join(root, "bin", name), []] : [process.execPath, [join(root, "src", `${name}.ts`)]];
}

export type Start = { args?: string[]; env?: Record<string, string>; cwd?: string };

/** Starts an executable with no environment but PATH, TZ and `env`; it is killed when the test ends. */
export function start(t: TestContext, name: string, { args = [], env = {}, cwd }: Start = {}) {
  const [file, before] = command(name);
  const child = spawn(file, [...before, ...args], {
    env: { PATH: process.env.PATH ?? "", TZ: "UTC", ...env },
    ...(cwd && { cwd }),
  });
  child.stdin.on("error", () => {}); // a process may end without reading its input
  t.after(() => child.kill("SIGKILL"));
  return child;
}

export type Ended = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };

/** Runs an executable to its end with `stdin` as its whole standard input. */
export async function run(
  t: TestContext,
  name: string,
  stdin: string | Buffer,
  options: Start = {},
): Promise<Ended> {
  const child = start(t, name, options);
  const ended = collect(child);
  child.stdin.end(stdin);
  return ended;
}

/** Waits for the end of a process and gives all that it printed. */
export async function collect(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [code, signal] = await once(child, "close");
  return { code, signal, stdout, stderr };
}
