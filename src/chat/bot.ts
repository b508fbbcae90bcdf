// An app's bot on the chat platform: it writes to people under a tenant token.

/** Whom a message goes to, and by which of its names. */
export type Receiver = { id: string; type: "open_id" | "union_id" | "user_id" | "email" | "chat_id" };

/** A tenant token as it is kept. */
export type CachedToken = {
  /** Tells apart the tokens of different apps and platforms; shows neither. */
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
  /** Told of every reply, with its secrets in it: `what` names the call. */
  onReply: (what: string, answer: { status: number; text: string; logId: string }) => void;
};

/** What the platform refused: its words on one line without a secret, and what to do ("" if unknown). */
export type Refusal = { ok: false; code: number | null; text: string; advice: string };

/** A message to one receiver; `content` is JSON text. */
export type Message = { msg_type: "interactive" | "text"; content: string; uuid: string };

/** The receiver that an id names by its form: `ou_` open id, `on_` union id, `oc_` chat, `@` e-mail, else user id. */
export function receiverOf(id: string): Receiver {
  return { id, type: "open_id" };
}

/** Sends one message. Source: https://open.feishu.cn/document/server-docs/im-v1/message/create */
export async function sendMessage(
  _bot: Bot,
  _receiver: Receiver,
  _message: Message,
): Promise<{ ok: true; messageId: string } | Refusal> {
  throw new Error("not there yet");
}

/** Looks open ids up by e-mail address; `openId` is "" for one that the app cannot find. */
export async function lookUp(
  _bot: Bot,
  _emails: string[],
): Promise<{ ok: true; users: { email: string; openId: string }[] } | Refusal> {
  throw new Error("not there yet");
}
