import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { UsageError } from "../../src/cli/usage.ts";
import { type HookConfig, readConfig } from "../../src/home/config.ts";
import type { Env } from "../../src/home/places.ts";
import { folder } from "./folder.ts";

/** What a configuration file holds that says all. */
export const whole = {
  appId: "cli_file",
  appSecret: "the-file-secret",
  receivers: ["ou_file"],
  messagingApi: "https://file.example.com/open-apis",
};

/** Writes a configuration file and gives its path. */
export function configFile(
  t: TestContext,
  content: string | object,
  mode = 0o600,
  name = "hook.json",
): string {
  const file = join(folder(t), name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  chmodSync(file, mode);
  return file;
}

/** Reads the configuration as hook does. */
export function read(file: string, env: Env = {}, system = "linux"): HookConfig {
  return readConfig(env, { config: file, state: "", home: "" }, system);
}

/** The message of the UsageError that reading ends with. */
export function faultOf(file: string, env: Env = {}): string {
  try {
    read(file, env);
  } catch (error) {
    if (error instanceof UsageError) return error.message;
    throw error;
  }
  return "";
}
