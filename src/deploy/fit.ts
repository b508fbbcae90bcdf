import { type CardMessage, messageLimit } from "../chat/card.ts";
import { codeBlock, inline } from "../chat/markdown.ts";

// Bytes that one list of names gets when not everything fits: two lists leave half of the card to the details.
const listRoom = 5_000;

/**
 * The message that `build` makes of the details' text in a code block and of the bytes a list of names may
 * take, within `messageLimit` bytes of JSON: first the lists are cut, then the details, on a code point.
 */
export function fitted(text: string, build: (block: string, room: number) => CardMessage): CardMessage {
  if (text.length <= messageLimit) {
    const whole = build(codeBlock(text), Number.POSITIVE_INFINITY);
    if (fits(whole)) return whole;
  }
  const points = countPoints(text);
  const cut = (length: number) => build(cutBlock(text, length, points), listRoom);
  return cut(longest(Math.min(text.length, messageLimit), (length) => fits(cut(length))));
}

/** Names one a line; when they take more than `room` bytes, as many as fit and the count of all. */
export function listed(names: string[], room: number): string {
  const lines = names.map((name) => inline(clip(name)));
  let size = 0;
  const kept = lines.filter((line) => {
    size += bytes(line);
    return size <= room;
  });
  return [...kept, ...(kept.length < lines.length ? [`…等 ${lines.length} 个`] : [])].join("\n");
}

/** At most 200 code points, with a mark where something was left out: a forged name must not fill the card. */
export function clip(text: string): string {
  const points = [...text.slice(0, 402)];
  return points.length <= 200 ? text : `${points.slice(0, 200).join("")}…`;
}

/** A code block of the first `length` units of the text, and how many of its code points are left out. */
function cutBlock(text: string, length: number, points: number): string {
  // Half of a surrogate pair is no code point.
  const kept = text.slice(0, length).replace(/[\uD800-\uDBFF]$/, "");
  const left = points - countPoints(kept);
  return codeBlock(kept) + (left ? `\n…（已截断，省略 ${left} 字）` : "");
}

/** The greatest whole number up to `max` that fits, or 0. */
function longest(max: number, fitting: (length: number) => boolean): number {
  let low = 0;
  let high = max;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fitting(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function fits(message: CardMessage): boolean {
  return bytes(message) <= messageLimit;
}

function bytes(value: CardMessage | string): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function countPoints(text: string): number {
  return text.length - (text.match(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g)?.length ?? 0);
}
