import { print, printError } from "../cli/print.ts";

/** Prints what was done and gives the exit code that goes with it. */
export function done(line: string): number {
  print(line);
  return 0;
}

/** Prints settings as they would be, null for none; the remark on them stays out of the way of a pipe. */
export function show(path: string, text: string | null): number {
  printError(`Nothing written; ${path} would be ${text === null ? "removed" : "this:"}`);
  return text === null ? 0 : done(text.replace(/\r?\n$/, ""));
}
