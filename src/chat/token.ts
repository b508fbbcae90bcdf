import { readNumber, readString } from "../json/read.ts";
import { ask, uptime } from "./ask.ts";
import type { Bot, Refusal } from "./bot.ts";

/** Seconds: as long as a token is kept at most, how much earlier than it ends, and how long it can live. */
const [longest, margin, lifetime] = [7_000, 200, 7_200];

/**
 * The app's tenant token: the kept one while it lasts, else a new one. The platform hands out the same
 * token to all until 30 minutes before its end, so a new one may have little life left.
 * https://open.feishu.cn/document/server-docs/authentication-management/access-token/tenant_access_token_internal
 */
export async function tenantToken(
  bot: Bot,
  end = uptime() + bot.deadline,
): Promise<{ ok: true; token: string } | Refusal> {
  const kept = keptToken(bot, Date.now());
  if (kept) return { ok: true, token: kept };
  const question = {
    what: "token",
    path: "/auth/v3/tenant_access_token/internal",
    body: { app_id: bot.appId, app_secret: bot.appSecret },
    token: "",
  };
  const reply = await ask(bot, question, end);
  if (!reply.ok) return reply;
  const token = readString(reply.body, "tenant_access_token");
  if (!isToken(token)) return { ok: false, code: 0, text: "the platform's reply holds no token", advice: "" };
  const expire = readNumber(reply.body, "expire") ?? lifetime;
  const expireAt = Date.now() + Math.min(longest, expire - margin) * 1_000;
  bot.cache.write({ app: appOf(bot), token, expireAt });
  return { ok: true, token };
}

/** Tells apart the tokens of different apps, and of one app on different platforms. */
function appOf({ api, appId }: Bot): string {
  return `${appId} ${api}`;
}

/** The kept token if it is this app's and still good; a token that ends too far away was kept by a clock that jumped. */
function keptToken(bot: Bot, now: number): string {
  const kept = bot.cache.read();
  if (!kept || kept.app !== appOf(bot) || !isToken(kept.token)) return "";
  return kept.expireAt > now && kept.expireAt <= now + lifetime * 1_000 ? kept.token : "";
}

/** What a header can carry. Their form and length may change: https://open.feishu.cn/document/ukTMukTMukTM/uMTNz4yM1MjLzUzM */
function isToken(token: string): boolean {
  return /^[!-~]+$/.test(token);
}
