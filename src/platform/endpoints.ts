import type { Request } from "../http/route.ts";
import type { JsonObject } from "../json/parse.ts";
import { readString } from "../json/read.ts";
import type { Arrival, Kind } from "./chat.ts";
import type { Shown } from "./content.ts";
import { judgeLookup } from "./lookup.ts";
import { judgeMessage } from "./message.ts";
import type { Platform } from "./platform.ts";
import { isRefusal, type Refusal } from "./refusal.ts";
import type { Style } from "./reply.ts";
import { judgeScope, lookupScopes, sendScopes } from "./scope.ts";
import { judgeBearer, judgeTokenRequest } from "./token.ts";
import { hookSuccess, judgePost } from "./webhook.ts";

/** A request that the platform grants: the reply's body, and the message that it put into the chat. */
export type Granted = { reply: object; shown?: Shown & Pick<Arrival, "messageId" | "uuid"> };

/** One of the platform's addresses. */
export type Endpoint = {
  path: string;
  kind: Kind;
  style: Style;
  /** Whom a request is addressed to, fit to be shown. */
  to: (request: Request, body: JsonObject) => string;
  judge: (platform: Platform, request: Request) => Granted | Refusal;
};

/** The platform's addresses that are played here. */
export const endpoints: Endpoint[] = [
  {
    path: "/open-apis/bot/v2/hook/:token",
    kind: "webhook",
    style: "hook",
    to: ({ params: { token = "" } }) => mask(token),
    judge: (platform, { params: { token = "" }, body }) => {
      const verdict = judgePost(platform, token, body);
      return isRefusal(verdict) ? verdict : { reply: hookSuccess, shown: verdict };
    },
  },
  {
    path: "/open-apis/auth/v3/tenant_access_token/internal",
    kind: "token",
    style: "api",
    to: (_, body) => readString(body, "app_id"),
    judge: (platform, { body }) => granted(judgeTokenRequest(platform, body)),
  },
  {
    path: "/open-apis/contact/v3/users/batch_get_id",
    kind: "lookup",
    style: "api",
    to: () => "",
    judge: (platform, { headers, query, body }) =>
      judgeBearer(platform, headers.authorization) ??
      judgeScope(platform.settings, lookupScopes) ??
      granted(judgeLookup(platform, query, body)),
  },
  {
    path: "/open-apis/im/v1/messages",
    kind: "im",
    style: "api",
    to: (_, body) => readString(body, "receive_id"),
    judge: (platform, { headers, query, body }) =>
      judgeBearer(platform, headers.authorization) ??
      judgeScope(platform.settings, sendScopes) ??
      judgeMessage(platform, query, body),
  },
];

/** A secret as it may be shown: its beginning. */
export function mask(secret: string): string {
  return `${secret.slice(0, Math.min(4, secret.length / 2))}…`;
}

function granted(verdict: Refusal | object): Granted | Refusal {
  return isRefusal(verdict) ? verdict : { reply: verdict };
}
