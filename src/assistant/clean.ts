import { cut } from "./cut.ts";

/**
 * The assistant's last message as the specification shows it (4.3), in its order: backticks and `**`
 * removed, a spelt-out `\n` made a line break, cut to `max` code points. Well-formed, without control
 * characters.
 */
export function cleanMessage(text: string, max: number): string {
  const clean = text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .replaceAll("`", "")
    .replaceAll("**", "")
    .replaceAll("\\n", "\n");
  return cut(clean, max);
}
