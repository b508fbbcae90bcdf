import { parseObject } from "../json/parse.ts";
import { readString } from "../json/read.ts";
import { newId, type Platform } from "./platform.ts";
import { type Reason, type Refusal, refuse } from "./refusal.ts";

const minute = 60_000;
const lifetime = 120 * minute;

/** A token lives two hours; until 30 minutes before its end the same one is given again. */
export type TokenReply = { code: 0; msg: "ok"; tenant_access_token: string; expire: number };

/**
 * Judges a request for a tenant token. `expire` is in seconds and *remaining*. Source:
 * https://open.feishu.cn/document/server-docs/authentication-management/access-token/tenant_access_token_internal
 */
export function judgeTokenRequest(platform: Platform, body: Buffer): TokenReply | Refusal {
  const asked = parseObject(body.toString("utf8"));
  if (!asked) return refuse("body");
  const { app } = platform.settings;
  const id = readString(asked, "app_id");
  const secret = readString(asked, "app_secret");
  if (!id || !secret) return refuse("parameter");
  if (id !== app.id) return refuse("appUnknown");
  if (secret !== app.secret) return refuse("appSecret");
  const { token, endsAt } = currentToken(platform);
  const expire = Math.floor((endsAt - platform.now()) / 1000);
  return { code: 0, msg: "ok", tenant_access_token: token, expire };
}

/** Judges the Authorization header of an API call: why it is refused, or null. */
export function judgeBearer(platform: Platform, authorization: string | undefined): Refusal | null {
  const [, token = ""] = /^Bearer\s+(\S+)$/i.exec(authorization ?? "") ?? [];
  const now = platform.now();
  if (platform.tokens.some((issued) => issued.token === token && issued.endsAt > now)) return null;
  return refuse(tokenFault(token));
}

function tokenFault(token: string): Reason {
  if (!token) return "tokenMissing";
  if (token.startsWith("t-")) return "tokenInvalid";
  return token.startsWith("u-") ? "tokenOfUser" : "tokenForm";
}

function currentToken({ tokens, now }: Platform): Platform["tokens"][number] {
  const good = tokens.findLast(({ endsAt }) => endsAt - now() >= 30 * minute);
  if (good) return good;
  const fresh = { token: newId("t-"), endsAt: now() + lifetime };
  tokens.push(fresh);
  return fresh;
}
