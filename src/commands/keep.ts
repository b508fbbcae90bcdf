import { chmodSync } from "node:fs";
import { dirname } from "node:path";
import { defaultApi, type HookConfig } from "../home/config.ts";
import { writeWhole } from "../home/whole.ts";

/** Writes the configuration, whole or not at all, for its owner alone. */
export function keepConfig(file: string, config: HookConfig, system: string): void {
  const { api, appId, appSecret, receivers, preferences } = config;
  const platform = api === defaultApi ? {} : { messagingApi: api };
  const content = { appId, appSecret, receivers, ...platform, ...preferences };
  try {
    writeWhole(file, `${JSON.stringify(content, null, 2)}\n`);
    // The folder may be older than this, and open to others.
    if (system !== "win32") chmodSync(dirname(file), 0o700);
  } catch (error) {
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    throw new Error(`Cannot write ${file}: ${code}`);
  }
}
