import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { folder } from "./folder.ts";
import type { StartedPlatform } from "./platform.ts";
import { type Ended, run } from "./spawn.ts";

/** A person at a machine of their own: a home folder, and an executable for the assistant's hooks to call. */
export type Person = {
  home: string;
  env: Record<string, string>;
  /** An executable named hook. */
  executable: string;
  /** The assistant's settings, and what `hook setup` writes. */
  settings: string;
  config: string;
  /** Runs hook with these words in the home folder. */
  hook: (
    args: string[],
    options?: { env?: Record<string, string>; cwd?: string; stdin?: string },
  ) => Promise<Ended>;
  /** The text of a file; "" when there is none. */
  read: (file: string) => string;
  write: (file: string, text: string, mode?: number) => void;
};

/** A person with nothing configured, or with the application and the user of a platform. */
export function newPerson(t: TestContext, platform?: StartedPlatform): Person {
  const home = folder(t);
  const env = { HOME: home };
  const write = (file: string, text: string, mode = 0o600) => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, text);
    chmodSync(file, mode);
  };
  const executable = join(home, "my tools", "hook");
  write(executable, "#!/bin/sh\n", 0o755);
  const config = join(home, ".config/shipbell/hook.json");
  if (platform) write(config, JSON.stringify(configOf(platform)));
  return {
    ...{ home, env, executable, config, write },
    settings: join(home, ".claude/settings.json"),
    hook: (args, { env: more = {}, cwd = home, stdin = "" } = {}) =>
      run(t, "hook", stdin, { args, cwd, env: { ...env, ...more } }),
    read: (file) => (existsSync(file) ? readFileSync(file, "utf8") : ""),
  };
}

/** What the configuration file holds for a platform's application and user. */
export function configOf({ api, app, user }: StartedPlatform) {
  return { appId: app.id, appSecret: app.secret, receivers: [user.openId], messagingApi: api };
}
