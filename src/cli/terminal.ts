import { fstatSync } from "node:fs";

/** True when a person sits at standard input. */
export function isTerminal(): boolean {
  try {
    // /dev/null is a character device too; only then is the module loaded that knows a terminal.
    return fstatSync(0).isCharacterDevice() && process.getBuiltinModule("node:tty").isatty(0);
  } catch {
    return false; // closed: reading will tell
  }
}
