import { accessSync, constants, statSync } from "node:fs";

/**
 * The folder for the queue: `chosen` (what the operator named), else the first of `granted` (systemd's
 * `$STATE_DIRECTORY`, which may hold several, split by colons), else the image's own folder where that
 * can be written; "" when there is none.
 */
export function queueFolder(chosen: string, granted: string, standard = "/var/lib/updater"): string {
  const [first = ""] = granted.split(":");
  return chosen || first || (isWritableFolder(standard) ? standard : "");
}

function isWritableFolder(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
