import { join, resolve } from "node:path";
import { text } from "../cli/env.ts";
import { UsageError } from "../cli/usage.ts";
import type { Errand } from "./errand.ts";

/** Whose settings: the person's everywhere, the project's, the person's in this project. */
export type Scope = "user" | "project" | "local";

/** All scopes, the widest first. */
export const scopes: Scope[] = ["user", "project", "local"];

/** The scope that the command line names, `user` where it names none. */
export function scopeOf({ args }: Errand): Scope {
  const asked = args.values("--scope").at(-1) ?? "user";
  const scope = scopes.find((known) => known === asked);
  if (scope) return scope;
  throw new UsageError(`Cannot use --scope ${JSON.stringify(asked)}: there are ${scopes.join(", ")}`);
}

/** The settings that a company imposes on everybody on this machine. */
export function managedFile({ system }: Errand): string {
  return managed[system] ?? "/etc/claude-code/managed-settings.json";
}

const managed: Record<string, string> = {
  darwin: "/Library/Application Support/ClaudeCode/managed-settings.json",
  win32: "C:\\Program Files\\ClaudeCode\\managed-settings.json",
};

/**
 * The settings file of a scope; "" when there is no home folder. Source:
 * https://code.claude.com/docs/en/settings
 */
export function settingsFile({ env, places, cwd }: Errand, scope: Scope): string {
  if (scope === "project") return join(cwd, ".claude", "settings.json");
  if (scope === "local") return join(cwd, ".claude", "settings.local.json");
  const moved = text("CLAUDE_CONFIG_DIR", env);
  const folder = moved ? resolve(cwd, moved) : places.home && join(places.home, ".claude");
  return folder && join(folder, "settings.json");
}
