import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "./engine.ts";
import { call, which } from "./process.ts";
import type { Registry } from "./registry.ts";

const root = join(import.meta.dirname, "../..");

/** The images that are made once; none of them needs a registry to start from. */
export const images = {
  base: "base:local",
  relay: "relay:local",
  reloader: "reloader:local",
  web: "nginx:local",
  shell: "busybox:local",
};

/** Builds the project's images from its own Dockerfiles, and what stands around them from Debian's packages. */
export async function buildImages(engine: Engine, work: string): Promise<void> {
  const base = await importBase(engine, join(work, "base"));
  await importProgram(engine, join(work, "nginx"), images.web, "nginx", ["nginx"]);
  for (const name of ["relay", "reloader"] as const) {
    const file = join(root, `Dockerfile.${name}`);
    await engine.docker("build", "-q", "--build-arg", `BASE=${base}`, "-f", file, "-t", images[name], root);
  }
}

/** The libraries that our executables need, and nothing else; gives its name. */
export async function importBase(engine: Engine, folder: string): Promise<string> {
  await copyFiles(folder, librariesOf(join(root, "bin/relay")));
  return importImage(engine, folder, images.base, []);
}

/** An image that holds a program of this machine with its libraries, and starts `command`. */
export async function importProgram(
  engine: Engine,
  folder: string,
  tag: string,
  program: string,
  command: string[] = [],
): Promise<string> {
  const file = which(program);
  await copyFiles(folder, [file, ...librariesOf(file)]);
  return importImage(engine, folder, tag, command);
}

function librariesOf(program: string): string[] {
  return execFileSync("ldd", [program], { encoding: "utf8" }).match(/\/\S+(?= \()/g) ?? [];
}

async function copyFiles(folder: string, files: string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await call("cp", ["-L", "--parents", ...files, folder]);
  writeAccounts(folder);
}

const applets = ["sh", "cat", "cp", "ln", "mkdir", "mv", "rm", "rmdir", "sleep", "test"];

/** Makes the base of the front ends and of the back end, and fails where the engine cannot run it. */
export async function tryContainer(engine: Engine, folder: string, network: string): Promise<void> {
  await importShell(engine, folder);
  await engine.docker("run", "--rm", "--network", network, images.shell, "/bin/sh", "-c", "exit 0");
}

/** A static busybox and nothing else. */
async function importShell(engine: Engine, folder: string): Promise<void> {
  mkdirSync(join(folder, "bin"), { recursive: true });
  cpSync(which("busybox"), join(folder, "bin/busybox"), { dereference: true });
  for (const applet of applets) symlinkSync("busybox", join(folder, "bin", applet));
  writeAccounts(folder);
  await importImage(engine, folder, images.shell, []);
}

function writeAccounts(folder: string): void {
  for (const name of ["etc", "tmp", "var/log/nginx", "var/lib/nginx"]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  chmodSync(join(folder, "tmp"), 0o1777);
  writeFileSync(join(folder, "etc/passwd"), "root:x:0:0::/:/none\nnobody:x:65534:65534::/:/none\n");
  writeFileSync(join(folder, "etc/group"), "root:x:0:\nnogroup:x:65534:\n");
}

async function importImage(
  { docker }: Engine,
  folder: string,
  tag: string,
  command: string[],
): Promise<string> {
  const archive = `${folder}.tar`;
  await call("tar", ["-C", folder, "-cf", archive, "."]);
  const change = command.length ? ["--change", `CMD ${JSON.stringify(command)}`] : [];
  await docker("import", ...change, archive, tag);
  return tag;
}

/** Pushes the relay's image as `develop`; another `version` makes it another image. Gives its name. */
export async function pushRelay({ docker }: Engine, { address }: Registry, version: string): Promise<string> {
  const image = `${address}/team/relay:develop`;
  const context = mkdtempSync(join(tmpdir(), "shipbell-e2e-relay-"));
  writeFileSync(join(context, "Dockerfile"), `FROM ${images.relay}\nLABEL version=${version}\n`);
  await docker("build", "-q", "-t", image, context);
  rmSync(context, { recursive: true });
  await docker("push", "-q", image);
  return image;
}
