import { fingerprint } from "../json/fingerprint.ts";
import { uptime } from "./ask.ts";
import { type Bot, type Refusal, receiverOf, sendMessage } from "./bot.ts";
import type { Card } from "./card.ts";
import { cureOf } from "./replies.ts";
import { tenantToken } from "./token.ts";

/** What is to be told, and how else if the platform refuses the card. */
export type Letter = {
  card: Card;
  /** The same facts as text. */
  plain: () => string;
  /** As text without the words of others, for a platform that takes those for sensitive. */
  bare: () => string;
};

/** What became of a letter to one receiver. */
export type Delivery = { id: string; sent: { ok: true; messageId: string } | Refusal };

/** Milliseconds for all that one letter takes. */
const limit = 10_000;

/**
 * Sends a letter to all receivers at once, so that none waits for another's failure; without a token nobody
 * is written to. `identity` tells the letter from others: the same one within the same ten seconds (`now`
 * in milliseconds) rings once, however often it is sent.
 */
export async function deliver(
  bot: Bot,
  ids: string[],
  letter: Letter,
  identity: string[],
  now: number,
): Promise<Delivery[]> {
  const end = uptime() + limit;
  const token = await tenantToken(bot, end);
  if (!token.ok) return ids.map((id) => ({ id, sent: token }));
  const deliverOne = async (id: string): Promise<Delivery> => {
    const uuid = fingerprint(id, ...identity, String(Math.floor(now / 10_000)));
    return { id, sent: await deliverTo({ ...bot, deadline: end - uptime() }, id, letter, uuid) };
  };
  return Promise.all(ids.map(deliverOne));
}

/** As a card, and if the platform refuses what it holds, once more as text. */
async function deliverTo(
  bot: Bot,
  id: string,
  { card, plain, bare }: Letter,
  uuid: string,
): Promise<Delivery["sent"]> {
  const end = uptime() + bot.deadline;
  const receiver = receiverOf(id);
  const sent = await sendMessage(bot, receiver, {
    msg_type: "interactive",
    content: JSON.stringify(card),
    uuid,
  });
  const cure = sent.ok ? "final" : cureOf(sent.code);
  if (cure !== "content" && cure !== "words") return sent;
  const content = JSON.stringify({ text: cure === "words" ? bare() : plain() });
  const rest = { ...bot, deadline: end - uptime() };
  return sendMessage(rest, receiver, { msg_type: "text", content, uuid: fingerprint(uuid, "text") });
}
