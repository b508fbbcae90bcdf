import { type Answered, ask } from "./ask.ts";
import type { StartedPlatform } from "./platform.ts";

/** What a bot does on the platform: it has a token, and sends messages with it. */
export type Bot = {
  token: string;
  /** POST under the messaging API with the bot's token, or with other headers. */
  post: (path: string, body: object | string, headers?: Record<string, string>) => Promise<Answered>;
  /** Sends to the platform's user, or as `changes` say. */
  send: (changes?: object, type?: string) => Promise<Answered>;
};

/** Asks for a tenant token. */
export function askToken({ api, app }: StartedPlatform, changes: object = {}): Promise<Answered> {
  const body = { app_id: app.id, app_secret: app.secret, ...changes };
  return ask("POST", `${api}/auth/v3/tenant_access_token/internal`, body);
}

/** A bot that has its token. */
export async function newBot(platform: StartedPlatform): Promise<Bot> {
  const token = String((await askToken(platform)).body.tenant_access_token);
  const bearer = { authorization: `Bearer ${token}` };
  const post: Bot["post"] = (path, body, headers = bearer) =>
    ask("POST", `${platform.api}${path}`, body, headers);
  return {
    token,
    post,
    send: (changes = {}, type = "open_id") =>
      post(`/im/v1/messages?receive_id_type=${type}`, {
        receive_id: platform.user.openId,
        msg_type: "text",
        content: JSON.stringify({ text: "Hello" }),
        ...changes,
      }),
  };
}
