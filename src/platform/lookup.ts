import { type Json, parseObject } from "../json/parse.ts";
import type { Platform } from "./platform.ts";
import { type Refusal, refuse, violation } from "./refusal.ts";
import type { User } from "./settings.ts";

/** The kinds of id that name a person, and how ours are spelled. */
export const idOf = new Map<string, (user: User) => string>([
  ["open_id", ({ openId }) => openId],
  ["union_id", ({ openId }) => openId.replace(/^ou_/, "on_")],
  ["user_id", ({ openId }) => openId.replace(/^ou_/, "")],
]);

/** Who was asked for, in the same order; who was found has an id. */
export type LookupReply = {
  code: 0;
  msg: "success";
  data: { user_list: { email?: string; mobile?: string; user_id?: string }[] };
};

const most = 50;

/**
 * Judges a look-up of people by their addresses. Who is not found is listed without `user_id`. Source:
 * https://open.feishu.cn/document/server-docs/contact-v3/user/batch_get_id
 */
export function judgeLookup({ settings }: Platform, query: string, body: Buffer): LookupReply | Refusal {
  const asked = parseObject(body.toString("utf8"));
  if (!asked) return refuse("body");
  const id = idOf.get(new URLSearchParams(query).get("user_id_type") ?? "open_id");
  const [emails, mobiles] = [readAddresses(asked.emails), readAddresses(asked.mobiles)];
  if (!id) return violation("user_id_type", `must be one of ${[...idOf.keys()].join(", ")}`);
  if (!emails) return violation("emails", `must be a list of at most ${most} strings`);
  if (!mobiles) return violation("mobiles", `must be a list of at most ${most} strings`);
  const found = (email: string) => {
    const user = settings.users.find((known) => known.email === email);
    return { email, ...(user && { user_id: id(user) }) };
  };
  return {
    code: 0,
    msg: "success",
    data: { user_list: [...emails.map(found), ...mobiles.map((mobile) => ({ mobile }))] },
  };
}

/** A list of addresses, empty when there is none; null when it is no list, or too long. */
function readAddresses(list: Json = []): string[] | null {
  if (!Array.isArray(list) || list.length > most) return null;
  return list.every((address) => typeof address === "string") ? list : null;
}
