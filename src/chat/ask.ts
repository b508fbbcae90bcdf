import { conceal, quote } from "../cli/conceal.ts";
import { type Answer, CallError, call } from "../http/call.ts";
import { type JsonObject, parseObject } from "../json/parse.ts";
import { readNumber, readString } from "../json/read.ts";
import type { Bot, Refusal } from "./bot.ts";
import { adviceOn, cureOf } from "./replies.ts";

/** One question to the platform. */
export type Question = {
  /** What is asked for, in the debug log; a `message` can have arrived though its reply did not. */
  what: string;
  /** Below the messaging API's base. */
  path: string;
  body: object;
  /** "" for the question that needs none. */
  token: string;
};

/** What the platform said: its reply with code 0, or why there is none. */
export type Reply = { ok: true; body: JsonObject } | Refusal;

/** Milliseconds of a clock that never jumps; performance.now() would load node:perf_hooks. */
export function uptime(): number {
  return process.uptime() * 1_000;
}

/** Milliseconds that one try may take, so that there is time for another. */
const tryLimit = 5_000;

/** Less is too little for an answer. */
const leastTime = 250;

/** The longest wait that the platform can ask for, in milliseconds. */
const longestWait = 2_000;

/** A card's reply repeats the card. */
const replyLimit = 1024 * 1024;

/**
 * Asks the platform, and once more after a connection that broke or took too long, a fault of the
 * platform (5xx) and a rate limit; both tries end before `end` (of `uptime`).
 */
export async function ask(bot: Bot, question: Question, end: number): Promise<Reply> {
  const first = await attempt(bot, question, end);
  if (first.again === null || uptime() + first.again > end - leastTime) return first.reply;
  await new Promise((resolve) => setTimeout(resolve, first.again ?? 0));
  return (await attempt(bot, question, end)).reply;
}

/** A reply, and in how many milliseconds it is worth asking again; null when it is not. */
type Attempt = { reply: Reply; again: number | null };

async function attempt(bot: Bot, { what, path, body, token }: Question, end: number): Promise<Attempt> {
  const hidden = (text: string) => conceal(text, [bot.appSecret, token]);
  try {
    const answer = await call({
      method: "POST",
      url: bot.api + path,
      headers: {
        "content-type": "application/json; charset=utf-8",
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
      timeout: Math.max(leastTime, Math.min(tryLimit, end - uptime())),
      proxy: bot.proxy,
      limit: replyLimit,
    });
    const logId = String(answer.headers["x-tt-logid"] ?? "");
    bot.onReply(what, { status: answer.status, text: hidden(answer.text), logId });
    return judge(answer, logId, hidden);
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    const doubt = error.sent && what === "message" ? "; it may have arrived all the same" : "";
    const text = quote(hidden(error.message)) + doubt;
    bot.onReply(what, { status: 0, text, logId: "" });
    return { reply: { ok: false, code: null, text, advice: "" }, again: 300 };
  }
}

/** By the body's code, whatever the HTTP status: refusals come with 200 as well as with 400. */
function judge(answer: Answer, logId: string, hidden: (text: string) => string): Attempt {
  const body = parseObject(answer.text) ?? {};
  const code = readNumber(body, "code");
  if (code === 0) return { reply: { ok: true, body }, again: null };
  const words =
    code === null
      ? `HTTP ${answer.status}: ${answer.text || "an empty body"}`
      : `${code}: ${readString(body, "msg")}`;
  const id = logId && ` (log id ${quote(logId)})`;
  const text = `the platform replied ${quote(hidden(words))}${id}`;
  return {
    reply: { ok: false, code, text, advice: quote(hidden(adviceOn(code, body))) },
    again: waitFor(answer, code),
  };
}

/** Milliseconds to wait; null when it does not help, or takes too long. */
function waitFor({ status, headers }: Answer, code: number | null): number | null {
  if (cureOf(code) !== "wait" && status !== 429) return status >= 500 ? 300 : null;
  // In seconds: https://open.feishu.cn/document/server-docs/api-call-guide/frequency-control
  const wait = Number(headers["x-ogw-ratelimit-reset"] ?? 1) * 1_000;
  return wait >= 0 && wait <= longestWait ? wait : null;
}
