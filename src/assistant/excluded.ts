import { segments } from "./project.ts";

/** Whether the folder is one of `dirs` or lies in one, by whole segments; `*` stands for any part of one. */
export function isExcluded(cwd: string, dirs: string[]): boolean {
  if (!cwd) return false;
  const path = parts(cwd);
  return dirs.some((dir) => parts(dir).every((pattern, i) => matches(pattern, path[i])));
}

// Drives are written in either case.
function parts(path: string): string[] {
  return segments(path.replace(/^[a-z]:/, (drive) => drive.toUpperCase()));
}

/** Pieces between the stars are found from left to right, the last at the end: no pattern is slow. */
function matches(pattern: string, segment: string | undefined): boolean {
  if (segment === undefined) return false;
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return pattern === segment;
  if (!segment.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = segment.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return segment.length - last.length >= at && segment.endsWith(last);
}
