import { isObject, type JsonObject, parseObject } from "../json/parse.ts";
import { readObject, readString } from "../json/read.ts";
import { cardFlaw } from "./card.ts";
import { contentText, hookTypes, type Shown } from "./content.ts";
import { describeFlaw } from "./flaw.ts";
import { isTooFast } from "./pace.ts";
import type { Platform } from "./platform.ts";
import { type Refusal, refuse } from "./refusal.ts";
import { isUser, type User } from "./settings.ts";
import { isSigned } from "./signature.ts";

/** 30 KB, as the platform's refusal names it. Its guide asks for 20 KB; more has been seen to pass. */
const bodyLimit = 30 * 1024;

/** The platform's reply to a webhook post that it accepts; StatusCode is left from older days. */
export const hookSuccess = { StatusCode: 0, StatusMessage: "success", code: 0, data: {}, msg: "success" };

/** Judges a webhook post, in the platform's order: first the address, then the form, then the signature. */
export function judgePost(platform: Platform, token: string, body: Buffer): Shown | Refusal {
  const { settings, now, written } = platform;
  if (!settings.hooks.includes(token)) return refuse("hookToken");
  if (body.length > bodyLimit) return refuse("hookSize");
  const post = parseObject(body.toString("utf8"));
  if (!post) return refuse("hookBody");
  if (settings.secret && !isSigned(post, settings.secret, now())) return refuse("hookSign");
  if (!hookTypes.includes(readString(post, "msg_type"))) return refuse("hookType");
  if (settings.rate && isTooFast(written, token, now())) return refuse("hookRate");
  return judgeContent(post, settings.users);
}

function judgeContent(post: JsonObject, users: User[]): Shown | Refusal {
  const msgType = readString(post, "msg_type");
  if (msgType !== "interactive") {
    const text = contentText(msgType, readObject(post, "content") ?? {});
    return text ? { text } : refuse("hookContent");
  }
  const { card } = post;
  if (!isObject(card)) return refuse("hookCardMissing");
  const flaw = cardFlaw(card, (person) => isUser(users, person));
  return flaw ? refuse("hookCard", describeFlaw(flaw)) : { card };
}
