import { renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../cli/folder.ts";

/**
 * Writes a file that is there whole or not at all, whoever else writes or reads it meanwhile; `mode`
 * says who may read it. Its folder is made if need be, for its owner alone. Throws what Node throws.
 */
export function writeWhole(file: string, text: string, mode = 0o600): void {
  makeFolder(dirname(file));
  const random = Math.random().toString(36).slice(2);
  const draft = `${file}.${process.pid}.${random}.tmp`;
  try {
    writeFileSync(draft, text, { mode, flag: "wx" });
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}
