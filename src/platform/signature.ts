import { createHmac, timingSafeEqual } from "node:crypto";
import type { JsonObject } from "../json/parse.ts";
import { readNumber, readString } from "../json/read.ts";

const hour = 3_600_000;

/**
 * Whether a webhook post is signed with `secret` and at most an hour old. The key is the text and the
 * message is empty, as on the platform:
 * https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot (signature verification)
 */
export function isSigned(body: JsonObject, secret: string, now: number): boolean {
  const timestamp = readString(body, "timestamp") || String(readNumber(body, "timestamp") ?? "");
  if (!/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now - Number(timestamp) * 1000) > hour) return false;
  const expected = Buffer.from(createHmac("sha256", `${timestamp}\n${secret}`).digest("base64"));
  const given = Buffer.from(readString(body, "sign"));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
