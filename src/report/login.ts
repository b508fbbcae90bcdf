import { isReference, isStandIn, isWords } from "./placeholder.ts";

/** A user's name, which may be empty, and the password. */
export type Login = { user: string; password: string };

/** True when the password may open something: neither a placeholder nor one that every manual prints. */
export function isSecretLogin({ user, password }: Login): boolean {
  return password.length >= 3 && password !== user && !isStock(password);
}

/** The login that `base64` spells, as a registry's configuration and a Basic header do; null when it spells none. */
export function decodedLogin(base64: string): Login | null {
  const text = decodedText(base64);
  const colon = text?.indexOf(":") ?? -1;
  if (!text || colon < 0 || colon === text.length - 1) return null;
  return { user: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** The text that `base64` (either alphabet) spells in UTF-8; null when it spells none, or one with control characters. */
export function decodedText(base64: string): string | null {
  const text = Buffer.from(base64, "base64").toString("utf8");
  // An undecodable byte becomes U+FFFD.
  return /[\p{Cc}\uFFFD]/u.test(text.replace(/[\t\r\n]/g, "")) ? null : text;
}

const stock = /^(?:guest|root|admin|test|postgres|mysql|redis|default|user(?:name)?|x+)$/i;

function isStock(password: string): boolean {
  if (stock.test(password) || isReference(password) || isStandIn(first(password))) return true;
  // `sunshine` is a password; `my-password` is none.
  return isWords(password) && /pass|pwd|secret|token|your/i.test(password);
}

// The text may go on behind a bracket or a comma, and what it says there is no part of the password.
function first(password: string): string {
  return /^.[^)\]},;|]*/.exec(password)?.[0] ?? password;
}
