import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../test/support/until.ts";
import { call, freePort, launch, type Running } from "./process.ts";

/** A private registry: whoever has no login can neither push nor pull. */
export type Registry = {
  /** `127.0.0.1:port`; the engine speaks plain HTTP to a registry of this machine. */
  address: string;
  user: string;
  password: string;
  /** Does nothing while it runs. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

/** Starts Debian's docker-registry on a free port, with all of its state in `work`. */
export async function startRegistry(work: string): Promise<Registry> {
  const [user, password] = ["deployer", "not-a-real-password"];
  const port = await freePort();
  const logins = join(work, "htpasswd");
  mkdirSync(work, { recursive: true });
  writeFileSync(logins, await call("htpasswd", ["-Bbn", user, password]));
  const config = join(work, "config.json"); // JSON is YAML, too
  writeFileSync(
    config,
    JSON.stringify({
      version: 0.1,
      log: { accesslog: { disabled: true }, level: "warn" },
      storage: { filesystem: { rootdirectory: join(work, "images") } },
      http: { addr: `127.0.0.1:${port}`, secret: "not-a-real-secret" },
      auth: { htpasswd: { realm: "e2e", path: logins } },
    }),
  );
  let running: Running | undefined;
  const start = async () => {
    if (running && !running.ended()) return;
    running = launch("docker-registry", ["serve", config]);
    await until("the registry asks for a login", async () => {
      if (running?.ended()) throw new Error(`docker-registry ended: ${running.log().slice(-500)}`);
      const reply = await fetch(`http://127.0.0.1:${port}/v2/`).catch(() => null);
      return reply?.status === 401;
    });
  };
  await start();
  const stop = async () => running?.stop();
  return { address: `127.0.0.1:${port}`, user, password, start, stop };
}
