import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** How much is read at most: a folder of notes, not a disk. */
const [mostFiles, largest, deepest] = [2_000, 1024 * 1024, 8];

/**
 * The texts of the files below a folder, one after another. Links are not followed; what cannot be read, and
 * what is larger than 1 MiB, is left out, and after 2,000 files it ends.
 */
export function* textsBelow(folder: string): Generator<string> {
  let left = mostFiles;
  for (const path of filesBelow(folder, 0)) {
    if (left-- === 0) return;
    yield textOf(path);
  }
}

function* filesBelow(folder: string, depth: number): Generator<string> {
  for (const entry of entriesOf(folder)) {
    const path = join(folder, entry.name);
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && depth < deepest) yield* filesBelow(path, depth + 1);
  }
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

function textOf(path: string): string {
  try {
    return statSync(path).size > largest ? "" : readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
