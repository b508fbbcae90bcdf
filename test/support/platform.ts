import type { TestContext } from "node:test";
import { onlyLocal } from "../../src/http/local.ts";
import { serve } from "../../src/http/serve.ts";
import type { JsonObject } from "../../src/json/parse.ts";
import type { Arrival, Refused } from "../../src/platform/chat.ts";
import { readFault } from "../../src/platform/faults.ts";
import { newPlatform } from "../../src/platform/platform.ts";
import { platformRoutes } from "../../src/platform/routes.ts";
import type { Settings } from "../../src/platform/settings.ts";

/** The chat platform's stand-in, as a test sees it. */
export type StartedPlatform = {
  origin: string;
  /** The address of a group webhook: what CHAT_WEBHOOK_URL holds. */
  webhook: string;
  /** The base of the messaging API: what MESSAGING_API holds. */
  api: string;
  app: { id: string; secret: string };
  /** Somebody who can receive messages. */
  user: { email: string; openId: string };
  /** What arrived, oldest first. */
  messages: () => Arrival[];
  /** What was refused, oldest first. */
  refusals: () => Refused[];
  /** What was told of each request, level first. */
  told: () => string[];
  /** Spoils the next replies: `{ code?, httpStatus?, delayMs?, times?, path?, msg?, body?, headers?, reset?, delivered? }`. */
  fault: (asked: JsonObject) => void;
  /** Makes every token that was issued invalid. */
  revokeTokens: () => void;
  /** Stops the platform's clock, so that only `pass` moves it. */
  freeze: () => void;
  /** Moves the platform's clock on. */
  pass: (milliseconds: number) => void;
};

/** Starts the platform's real routes on a free port; they end with the test. */
export async function startPlatform(
  t: TestContext,
  settings: Partial<Settings> = {},
): Promise<StartedPlatform> {
  let passed = 0;
  let clock = Date.now;
  const platform = newPlatform(settings, () => clock() + passed);
  const told: string[] = [];
  const routes = platformRoutes(platform, (level, line) => told.push(`${level} ${line}`));
  const { port, stop } = await serve(onlyLocal(routes), { port: 0, host: "127.0.0.1" });
  t.after(() => stop(0));
  const origin = `http://127.0.0.1:${port}`;
  const { hooks, app, users } = platform.settings;
  const [user] = users;
  if (!user) throw new Error("a platform needs a user");
  return {
    origin,
    webhook: `${origin}/open-apis/bot/v2/hook/${hooks[0]}`,
    api: `${origin}/open-apis`,
    app,
    user,
    messages: () => platform.chat.arrivals,
    refusals: () => platform.chat.refusals,
    told: () => told,
    fault: (asked) => {
      const fault = readFault(asked);
      if (typeof fault === "string") throw new Error(fault);
      platform.faults.push(fault);
    },
    revokeTokens: () => void platform.tokens.splice(0),
    freeze: () => {
      const now = Date.now();
      clock = () => now;
    },
    pass: (milliseconds) => {
      passed += milliseconds;
    },
  };
}
