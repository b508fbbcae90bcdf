import type { Outline } from "./outline.ts";
import type { Json } from "./parse.ts";

// Edits of a JSON text that leave every other byte alone, and write as the text around is written:
// its line ends, its indentation, one line where it is on one line.

/** The text with one more member at the end of an object (under `key`) or array (key null) of it. */
export function appended(text: string, container: Outline, key: string | null, value: Json): string {
  const [first] = container.members;
  const last = container.members.at(-1);
  const spelled = (inset: string) =>
    (key === null ? "" : `${JSON.stringify(key)}: `) + pretty(text, value, inset);
  if (first && last) {
    const gap = text.slice(container.start + 1, first.start);
    const member = gap.includes("\n")
      ? lineEnd(gap) + insetOf(gap) + spelled(insetOf(gap))
      : gap + compact(key, value);
    return replaced(text, last.value.end, last.value.end, `,${member}`);
  }
  const outer = insetAt(text, container.start);
  const inner = outer + stepOf(text);
  const end = lineEnd(text);
  const inside = isOnOneLine(text) ? compact(key, value) : end + inner + spelled(inner) + end + outer;
  return replaced(text, container.start + 1, container.end - 1, inside);
}

/** The text with another value in the place of one of its own. */
export function exchanged(text: string, old: Outline, value: Json): string {
  const isLong = text.slice(old.start, old.end).includes("\n");
  const spelled = isLong ? pretty(text, value, insetAt(text, old.start)) : JSON.stringify(value);
  return replaced(text, old.start, old.end, spelled);
}

/** The text without one member of a container; a container that becomes empty keeps nothing between its brackets. */
export function without(text: string, container: Outline, index: number): string {
  const [before, member, after] = [index - 1, index, index + 1].map((at) => container.members[at]);
  if (!member) return text;
  if (before) return replaced(text, before.value.end, member.value.end, "");
  if (after) return replaced(text, member.start, after.start, "");
  return replaced(text, container.start + 1, container.end - 1, "");
}

function replaced(text: string, start: number, end: number, by: string): string {
  return text.slice(0, start) + by + text.slice(end);
}

function pretty(text: string, value: Json, inset: string): string {
  return JSON.stringify(value, null, stepOf(text)).replaceAll("\n", lineEnd(text) + inset);
}

function compact(key: string | null, value: Json): string {
  return (key === null ? "" : `${JSON.stringify(key)}:`) + JSON.stringify(value);
}

/** One step of indentation: that of the first indented line, two spaces where there is none. */
function stepOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
}

function lineEnd(text: string): string {
  return /\r?\n/.exec(text)?.[0] ?? "\n";
}

/** The indentation that ends a gap. */
function insetOf(gap: string): string {
  return gap.slice(gap.lastIndexOf("\n") + 1);
}

/** The indentation of the line on which a position is. */
function insetAt(text: string, at: number): string {
  const line = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** True for a text with something in it and no line break inside. */
function isOnOneLine(text: string): boolean {
  return text.includes('"') && !text.trim().includes("\n");
}
