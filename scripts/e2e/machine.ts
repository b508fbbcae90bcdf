import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Engine, startEngine } from "./engine.ts";
import { buildImages, which } from "./images.ts";
import { call, endAll } from "./process.ts";
import { type Registry, startRegistry } from "./registry.ts";
import { buildUpdaters, type Updater } from "./watchtower.ts";

/** What all cases share: made once, for it takes a minute. */
export type Machine = {
  engine: Engine;
  registry: Registry;
  updaters: Updater[];
  /** What the containers that are there say, for whoever reads of a failure. */
  logs: () => Promise<string>;
  end: () => Promise<void>;
};

const root = join(import.meta.dirname, "../..");
const programs = [
  "docker",
  "dockerd",
  "docker-registry",
  "nginx",
  "busybox",
  "htpasswd",
  "go",
  "ldd",
  "strip",
];

/** What this machine lacks; empty when everything is there. */
export function missing(): string[] {
  const lacks = programs.filter((program) => !which(program)).map((program) => `the program ${program}`);
  return process.getuid?.() === 0 ? lacks : [...lacks, "root, who alone may start a container engine"];
}

/** Builds and starts everything; a text tells why this machine cannot run an engine. */
export async function prepare(): Promise<Machine | string> {
  const work = mkdtempSync(join(tmpdir(), "shipbell-e2e-"));
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => {
      endAll();
      process.exit(1);
    });
  }
  const engine = await startEngine(work).catch((error: Error) => error.message);
  if (typeof engine === "string") {
    await unmount(work);
    rmSync(work, { recursive: true, force: true });
    return engine;
  }
  let registry: Registry | undefined;
  const end = async () => {
    await registry?.stop();
    await engine.stop();
    await unmount(work);
    rmSync(work, { recursive: true, force: true });
  };
  try {
    await buildExecutables();
    registry = await startRegistry(join(work, "registry"));
    const { user, password, address } = registry;
    await engine.docker("login", "-u", user, "-p", password, address);
    mkdirSync(join(work, "images"));
    await buildImages(engine, join(work, "images"));
    return { engine, registry, updaters: await buildUpdaters(work), logs: () => logsOf(engine), end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function logsOf({ docker, env }: Engine): Promise<string> {
  const names = (await docker("ps", "-a", "--format", "{{.Names}}")).split("\n").filter(Boolean);
  const told = names.map(
    async (name) => `--- ${name}\n${await call("sh", ["-c", `docker logs ${name} 2>&1`], env)}`,
  );
  return (await Promise.all(told)).join("\n");
}

/** The engine leaves the mount of its network namespace behind when it ends. */
async function unmount(work: string): Promise<void> {
  const mounts = readFileSync("/proc/mounts", "utf8").split("\n");
  const ours = mounts.map((line) => line.split(" ")[1] ?? "").filter((path) => path.startsWith(`${work}/`));
  for (const path of ours.reverse()) await call("umount", ["-l", path]);
}

async function buildExecutables(): Promise<void> {
  const args = [join(root, "scripts/build.ts"), "relay", "notify", "reloader", "sandbox"];
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: "utf8",
    stdio: ["ignore", "inherit", "pipe"],
  });
  if (status !== 0) throw new Error(`Cannot build the executables: ${stderr}`);
}
