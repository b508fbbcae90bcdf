import type { JsonObject } from "../json/parse.ts";
import type { Env, Places } from "./places.ts";

/** What is configured; "" and no receivers where nothing is. */
export type HookConfig = {
  /** Base of the messaging API, without a trailing slash. */
  api: string;
  appId: string;
  appSecret: string;
  receivers: string[];
  /** What else the file holds, unread. */
  preferences: JsonObject;
};

/**
 * The configuration: variables first, else the file. Throws a UsageError on a file that others may read,
 * or that is no JSON object. What is missing is left empty: `missingIn` names it.
 */
export function readConfig(_env: Env, _places: Places): HookConfig {
  return { api: "", appId: "", appSecret: "", receivers: [], preferences: {} };
}

/** What a call lacks, in one line that says what to do; "" when nothing. */
export function missingIn(_config: HookConfig, _what: "app" | "receivers"): string {
  return "";
}
