import { writeFileSync } from "node:fs";
import { join } from "node:path";

let count = 0;

/** Writes an executable shell script into the folder; gives its path. */
export function script(folder: string, text: string): string {
  const file = join(folder, `script-${count++}.sh`);
  writeFileSync(file, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return file;
}
