import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { shellWord } from "../home/config.ts";
import type { Errand } from "./errand.ts";
import { bad, type Finding, good } from "./finding.ts";

/** Who may read and write the person's own files. The configuration itself is judged where it is read. */
export function examineFiles({ places: { config, state }, system }: Errand): Finding[] {
  if (!state) return [bad("state folder", "there is no home folder: set HOME or XDG_STATE_HOME")];
  const base = nearest(state);
  if (!isWritable(base))
    return [
      bad(`state folder: ${base} cannot be written`, `token and debug log are not kept: make ${base} yours`),
    ];
  const inside = existsSync(state)
    ? readdirSync(state, { recursive: true, encoding: "utf8" }).map((name) => join(state, name))
    : [];
  const files = [...(config ? [dirname(config)] : []), state, ...inside];
  const faults = system === "win32" ? [] : files.flatMap(examineMode);
  return faults.length ? faults : [good(`files: nobody else may look into ${state}`)];
}

function examineMode(file: string): Finding[] {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats || (stats.mode & 0o077) === 0) return [];
  return [
    bad(`files: others may look into ${file}`, `chmod ${stats.isDirectory() ? 700 : 600} ${shellWord(file)}`),
  ];
}

/** The folder itself, or what is there of the way to it. */
function nearest(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearest(dirname(folder));
}

function isWritable(folder: string): boolean {
  try {
    if (!statSync(folder).isDirectory()) return false;
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
