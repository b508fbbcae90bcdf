import { stamp } from "../time/stamp.ts";
import { print } from "./print.ts";

/** How much a line matters: `error` needs a person, `warn` may need one. */
export type Level = "info" | "warn" | "error";

/** Writes one line, `<local time> <level> <message>`, to standard output. */
export function log(level: Level, message: string): void {
  logAll(level, [message]);
}

/** Writes a line for each message, all of them at once: a burst costs one write. */
export function logAll(level: Level, messages: string[]): void {
  if (!messages.length) return;
  const begin = `${stamp(new Date())} ${level} `;
  print(messages.map((message) => begin + oneLine(message)).join("\n"));
}

/**
 * The text without anything that could forge a second line, steer a terminal or reorder what is read:
 * control characters, line separators and bidirectional controls become `?`, a tab becomes a space.
 */
export function oneLine(text: string): string {
  return text
    .replaceAll("\t", " ")
    .replace(/[\p{Cc}\u2028\u2029\p{Bidi_Control}]/gu, "?")
    .trimEnd();
}
