import { cpSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "./engine.ts";
import { call, launch, type Running } from "./process.ts";

/** One of the two Watchtowers: `file` is the program, or `why` tells what kept it from being built. */
export type Updater = { name: string; file: string } | { name: string; why: string };

/** How a Watchtower is told to post: as text or as JSON, and with which credentials. */
export type Form = { json: boolean; token: boolean };

/** Both Watchtowers, from the Go module registry. */
const modules = [
  ["containrrr", "github.com/containrrr/watchtower@v1.7.1"],
  ["nicholas-fedor", "github.com/nicholas-fedor/watchtower@latest"],
] as const;

/** Builds both Watchtowers into `work`; one that cannot be had tells why. */
export async function buildUpdaters(work: string): Promise<Updater[]> {
  const built: Updater[] = [];
  for (const [name, module] of modules) built.push(await buildUpdater(work, name, module));
  return built;
}

async function buildUpdater(work: string, name: string, module: string): Promise<Updater> {
  // The person's own module and build caches: a second run builds in seconds.
  const env = { HOME: process.env.HOME ?? work, ...inherited() };
  const file = join(work, `watchtower-${name}`);
  try {
    const { Dir } = JSON.parse(await call("go", ["mod", "download", "-json", module], env)) as {
      Dir: string;
    };
    const source = join(work, `source-${name}`);
    cpSync(Dir, source, { recursive: true });
    await call("chmod", ["-R", "u+w", source]);
    await call("go", ["build", "-buildvcs=false", "-o", file, "."], env, source);
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

/** A Watchtower that looks every `interval` seconds. */
export type Watching = Running & {
  /** How many polls it has finished. */
  polls: () => number;
  /** Stops its clock, so that it sees everything that happens meanwhile in one poll. */
  pause: () => void;
  resume: () => void;
};

/** Seconds between two polls: 60 in the field. */
export const interval = 4;

/** Starts a Watchtower on `containers`, with the settings that README.md recommends. */
export function startUpdater(file: string, engine: Engine, url: string, containers: string[]): Watching {
  const running = launch(file, containers, {
    ...engine.env,
    DOCKER_API_VERSION: engine.apiVersion,
    WATCHTOWER_POLL_INTERVAL: String(interval),
    WATCHTOWER_CLEANUP: "true",
    WATCHTOWER_NO_STARTUP_MESSAGE: "true",
    // It does not try again: when it has just replaced the relay, that one needs a moment to listen.
    WATCHTOWER_NOTIFICATIONS_DELAY: "3",
    WATCHTOWER_NOTIFICATION_URL: url,
  });
  return {
    ...running,
    polls: () => running.log().match(/Session done|Update session completed/g)?.length ?? 0,
    pause: () => process.kill(running.pid, "SIGSTOP"),
    resume: () => process.kill(running.pid, "SIGCONT"),
    stop: (signal = "SIGKILL") => running.stop(signal),
  };
}

/** The address that README.md gives for each form. */
export function notificationUrl(port: number, { json, token }: Form, secret: string): string {
  const at = `127.0.0.1:${port}/notify`;
  if (!json) return token ? `generic://relay:${secret}@${at}?disabletls=yes` : `generic+http://${at}`;
  return `generic://${token ? `relay:${secret}@` : ""}${at}?template=json&disabletls=yes`;
}
