/** The first `max` code points, and `...` where something was left out. */
export function cut(text: string, max: number): string {
  // Twice as many units hold that many code points; a long text is not spelt out whole.
  const points = [...text.slice(0, 2 * max + 2)];
  return points.length <= max ? text : `${points.slice(0, max).join("")}...`;
}

/** The first `count` code points. */
export function start(text: string, count: number): string {
  return [...text.slice(0, 2 * count)].slice(0, count).join("");
}

/** Whether the text has fewer than `min` code points. */
export function isShorter(text: string, min: number): boolean {
  return [...text.slice(0, 2 * min)].length < min;
}

/** The same on one line: line breaks and other control characters become a space. */
export function cutLine(text: string, max: number): string {
  // What is cut off need not be made one line first.
  const beginning = text.slice(0, 10 * max).toWellFormed();
  return cut(beginning.replace(/[\s\p{Cc}]+/gu, " ").trim(), max);
}
