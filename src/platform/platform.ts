import { randomBytes } from "node:crypto";
import type { JsonObject } from "../json/parse.ts";
import { type Chat, emptyChat } from "./chat.ts";
import type { Fault } from "./faults.ts";
import { defaults, type Settings } from "./settings.ts";

/** The platform's whole state: pure functions read and change it, the route table serves it. */
export type Platform = {
  settings: Settings;
  /** Milliseconds since 1970. */
  now: () => number;
  chat: Chat;
  /** What the next replies are to be, in order. */
  faults: Fault[];
  /** The tokens that were issued, and when each ends. */
  tokens: { token: string; endsAt: number }[];
  /** What was answered for a `uuid`, and when. */
  answered: Map<string, { at: number; reply: JsonObject }>;
  /** When each webhook, and each receiver, was last written to. */
  written: Map<string, number[]>;
};

/** A platform on which nothing has happened yet. */
export function newPlatform(settings: Partial<Settings> = {}, now = Date.now): Platform {
  return {
    settings: { ...defaults, ...settings },
    now,
    chat: emptyChat(now()),
    faults: [],
    tokens: [],
    answered: new Map(),
    written: new Map(),
  };
}

/** An identifier that nobody has seen before, in the platform's form: a prefix and 32 hexadecimal digits. */
export function newId(prefix: string): string {
  return prefix + randomBytes(16).toString("hex");
}
