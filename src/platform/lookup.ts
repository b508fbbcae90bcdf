import { type Json, parseObject } from "../json/parse.ts";
import { readArray } from "../json/read.ts";
import type { Platform } from "./platform.ts";
import { type Refusal, refuse } from "./refusal.ts";
import type { User } from "./settings.ts";

/** The kinds of id that name a person, and how ours are spelled. */
export const idOf: Record<string, (user: User) => string> = {
  open_id: ({ openId }) => openId,
  union_id: ({ openId }) => openId.replace(/^ou_/, "on_"),
  user_id: ({ openId }) => openId.replace(/^ou_/, ""),
};

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
  const id = idOf[new URLSearchParams(query).get("user_id_type") ?? "open_id"];
  const emails = readArray(asked, "emails") ?? [];
  const mobiles = readArray(asked, "mobiles") ?? [];
  if (!id || emails.length > most || mobiles.length > most) return refuse("field");
  if (!allStrings(emails) || !allStrings(mobiles)) return refuse("field");
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

function allStrings(list: Json[]): list is string[] {
  return list.every((item) => typeof item === "string");
}
