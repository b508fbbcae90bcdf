import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { folder } from "../../test/support/folder.ts";
import { until } from "../../test/support/until.ts";
import { type Chat, startChat } from "./chat.ts";
import { images } from "./images.ts";
import type { Machine } from "./machine.ts";
import { call, freePort } from "./process.ts";
import { push, siteFolder, type starts, webConfig } from "./site.ts";
import { type Form, notificationUrl, startUpdater, type Watching } from "./watchtower.ts";

/** What a case wants to be different. */
export type Scene = {
  /** The Watchtower's program. */
  file: string;
  form?: Form;
  frontEnds?: string[];
  backEnds?: string[];
  /** Variables for the relay. */
  relay?: Record<string, string>;
  /** The relay runs from this image instead of the local one, and Watchtower watches it, too. */
  relayImage?: string;
};

/** Everything of the shipping flow, running; it is gone when the test ends. */
export type Stage = {
  chat: Chat;
  watchtower: Watching;
  /** Builds and pushes a changed image. */
  ship: (name: string, page: string, start?: keyof typeof starts) => Promise<void>;
  /** What the web server shows for a front end; null when it does not answer. */
  page: (name: string) => Promise<string | null>;
  /** One value out of `docker inspect`, by a Go template. */
  inspect: (name: string, template: string) => Promise<string>;
  /** The relay's `/healthz`; null while it does not answer. */
  health: () => Promise<Record<string, unknown> | null>;
  relayOrigin: string;
};

const secret = "not-a-real-token";
const plain: Form = { json: false, token: false };

/** Starts chat, relay, reloader, web server, applications and Watchtower, and waits until all are there. */
export async function setStage(t: TestContext, { engine, registry }: Machine, scene: Scene): Promise<Stage> {
  const { form = plain, frontEnds = ["admin-web"], backEnds = [] } = scene;
  const { docker } = engine;
  const work = folder(t);
  const [relayPort, webPort] = [await freePort(), await freePort()];
  t.after(() => removeContainers(docker));
  const chat = await startChat(t);
  const ship = async (name: string, page: string, start?: keyof typeof starts) => {
    const kind = start ?? (backEnds.includes(name) ? "idle" : "release");
    return push(engine, registry, work, name, { page, start: kind });
  };

  const run = (name: string, ...args: string[]) =>
    docker("run", "-d", "--name", name, "--network", "host", "--restart", "unless-stopped", ...args);
  const env = (variables: Record<string, string>) =>
    Object.entries(variables).flatMap(([name, value]) => ["-e", `${name}=${value}`]);

  const hardened = ["--init", "--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"];
  const relayEnv = {
    NOTIFIER_PORT: String(relayPort),
    NOTIFIER_HOST: "127.0.0.1",
    CHAT_WEBHOOK_URL: chat.webhook,
    ...(form.token && { NOTIFIER_TOKEN: secret }),
    ...scene.relay,
  };
  await run(
    "relay",
    ...hardened,
    "-v",
    "relay-queue:/var/lib/updater",
    ...env(relayEnv),
    scene.relayImage ?? images.relay,
  );

  for (const name of [...frontEnds, ...backEnds]) {
    const image = await ship(name, `${name}: the first page`);
    await run(name, "-v", `${siteFolder(work, name)}:/site`, image);
  }
  writeFileSync(join(work, "nginx.conf"), webConfig(webPort));
  const mounts = frontEnds.flatMap((name) => ["-v", `${siteFolder(work, name)}/current:/srv/${name}:ro`]);
  await until("the first pages", async () =>
    call(
      "ls",
      frontEnds.map((name) => `${siteFolder(work, name)}/current/index.html`),
    ).catch(() => null),
  );
  await run("web", "-v", `${work}/nginx.conf:/etc/nginx/nginx.conf:ro`, ...mounts, images.web);
  await run(
    "reloader",
    ...["--read-only", "--cap-drop", "ALL", "--security-opt", "no-new-privileges", "--user", "0:0"],
    ...["-v", `${engine.socket}:/var/run/docker.sock`],
    ...env({ RELOADER_FRONTENDS: frontEnds.join(","), RELOADER_WEB_SERVER: "web" }),
    images.reloader,
  );

  const relayOrigin = `http://127.0.0.1:${relayPort}`;
  const health = () => json(`${relayOrigin}/healthz`);
  const page = async (name: string) => {
    const reply = await fetch(`http://127.0.0.1:${webPort}/${name}/index.html`).catch(() => null);
    return reply?.ok ? reply.text() : null;
  };
  await until("the relay is healthy", health, 60);
  for (const name of frontEnds) {
    await until(
      `the first page of ${name}`,
      async () => (await page(name)) === `${name}: the first page`,
      60,
    );
  }
  const watched = [...frontEnds, ...backEnds, ...(scene.relayImage ? ["relay"] : [])];
  const url = notificationUrl(relayPort, form, secret);
  const watchtower = startUpdater(scene.file, engine, url, watched);
  t.after(() => watchtower.stop());
  await until("Watchtower's first poll", () => watchtower.polls() > 0, 90);

  const inspect = (name: string, template: string) => docker("inspect", "--format", template, name);
  return {
    chat,
    watchtower,
    ship: async (...args) => void (await ship(...args)),
    page,
    inspect,
    health,
    relayOrigin,
  };
}

async function removeContainers(docker: (...args: string[]) => Promise<string>): Promise<void> {
  const ids = (await docker("ps", "-aq")).split("\n").filter(Boolean);
  if (ids.length) await docker("rm", "-f", "-v", ...ids);
  await docker("volume", "prune", "-f", ...[]);
}

async function json(url: string): Promise<Record<string, unknown> | null> {
  const reply = await fetch(url).catch(() => null);
  return reply?.ok ? ((await reply.json()) as Record<string, unknown>) : null;
}
