import { existsSync, mkdirSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a folder, for its owner alone unless `mode` says otherwise, and those above it; one that is there
 * stays as it is. Throws what Node throws. Node's own recursive mkdir turns for ever where the system denies a folder with ENOENT
 * though its parent is there, as /proc does.
 */
export function makeFolder(path: string, mode = 0o700): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
}
