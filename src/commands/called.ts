import { accessSync, constants, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Errand } from "./errand.ts";

/** What the hooks are to call, an absolute path; "" when nobody says. */
export function calledCommand({ args, cwd, executable }: Errand): string {
  const given = args.values("--command").at(-1);
  return given ? resolve(cwd, given) : executable;
}

/** Why the assistant could not start the file, or "". */
export function startFault(file: string): string {
  try {
    if (!statSync(file).isFile()) return "it is no file";
    accessSync(file, constants.X_OK);
    return "";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "EACCES" ? "it cannot be executed" : "it does not exist";
  }
}
