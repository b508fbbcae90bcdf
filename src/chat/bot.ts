// An app's bot on the chat platform: it writes to people under a tenant token.
import { readObject, readObjects, readString } from "../json/read.ts";
import { ask, type Question, type Reply, uptime } from "./ask.ts";
import { cureOf } from "./replies.ts";
import { tenantToken } from "./token.ts";

/** Whom a message goes to, and by which of its names. */
export type Receiver = { id: string; type: "open_id" | "union_id" | "user_id" | "email" | "chat_id" };

/** A tenant token as it is kept. */
export type CachedToken = {
  /** Tells apart the tokens of different apps and platforms. */
  app: string;
  token: string;
  /** Milliseconds since 1970. */
  expireAt: number;
};

/** Where a token is kept between processes. None of it throws: a cache that cannot be used is empty. */
export type TokenCache = {
  read: () => CachedToken | null;
  write: (token: CachedToken) => void;
  drop: () => void;
};

/** An app on the platform, and how it is reached. */
export type Bot = {
  /** Base of the messaging API, without a trailing slash: `https://open.feishu.cn/open-apis`. */
  api: string;
  appId: string;
  appSecret: string;
  cache: TokenCache;
  /** Go through the proxy of the environment. */
  proxy: boolean;
  /** Milliseconds that one call may take: token, tries and waits together. */
  deadline: number;
  /** Told of every reply, without secrets, and of every break (status 0): `what` names the call. */
  onReply: (what: string, answer: { status: number; text: string; logId: string }) => void;
};

/** What the platform refused: its words on one line without a secret, and what to do ("" if unknown). */
export type Refusal = { ok: false; code: number | null; text: string; advice: string };

/** A message to one receiver; `content` is JSON text. */
export type Message = { msg_type: "interactive" | "text"; content: string; uuid: string };

/** The receiver that an id names by its form: `ou_` open id, `on_` union id, `oc_` chat, `@` e-mail, else user id. */
export function receiverOf(id: string): Receiver {
  const [, type] = forms.find(([form]) => form.test(id)) ?? [];
  return { id, type: type ?? "user_id" };
}

const forms: [RegExp, Receiver["type"]][] = [
  [/@/, "email"],
  [/^ou_/, "open_id"],
  [/^on_/, "union_id"],
  [/^oc_/, "chat_id"],
];

/**
 * Sends one message. The platform delivers at most one of the same `uuid` within an hour.
 * https://open.feishu.cn/document/server-docs/im-v1/message/create
 */
export async function sendMessage(
  bot: Bot,
  receiver: Receiver,
  message: Message,
): Promise<{ ok: true; messageId: string } | Refusal> {
  const reply = await askAs(bot, {
    what: "message",
    path: `/im/v1/messages?receive_id_type=${receiver.type}`,
    body: { receive_id: receiver.id, ...message },
  });
  if (!reply.ok) return reply;
  return { ok: true, messageId: readString(readObject(reply.body, "data") ?? {}, "message_id") };
}

/** The most addresses that can be asked for at once. */
const mostEmails = 50;

/**
 * Looks open ids up by e-mail address, in the same order; `openId` is "" for one that the app cannot find.
 * https://open.feishu.cn/document/server-docs/contact-v3/user/batch_get_id
 */
export async function lookUp(
  bot: Bot,
  emails: string[],
): Promise<{ ok: true; users: { email: string; openId: string }[] } | Refusal> {
  const found = new Map<string, string>();
  for (let at = 0; at < emails.length; at += mostEmails) {
    const reply = await askAs(bot, {
      what: "lookup",
      path: "/contact/v3/users/batch_get_id?user_id_type=open_id",
      body: { emails: emails.slice(at, at + mostEmails) },
    });
    if (!reply.ok) return reply;
    for (const user of readObjects(readObject(reply.body, "data") ?? {}, "user_list"))
      found.set(readString(user, "email").toLowerCase(), readString(user, "user_id"));
  }
  return {
    ok: true,
    users: emails.map((email) => ({ email, openId: found.get(email.toLowerCase()) ?? "" })),
  };
}

/** Asks with the tenant token; one that the platform no longer takes is thrown away, and a new one tried once. */
async function askAs(bot: Bot, question: Omit<Question, "token">): Promise<Reply> {
  const end = uptime() + bot.deadline;
  const first = await tenantToken(bot, end);
  if (!first.ok) return first;
  const reply = await ask(bot, { ...question, token: first.token }, end);
  if (reply.ok || cureOf(reply.code) !== "token") return reply;
  bot.cache.drop();
  const second = await tenantToken(bot, end);
  return second.ok ? ask(bot, { ...question, token: second.token }, end) : second;
}
