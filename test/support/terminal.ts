import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import type { TestContext } from "node:test";
import { collect, command, type Ended, type Start } from "./spawn.ts";
import { until } from "./until.ts";

const program = "/usr/bin/script";

/** False on a machine without `script` of util-linux, which every Debian has. */
export const hasTerminal = existsSync(program);

/** A process whose standard streams are a terminal. */
export type Terminal = {
  /** All that it has shown so far. */
  screen: () => string;
  /** Waits until it shows this after what was typed last, then types the keys. */
  type: (after: string, keys: string) => Promise<void>;
  /** Waits until it has ended. */
  end: () => Promise<Ended>;
};

/** Starts an executable in a terminal of its own. */
export function startInTerminal(
  t: TestContext,
  name: string,
  { args = [], env = {}, cwd }: Start = {},
): Terminal {
  const [file, before] = command(name);
  const line = [file, ...before, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const child = spawn(program, ["--quiet", "--return", "--command", line, "/dev/null"], {
    env: { PATH: process.env.PATH ?? "", TZ: "UTC", TERM: "xterm", SHELL: "/bin/sh", ...env },
    ...(cwd && { cwd }),
  });
  child.stdin.on("error", () => {}); // it may end before all was typed
  t.after(() => child.kill("SIGKILL"));
  let screen = "";
  let seen = 0;
  let ended: Ended | null = null;
  collect(child).then((end) => {
    ended = end;
  });
  child.stdout.setEncoding("utf8").on("data", (text: string) => (screen += text));
  return {
    screen: () => screen,
    type: async (after, keys) => {
      await until(`the terminal shows ${after}`, () => screen.includes(after, seen), 60);
      seen = screen.length;
      child.stdin.write(keys);
    },
    end: () => until("the process in the terminal ends", () => ended, 60),
  };
}
