import { oneLine } from "./log.ts";

const shownLength = 500;

/** What stands in the place of a secret. */
const veil = "***";

// A key of the chat platform's that holds a secret, as JSON or as JSON within JSON spells it.
const secretKey = /(\\*"(?:app_secret|\w*access_token|appSecret)\\*"\s*:\s*\\*")[^"\\]*/g;

/**
 * The text with each of `secrets`, as it is or as JSON spells it, shown as `***`; so is what follows
 * `Bearer`, and what looks like a token of the chat platform.
 */
export function conceal(text: string, secrets: string[]): string {
  const spelt = secrets.filter(Boolean).flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]);
  return hide(text, spelt)
    .replace(secretKey, `$1${veil}`)
    .replace(/\b(Bearer)\s+[^\s"'\\]+/gi, `$1 ${veil}`)
    .replace(/\b[tu]-[\w.-]{16,}/g, veil);
}

/** The text with each of `secrets` shown as `***`. */
export function hide(text: string, secrets: string[]): string {
  // The longest first: a part must not break the whole that contains it.
  const ordered = secrets.filter(Boolean).toSorted((a, b) => b.length - a.length);
  return ordered.reduce((rest, secret) => rest.replaceAll(secret, veil), text);
}

/** A peer's words as a line can show them: on one line, at most 500 code points. */
export function quote(words: string): string {
  const points = [...oneLine(words.trim().replace(/\s+/g, " "))];
  return points.length > shownLength ? `${points.slice(0, shownLength).join("")}…` : points.join("");
}
