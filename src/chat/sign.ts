import type { CardMessage } from "./card.ts";

/**
 * The request body of a webhook post: the message, and in front of it the signature that a bot with a
 * secret demands. `time` is in milliseconds; the platform accepts it for an hour.
 * https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot
 */
export function requestBody(message: CardMessage, secret: string, time: number): string {
  if (!secret) return JSON.stringify(message);
  const timestamp = String(Math.floor(time / 1000));
  return JSON.stringify({ timestamp, sign: sign(timestamp, secret), ...message });
}

/** HMAC-SHA256 of nothing under the key `<timestamp>\n<secret>`, in base64; `timestamp` in seconds. */
export function sign(timestamp: string, secret: string): string {
  // Loaded here: most bots have no secret, and crypto costs start-up.
  const { createHmac } = process.getBuiltinModule("node:crypto");
  return createHmac("sha256", `${timestamp}\n${secret}`).digest("base64");
}
