import { type Answer, CallError, call } from "../http/call.ts";
import type { CardMessage } from "./card.ts";
import { conceal } from "./conceal.ts";
import { clockFault, remedy } from "./refusals.ts";
import { requestBody } from "./sign.ts";
import { verdictOf } from "./verdict.ts";

/** A group's custom bot. The address is itself a secret. */
export type Webhook = {
  url: string;
  /** The bot's signing secret; "" when it has none. */
  secret: string;
  /** Go through the proxy of the environment. */
  proxy: boolean;
};

/** Whether the card is in the chat; if not, what the peer said (one line) and what to do ("" if unknown). */
export type Sent = { ok: true } | { ok: false; text: string; remedy: string };

/** What passes while a card is sent: milliseconds of a clock that never jumps, and the time between 0 and 1. */
export type Pace = {
  now: () => number;
  sleep: (milliseconds: number) => Promise<unknown>;
  random: () => number;
};

const postLimit = 10_000;
const wholeLimit = 25_000;

/**
 * Posts a card to a group. A rate limit, a fault of the platform (5xx) and a connection that failed
 * before anything was sent are tried again within 25 s; any other refusal is final, and so is a
 * connection that broke later, because the card may have arrived. What it says shows no secret.
 */
export async function sendCard(webhook: Webhook, message: CardMessage, pace: Pace = realPace): Promise<Sent> {
  const end = pace.now() + wholeLimit;
  for (let tries = 1; ; tries++) {
    const { sent, again } = await post(webhook, message, Math.min(postLimit, end - pace.now()));
    if (sent.ok || again === "never") return sent;
    const wait = again === "soon" ? backoff(tries, pace.random()) : again + 250 * pace.random();
    // A last try needs time for its answer.
    if (pace.now() + wait > end - 1_000) return { ...sent, text: `${sent.text}${timesTried(tries)}` };
    await pace.sleep(wait);
  }
}

const realPace: Pace = {
  // performance.now() would load node:perf_hooks, 1 ms at start-up.
  now: () => process.uptime() * 1_000,
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  random: Math.random,
};

/** 1, 2, 4, 8 s, each up to a quarter longer, so that many who were refused together do not return together. */
function backoff(tries: number, random: number): number {
  return 1_000 * 2 ** (tries - 1) * (1 + random / 4);
}

function timesTried(tries: number): string {
  return tries > 1 ? ` (tried ${tries} times)` : "";
}

/** When to try again; a number is the milliseconds that the platform named. */
type Again = "never" | "soon" | number;

async function post(
  webhook: Webhook,
  message: CardMessage,
  timeout: number,
): Promise<{ sent: Sent; again: Again }> {
  try {
    const answer = await call({
      method: "POST",
      url: webhook.url,
      headers: { "content-type": "application/json; charset=utf-8" },
      body: requestBody(message, webhook.secret, Date.now()),
      timeout,
      proxy: webhook.proxy,
    });
    return judged(answer, webhook);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const doubt = error.sent ? "; the card may have arrived all the same" : "";
    const text = conceal(error.message, webhook) + doubt;
    return { sent: { ok: false, text, remedy: "" }, again: error.sent ? "never" : "soon" };
  }
}

function judged(answer: Answer, webhook: Webhook): { sent: Sent; again: Again } {
  const verdict = verdictOf(answer);
  if (verdict.accepted) return { sent: { ok: true }, again: "never" };
  const { code, passing, wait } = verdict;
  const text = `the webhook replied with HTTP ${answer.status}: ${conceal(answer.text, webhook) || "an empty body"}`;
  const sent: Sent = { ok: false, text, remedy: remedy(code, clockFault(answer.headers.date, Date.now())) };
  if (!passing) return { sent, again: "never" };
  return { sent, again: wait === null ? "soon" : wait * 1_000 };
}
