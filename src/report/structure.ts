import { parseObject } from "../json/parse.ts";
import { entropy } from "./entropy.ts";
import { decodedLogin, decodedText, isSecretLogin } from "./login.ts";
import { isFilled, isMixed, isPlaceholder, isRandom, isStandIn } from "./placeholder.ts";

// What a match must hold besides its form. Each of these looks at the match and at a bounded stretch around it.

/** The part after the prefix, or the whole, is filled in. */
export function filled({ 0: whole, 1: part }: RegExpExecArray): boolean {
  return isFilled(part ?? whole);
}

function drawn({ 0: whole, 1: part }: RegExpExecArray): boolean {
  return isRandom(part ?? whole);
}

/** Spells `<digits>:<bytes>` in base64, as a Data Center's personal access token does. */
export function numberedBytes({ 0: token }: RegExpExecArray): boolean {
  return /^\d+:./s.test(Buffer.from(token, "base64").toString("latin1"));
}

/** The first two parts spell JSON objects. */
export function jsonParts({ 1: header = "", 2: payload = "" }: RegExpExecArray): boolean {
  return [header, payload].every((part) => parseObject(decodedText(part) ?? ""));
}

/** Base64 follows, as a key's does; a mention of the header alone gives nothing away. */
export function keyFollows({ input, index, 0: header }: RegExpExecArray): boolean {
  const after = input.slice(index + header.length, index + header.length + 400);
  // On a line of its own any, as in a file; within a line only what no path looks like.
  if (/(?:[\r\n]|\\[rn])[\s>|]{0,8}[A-Za-z0-9+/=]{24}/.test(after)) return true;
  return after.split(/[^A-Za-z0-9+/=]+/).some((run) => run.length >= 32 && isMixed(run));
}

/** 32 characters after `app_secret`; near another name of the chat platform only those that are no digest. */
export function chatAppSecret(match: RegExpExecArray): boolean {
  if (!drawn(match)) return false;
  return /app[_-]?secret/i.test(around(match)) || (isMixed(match[0]) && chatPlatform.test(around(match)));
}

/** `t-…`, `u-…` or `a-…` with more than words in it, where the chat platform or its tokens are spoken of. */
export function chatAccessToken(match: RegExpExecArray): boolean {
  return drawn(match) && (chatPlatform.test(around(match)) || /access[_-]?token|bearer/i.test(around(match)));
}

/** 40 characters as random as a key, where the cloud is spoken of: no commit's hash, no path. */
export function cloudSecretKey(match: RegExpExecArray): boolean {
  const near = /aws|amazon|\bs3\b|secret[_-]?access[_-]?key/i.test(around(match));
  return near && drawn(match) && isMixed(match[0]) && entropy(match[0]) >= 4.2;
}

/** Spells `user:password` in base64. */
export function encodedLogin({ 1: base64 = "" }: RegExpExecArray): boolean {
  const login = decodedLogin(base64);
  return login !== null && isSecretLogin(login);
}

/** A user (1) and a password (2) that is none of those that every manual prints. */
export function plainLogin({ 1: user = "", 2: password = "" }: RegExpExecArray): boolean {
  return isSecretLogin({ user, password });
}

/** The same, as an argument of curl: `docker run -u 1000:1000` is none. */
export function curlLogin(match: RegExpExecArray): boolean {
  const before = match.input.slice(Math.max(0, match.index - 400), match.index);
  return before.toLowerCase().includes("curl") && plainLogin(match);
}

/** A scheme (1) with a value (2) that is no placeholder. */
export function headerValue({ 1: scheme = "", 2: value = "" }: RegExpExecArray): boolean {
  const login = scheme.toLowerCase() === "basic" ? decodedLogin(value) : null;
  return login ? isSecretLogin(login) : !isPlaceholder(value);
}

/** What follows `Bearer` without a header before it: prose has few digits among its letters. */
export function opaqueValue({ 1: value = "" }: RegExpExecArray): boolean {
  const turns = value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
  return turns >= 2 && entropy(value) >= 3.5 && !isStandIn(value);
}

const chatPlatform = /feishu|lark|飞书|open-apis/i;

function around({ input, index, 0: { length } }: RegExpExecArray): string {
  return input.slice(Math.max(0, index - 120), index) + input.slice(index + length, index + length + 40);
}
