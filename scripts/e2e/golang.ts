import { cpSync } from "node:fs";
import { join } from "node:path";
import { call } from "./process.ts";

/** A program out of the Go module registry: its name here, its module and version, its package in that. */
export type Source = readonly [name: string, module: string, folder: string];

/** `file` is the program; or `why` tells what kept it from being built. */
export type Built = { name: string; file: string } | { name: string; why: string };

/** Builds a program into `work`, without libc, so that it runs in an image that holds nothing else. */
export async function buildProgram(work: string, [name, module, folder]: Source): Promise<Built> {
  // The person's own module and build caches: a second run builds in seconds.
  const env = { HOME: process.env.HOME ?? work, ...inherited(), CGO_ENABLED: "0" };
  const file = join(work, `program-${name}`);
  try {
    const { Dir } = JSON.parse(await call("go", ["mod", "download", "-json", module], env)) as {
      Dir: string;
    };
    const source = join(work, `source-${name}`);
    cpSync(Dir, source, { recursive: true });
    await call("chmod", ["-R", "u+w", source]);
    await call("go", ["build", "-buildvcs=false", "-o", file, folder], env, source);
    return { name, file };
  } catch (error) {
    const said = (error as Error).message;
    const reason = /"Error": "(.*)" \}/.exec(said)?.[1] ?? said;
    return { name, why: `${module} cannot be built: ${reason}` };
  }
}

/** Where this machine gets Go modules from, and how it trusts that place. */
function inherited(): Record<string, string> {
  const names = Object.keys(process.env).filter((name) =>
    /^(GO|SSL_CERT|https?_proxy$|no_proxy$)/i.test(name),
  );
  return Object.fromEntries(names.map((name) => [name, process.env[name] ?? ""]));
}
