// What a person does about a refusal. Codes:
// https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot and its list of errors.

const rate =
  "The bot may post 100 times a minute and 5 times a second; spread the updates, and avoid full and half hours";
const sensitive = "The platform takes the text for sensitive: look at the message that Watchtower sent";
const settings = "in the chat: Settings > Bots > the bot > Security settings";

const remedies: Record<number, string> = {
  9499: "The platform takes the request for malformed or too large: see `notify --dry-run`",
  11232: rate,
  11233: rate,
  11246: "The platform could not make a card of it: see `notify --dry-run`",
  11247: rate,
  11248: sensitive,
  11312: sensitive,
  18054: sensitive,
  19001: "The webhook's address is wrong, or the bot was removed: copy it again into CHAT_WEBHOOK_URL",
  19002: "The address is no webhook of a custom bot, or it changes the request: check CHAT_WEBHOOK_URL",
  19021: `The signature does not match: set CHAT_WEBHOOK_SECRET to the one shown ${settings}`,
  19022: `This machine's public address is not on the bot's list: add it ${settings}`,
  19024: `The bot wants a keyword that the card lacks: make it 部署通知, which every card has, ${settings}`,
  19036:
    "The platform takes the card for too large: let Watchtower say less (WATCHTOWER_NOTIFICATIONS_LEVEL)",
  99991400: rate,
};

/** One line that says what to do about a refusal, or "" when nobody knows. `clock` as `clockFault` gives it. */
export function remedy(code: number | null, clock: string): string {
  return (code === 19021 && clock) || (code !== null && remedies[code]) || "";
}

/**
 * Says how far this machine's clock is from the platform's `Date` header, when that is enough to spoil
 * a signature, which is good for an hour; else "". `now` in milliseconds.
 */
export function clockFault(date: string | undefined, now: number): string {
  const minutes = Math.round((now - Date.parse(date ?? "")) / 60_000);
  if (!(Math.abs(minutes) >= 59)) return "";
  const side = minutes > 0 ? "ahead of" : "behind";
  return `This machine's clock is ${Math.abs(minutes)} minutes ${side} the platform's, and a signature is good for 60: set it`;
}
