import type { Repository } from "./repository.ts";

/** Milliseconds that `gh` may take. */
const patience = 5_000;

/**
 * The token of an authenticated `gh` on the PATH, "" without one. It is asked without a shell.
 * https://cli.github.com/manual/gh_auth_token
 */
export function ghToken({ web }: Repository): string {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const args = ["auth", "token", "--hostname", new URL(web).hostname];
  const options = { encoding: "utf8", timeout: patience, killSignal: "SIGKILL" } as const;
  const { status, stdout } = spawnSync("gh", args, options);
  return status === 0 ? stdout.trim() : "";
}
