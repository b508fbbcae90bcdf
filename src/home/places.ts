import { isAbsolute, join } from "node:path";

/** The variables of the environment, handed down by the entry. */
export type Env = Record<string, string | undefined>;

/** Where a person's own files are; "" where the environment names no home. */
export type Places = {
  /** The configuration file, `hook.json`. */
  config: string;
  /** The folder of token cache, debug log and remembered requests. */
  state: string;
  /** The home folder, which `~` stands for. */
  home: string;
};

/**
 * The places that the environment names. `system` as `process.platform`. Relative ones do not count:
 * https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function placesOf(env: Env, system: string): Places {
  const named = (name: string) => (isAbsolute(env[name] ?? "") ? (env[name] ?? "") : "");
  const isWindows = system === "win32";
  const home = named(isWindows ? "USERPROFILE" : "HOME");
  const roaming = isWindows ? named("APPDATA") : below(home, ".config");
  const local = isWindows ? named("LOCALAPPDATA") || roaming : below(home, ".local", "state");
  return {
    config: below(named("XDG_CONFIG_HOME") || roaming, "shipbell", "hook.json"),
    state: below(named("XDG_STATE_HOME") || local, "shipbell"),
    home,
  };
}

function below(folder: string, ...names: string[]): string {
  return folder && join(folder, ...names);
}
