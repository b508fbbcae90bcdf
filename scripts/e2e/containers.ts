import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { until } from "../../test/support/until.ts";
import type { Engine } from "./engine.ts";
import { images } from "./images.ts";
import { call, type Env, launch } from "./process.ts";
import { siteFolder, webConfig } from "./site.ts";

const hardened = ["--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"];

/** Starts a container that comes back with the engine. */
export async function start(engine: Engine, name: string, image: string, options: string[]): Promise<void> {
  const usual = ["--name", name, "--network", "host", "--restart", "unless-stopped"];
  await engine.docker("run", "-d", ...usual, ...options, image);
}

/** The relay as README.md starts it, its queue on a volume. */
export async function runRelay(engine: Engine, image = images.relay, env: Env = {}): Promise<void> {
  const volume = ["-v", "relay-queue:/var/lib/updater"];
  await start(engine, "relay", image, ["--init", ...hardened, ...volume, ...variables(env)]);
}

/** The web server, once every front end has laid down its first page. */
export async function runWeb(engine: Engine, work: string, port: number, frontEnds: string[]): Promise<void> {
  const current = (name: string) => join(siteFolder(work, name), "current");
  const there = (name: string) => statSync(join(current(name), "index.html"), { throwIfNoEntry: false });
  for (const name of frontEnds) await until(`the first page of ${name}`, () => there(name), 60);
  const config = join(work, "nginx.conf");
  writeFileSync(config, webConfig(port));
  const pages = frontEnds.flatMap((name) => ["-v", `${current(name)}:/srv/${name}:ro`]);
  await start(engine, "web", images.web, ["-v", `${config}:/etc/nginx/nginx.conf:ro`, ...pages]);
}

/** The reloader, in a container or as a service of this machine; gives the reader of its log. */
export async function runReloader(
  t: TestContext,
  engine: Engine,
  onHost: boolean,
  env: Env,
): Promise<() => Promise<string>> {
  if (onHost) {
    const program = join(import.meta.dirname, "../../bin/reloader");
    const running = launch(program, [], { DOCKER_HOST: engine.env.DOCKER_HOST ?? "", ...env });
    t.after(() => running.stop());
    return async () => running.log();
  }
  const socket = ["-v", `${engine.socket}:/var/run/docker.sock`];
  const group = ["--group-add", String(statSync(engine.socket).gid)];
  await start(engine, "reloader", images.reloader, [...hardened, ...socket, ...group, ...variables(env)]);
  return () => call("sh", ["-c", "docker logs reloader 2>&1"], engine.env).catch(() => "");
}

function variables(env: Env): string[] {
  return Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value}`]);
}
