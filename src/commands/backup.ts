import { constants, copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { readTextFile, type TextFile } from "./file.ts";

// The settings as they were before the first hook of ours, in a file beside them.

/** The text from before, null when there was no file. */
export function textBefore(path: string): string | null {
  return readTextFile(nameOf(path)).text;
}

/**
 * Keeps the settings as they are before they are changed, and gives the name of the copy, "" when there
 * is nothing to keep. An older copy stays what it was: under its name when the settings have our hooks
 * already (then it is the one from before), else under a number.
 */
export function keepBackup({ path, target, text }: TextFile, isOurs: boolean): string {
  const backup = nameOf(path);
  const kept = readTextFile(backup).text;
  if (kept !== null && (isOurs || kept === text)) return backup;
  if (kept !== null) renameSync(backup, freeName(backup));
  if (text === null) return "";
  copyFileSync(target, backup, constants.COPYFILE_EXCL); // with its mode
  return backup;
}

/** Removes the copy when it says no more than the settings do; gives its name when it stays. */
export function dropBackup({ path, text }: TextFile): string {
  const backup = nameOf(path);
  const kept = readTextFile(backup).text;
  if (kept === null) return "";
  if (kept !== text) return backup;
  rmSync(backup);
  return "";
}

function nameOf(path: string): string {
  return `${path}.before-shipbell`;
}

function freeName(path: string): string {
  let count = 1;
  while (existsSync(`${path}.${count}`)) count += 1;
  return `${path}.${count}`;
}
