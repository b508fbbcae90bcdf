import { isPath } from "./placeholder.ts";
import { type SecretRule, secretRules } from "./rules.ts";
import { readings, spellings } from "./spelling.ts";

/** Where a secret stands, and nothing of the secret itself. */
export type Finding = {
  /** The id of a rule, or `known-value`. */
  rule: string;
  field: string;
  /** From 1. */
  line: number;
};

/**
 * Every secret in `fields`: what one of `secretRules` recognises, and each of the `known` values, however it is
 * spelled; one finding a rule, field and line. The time grows with the texts' length and no faster.
 */
export function findSecrets(fields: Record<string, string>, known: string[]): Finding[] {
  const sought = [...new Set(known.filter((value) => value.trim()).flatMap(spellings))];
  return Object.entries(fields).flatMap(([field, text]) => findingsIn(field, text, sought));
}

/**
 * The values in `env` that are secrets by their variables' names (TOKEN, SECRET, PASSWORD, PASSWD, KEY, WEBHOOK) and
 * long enough, at least 8 characters, to be told from other text: no words, numbers, paths or placeholders.
 */
export function secretValues(env: Record<string, string | undefined>): string[] {
  const named = Object.entries(env).filter(([name]) => namesSecret(name));
  return [...new Set(named.map(([, value = ""]) => value.trim()).filter(isTelling))];
}

function findingsIn(field: string, text: string, sought: string[]): Finding[] {
  const found = new Map<string, Finding>();
  for (const reading of readings(text)) {
    const line = lineNumbers(reading);
    for (const [rule, index] of hits(reading, sought)) {
      const finding = { rule, field, line: line(index) };
      found.set(`${finding.line} ${rule}`, finding);
    }
  }
  return [...found.values()].toSorted((a, b) => a.line - b.line);
}

function* hits(text: string, sought: string[]): Generator<[rule: string, index: number]> {
  for (const rule of secretRules) for (const index of matches(rule, text)) yield [rule.id, index];
  for (const value of sought) for (const index of occurrences(value, text)) yield ["known-value", index];
}

function* matches({ pattern, check }: SecretRule, text: string): Generator<number> {
  for (const match of text.matchAll(pattern)) if (!check || check(match)) yield match.index;
}

function* occurrences(value: string, text: string): Generator<number> {
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + value.length)) yield at;
}

/** The number of the line in which a place stands; lines end with \n, \r\n or \r. */
function lineNumbers(text: string): (index: number) => number {
  const ends = [...text.matchAll(/\r\n?|\n/g)].map(({ index }) => index);
  return (index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? index) < index) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

const secretWord =
  /^(?:.*(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|WEBHOOK)|PASS|PWD|CREDENTIAL|(?:\w*(?:API|ACCESS|SECRET|PRIVATE|AUTH|SIGNING|ENCRYPTION))?KEY)S?$/;
const namesPlace =
  /_(?:FILE|PATH|DIR|NAME|TYPE|LAYOUT|TTL|USER|HOST|ENDPOINT|HEADER|ISSUER|AUDIENCE|ALGORITHM)$/;

function namesSecret(name: string): boolean {
  const spelt = name.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toUpperCase();
  const words = spelt.split(/[^A-Z0-9]+/);
  if (namesPlace.test(spelt) || !words.some((word) => secretWord.test(word))) return false;
  // `TOKEN_URL` is where tokens are asked for; a webhook's address is the secret itself.
  return !/_UR[IL]$/.test(spelt) || words.some((word) => word.includes("WEBHOOK"));
}

// What such a variable holds counts, whatever it looks like; only words that switch something do not.
function isTelling(value: string): boolean {
  return value.length >= 8 && !isPath(value) && !switched.test(value) && !/^\d+([.,:]\d+)+$/.test(value);
}

const switched = /^(?:disabled|optional|required|production|development|localhost|undefined)$/i;
