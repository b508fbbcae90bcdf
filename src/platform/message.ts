import { isObject, type JsonObject, parseJson, parseObject } from "../json/parse.ts";
import { readString } from "../json/read.ts";
import { cardFlaw } from "./card.ts";
import { botTypes, contentText, type Shown } from "./content.ts";
import { describeFlaw } from "./flaw.ts";
import { isTooFast } from "./pace.ts";
import { newId, type Platform } from "./platform.ts";
import { judgeReceiver, receiverTypes } from "./receiver.ts";
import { isRefusal, type Refusal, refuse, violation } from "./refusal.ts";
import { isUser } from "./settings.ts";

/** What a call asks to send. */
type Asked = { type: string; receiver: string; msgType: string; content: string; uuid: string };

/** A message that was accepted: what to answer, and what to show unless its uuid was seen before. */
export type Sent = { reply: JsonObject; shown?: Shown & { messageId: string; uuid?: string } };

const required = ["receive_id", "msg_type", "content"];
const hour = 3_600_000;
const cardLimit = 30 * 1024;
const textLimit = 150 * 1024;

/**
 * Judges one message of a bot. Source: https://open.feishu.cn/document/server-docs/im-v1/message/create
 */
export function judgeMessage(platform: Platform, query: string, body: Buffer): Sent | Refusal {
  const asked = readAsked(new URLSearchParams(query).get("receive_id_type") ?? "", body);
  if (isRefusal(asked)) return asked;
  const { settings, answered, written, now } = platform;
  const chat = judgeReceiver(settings, asked.type, asked.receiver);
  if (typeof chat !== "string") return chat;
  const shown = judgeContent(platform, asked);
  if (isRefusal(shown)) return shown;
  const before = asked.uuid ? answered.get(asked.uuid) : undefined;
  if (before && now() - before.at < hour) return { reply: before.reply };
  if (settings.rate && isTooFast(written, chat, now())) return refuse("rate");
  const messageId = newId("om_");
  const reply = messageReply(platform, asked, chat, messageId);
  if (asked.uuid) remember(platform, asked.uuid, reply);
  return { reply, shown: { ...shown, messageId, ...(asked.uuid && { uuid: asked.uuid }) } };
}

function remember({ answered, now }: Platform, uuid: string, reply: JsonObject): void {
  for (const [known, { at }] of answered) if (now() - at >= hour) answered.delete(known);
  answered.delete(uuid);
  answered.set(uuid, { at: now(), reply });
}

function readAsked(type: string, body: Buffer): Asked | Refusal {
  const asked = parseObject(body.toString("utf8"));
  if (!asked) return refuse("body");
  if (!type) return violation("receive_id_type", "receive_id_type is required");
  if (!receiverTypes.includes(type))
    return violation("receive_id_type", `must be one of ${receiverTypes.join(", ")}`);
  const absent = required.find((key) => !asked[key]);
  if (absent) return violation(absent, `${absent} is required`);
  const odd = [...required, "uuid"].find((key) => typeof (asked[key] ?? "") !== "string");
  if (odd) return violation(odd, "must be a string");
  const uuid = readString(asked, "uuid");
  if (uuid.length > 50) return violation("uuid", "must be at most 50 characters");
  const [receiver, msgType] = [readString(asked, "receive_id"), readString(asked, "msg_type")];
  return { type, receiver, msgType, content: readString(asked, "content"), uuid };
}

function judgeContent({ settings }: Platform, { msgType, content }: Asked): Shown | Refusal {
  if (!botTypes.includes(msgType)) return refuse("message", ", ext=invalid msg_type");
  if (Buffer.byteLength(content) > (msgType === "text" ? textLimit : cardLimit)) return refuse("size");
  const parsed = parseJson(content);
  if (parsed === undefined) return refuse("message", ", ext=content is not a string in json format");
  if (!isObject(parsed)) return refuse("message", ", ext=content is not a json object");
  if (msgType === "interactive") {
    const flaw = cardFlaw(parsed, (person) => isUser(settings.users, person));
    return flaw ? refuse("card", describeFlaw(flaw)) : { card: parsed };
  }
  const text = contentText(msgType, parsed);
  return text ? { text } : refuse("message", `, ext=invalid content of msg_type ${msgType}`);
}

function messageReply(
  { settings, now }: Platform,
  { msgType, content }: Asked,
  chat: string,
  messageId: string,
): JsonObject {
  const time = String(now());
  return {
    code: 0,
    msg: "success",
    data: {
      message_id: messageId,
      chat_id: chat,
      msg_type: msgType,
      create_time: time,
      update_time: time,
      deleted: false,
      updated: false,
      sender: { id: settings.app.id, id_type: "app_id", sender_type: "app", tenant_key: "sandbox" },
      body: { content },
    },
  };
}
