import { readFileSync, statSync } from "node:fs";
import { isWebAddress, secret, text } from "../cli/env.ts";
import { UsageError } from "../cli/usage.ts";
import { type Json, type JsonObject, parseObject } from "../json/parse.ts";
import type { Env, Places } from "./places.ts";

/** What is configured; "" and no receivers where nothing is. */
export type HookConfig = {
  /** Base of the messaging API, without a trailing slash. */
  api: string;
  appId: string;
  appSecret: string;
  /** Open ids, e-mail addresses or chat ids, each once. */
  receivers: string[];
  /** What else the file holds, unread. */
  preferences: JsonObject;
};

/** Feishu's; Lark's is https://open.larksuite.com/open-apis */
export const defaultApi = "https://open.feishu.cn/open-apis";

/**
 * The configuration: HOOK_APP_ID, HOOK_APP_SECRET, HOOK_OPEN_ID and MESSAGING_API first, else `appId`,
 * `appSecret`, `receivers` and `messagingApi` of the file. Throws a UsageError on a file that others may
 * read or that is not as it must be. What is missing stays empty: `missingIn` names it.
 */
export function readConfig(env: Env, { config: file }: Places, system: string): HookConfig {
  const { appId, appSecret, receivers, messagingApi, ...preferences } = readFile(file, system);
  const string = (key: string, value: Json | undefined) => {
    if (value === undefined || typeof value === "string") return value?.trim() ?? "";
    throw new UsageError(`Cannot use ${file}: ${key} is no string`);
  };
  const named = text("MESSAGING_API", env);
  const api = named || string("messagingApi", messagingApi) || defaultApi;
  if (!isWebAddress(api)) {
    const place = named ? "MESSAGING_API" : `messagingApi in ${file}`;
    throw new UsageError(`Cannot use ${place}: it is no http or https address`);
  }
  const listed = Array.isArray(receivers) ? receivers : [receivers];
  return {
    api: api.replace(/\/+$/, ""),
    appId: text("HOOK_APP_ID", env) || string("appId", appId),
    appSecret: secret("HOOK_APP_SECRET", env) || string("appSecret", appSecret),
    receivers: readList(text("HOOK_OPEN_ID", env) || listed.map((one) => string("receivers", one)).join()),
    preferences,
  };
}

/** What sending, or only asking, lacks: one line that says what to do; "" when nothing. */
export function missingIn({ appId, appSecret, receivers }: HookConfig, needed: "app" | "receivers"): string {
  const lacks = [
    !appId && "no application id (HOOK_APP_ID)",
    !appSecret && "no application secret (HOOK_APP_SECRET)",
    needed === "receivers" && !receivers.length && "no receiver (HOOK_OPEN_ID)",
  ].filter(Boolean);
  return lacks.length ? `there is ${lacks.join(", ")}; run hook setup, or set the variable` : "";
}

function readList(list: string): string[] {
  const parts = list.split(",").map((part) => part.trim());
  return [...new Set(parts.filter(Boolean))];
}

function readFile(file: string, system: string): JsonObject {
  const content = file ? contentOf(file, system) : "{}";
  const object = parseObject(content);
  if (object) return object;
  throw new UsageError(`Cannot use ${file}: it is not a JSON object${lineOf(content)}`);
}

/** `{}` when there is no file. */
function contentOf(file: string, system: string): string {
  try {
    // Read first: what is no file at all is told as such, and not as a file that others may read.
    const content = readFileSync(file, "utf8");
    refuseIfShared(file, system);
    return content;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    if (code === "ENOENT" || code === "ENOTDIR") return "{}";
    throw new UsageError(`Cannot read ${file}: ${code}`);
  }
}

/** Windows has no such modes; who may read there follows from the folder. */
function refuseIfShared(file: string, system: string): void {
  const { mode } = statSync(file);
  if (system === "win32" || (mode & 0o077) === 0) return;
  throw new UsageError(
    `Cannot use ${file}: others may read it and the secret in it; chmod 600 ${shellWord(file)}`,
  );
}

/** A path as a shell takes it as one word. */
export function shellWord(path: string): string {
  return /^[\w./+@%:=-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
}

/** Where JSON ends, without the words around, which may be the secret. */
function lineOf(content: string): string {
  try {
    JSON.parse(content);
    return "";
  } catch (error) {
    const [, line] = /\(line (\d+) column \d+\)/.exec((error as Error).message) ?? [];
    return line ? ` (line ${line})` : "";
  }
}
