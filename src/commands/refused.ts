import type { Refusal } from "../chat/bot.ts";

/** What the platform said and what to do about it, as the end of a line. */
export function refusedWords({ text, advice }: Refusal): string {
  return [text, advice].filter(Boolean).join(". ");
}
