import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../test/support/until.ts";
import { here, type Place } from "./place.ts";
import { call, freePort, type Running } from "./process.ts";

/** A private registry: whoever has no login can neither push nor pull. */
export type Registry = {
  /** Host and port. The engine speaks plain HTTP to a registry at 127.0.0.1, TLS to every other. */
  address: string;
  user: string;
  password: string;
  /** Does nothing while it runs. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

/** A certificate's file and its key's. */
export type Tls = { certificate: string; key: string };

/** Starts Debian's docker-registry on a free port, with all of its state in `work`. */
export async function startRegistry(work: string, place: Place = here, tls?: Tls): Promise<Registry> {
  const [user, password] = ["deployer", "not-a-real-password"];
  const address = `${place.address}:${await freePort()}`;
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
      http: { addr: address, secret: "not-a-real-secret", ...(tls && { tls }) },
      auth: { htpasswd: { realm: "e2e", path: logins } },
    }),
  );
  let running: Running | undefined;
  const start = async () => {
    if (running && !running.ended()) return;
    running = place.launch("docker-registry", ["serve", config]);
    await until("the registry asks for a login", async () => {
      if (running?.ended()) throw new Error(`docker-registry ended: ${running.log().slice(-500)}`);
      const reply = await place.ask({ origin: `${tls ? "https" : "http"}://${address}`, path: "/v2/" });
      return reply?.status === 401;
    });
  };
  await start();
  const stop = async () => running?.stop();
  return { address, user, password, start, stop };
}
