import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

let count = 0;

/** Writes an executable shell script into the folder; gives its path. */
export function script(folder: string, text: string): string {
  const file = join(folder, `script-${count++}.sh`);
  writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return file;
}

/** A script that does not end before the folder is removed, which is when the test ends. */
export function hangingScript(folder: string): string {
  return script(folder, `while [ -d ${folder} ]; do sleep 0.05; done`);
}

/** A script that notes each payload, and what has been noted so far. */
export type Noting = { file: string; noted: () => string[] };

/** Writes a script that runs `before`, then appends its standard input as a line to a file of its own. */
export function notingScript(folder: string, before = ""): Noting {
  const notes = join(folder, `notes-${count}`);
  // One write a line: a script that a killed relay left behind may write at the same moment.
  const file = script(folder, `payload=$(cat)\n${before}\nprintf '%s\\n' "$payload" >> ${notes}`);
  const noted = () => (existsSync(notes) ? readFileSync(notes, "utf8").split("\n").slice(0, -1) : []);
  return { file, noted };
}
