import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Engine, startEngine } from "./engine.ts";
import { type Built, buildProgram } from "./golang.ts";
import { buildImages, tryContainer } from "./images.ts";
import { newOperator, type Operator } from "./operator.ts";
import { call, endAll, which } from "./process.ts";
import { type Registry, startRegistry } from "./registry.ts";
import { watchtowers } from "./watchtower.ts";

/** What all cases share: made once, for it takes a minute. */
export type Machine = {
  engine: Engine;
  registry: Registry;
  updaters: Built[];
  /** Or why there is none. */
  operator: Operator | string;
  /** What the containers that are there say, for whoever reads of a failure. */
  logs: () => Promise<string>;
  end: () => Promise<void>;
};

const root = join(import.meta.dirname, "../..");
const programs = ["docker", "dockerd", "docker-registry", "nginx", "busybox", "htpasswd", "go", "ldd"];

/** What this machine lacks; empty when everything is there. */
export function missing(): string[] {
  const lacks = programs.filter((program) => !which(program)).map((program) => `the program ${program}`);
  return process.getuid?.() === 0 ? lacks : [...lacks, "root, who alone may start a container engine"];
}

/** Builds and starts everything, an operator when wanted; a text tells why this machine cannot run an engine. */
export async function prepare(wantsOperator: boolean): Promise<Machine | string> {
  const work = mkdtempSync(join(tmpdir(), "shipbell-e2e-"));
  process.env.TMPDIR = work; // the folders of an interrupted case are gone with it
  const end = async () => {
    await endAll();
    await unmount(work);
    rmSync(work, { recursive: true, force: true, maxRetries: 5 });
  };
  const interrupted = () => void end().finally(() => process.exit(1));
  process.once("SIGINT", interrupted).once("SIGTERM", interrupted);
  const engine = await ableEngine(work);
  if (typeof engine === "string") {
    await end();
    return engine;
  }
  try {
    const { registry, updaters } = await furnished(engine, work);
    const operator = wantsOperator ? await newOperator(join(work, "operator"), updaters) : "not wanted";
    const engines = typeof operator === "string" ? [engine] : [engine, operator.engine];
    const logs = async () => (await Promise.all(engines.map(logsOf))).join("\n");
    return { engine, registry, updaters, operator, logs, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** An engine that has run a container, or its own words of why it cannot. */
async function ableEngine(work: string): Promise<Engine | string> {
  try {
    const engine = await startEngine(work);
    await tryContainer(engine, join(work, "busybox"), "host");
    return engine;
  } catch (error) {
    return (error as Error).message;
  }
}

async function furnished(engine: Engine, work: string): Promise<Pick<Machine, "registry" | "updaters">> {
  await buildExecutables();
  const registry = await startRegistry(join(work, "registry"));
  const { user, password, address } = registry;
  await engine.docker("login", "-u", user, "-p", password, address);
  await buildImages(engine, join(work, "images"));
  const updaters: Built[] = [];
  for (const source of watchtowers) updaters.push(await buildProgram(work, source));
  return { registry, updaters };
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
