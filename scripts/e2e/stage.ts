import { folder } from "../../test/support/folder.ts";
import { until } from "../../test/support/until.ts";
import type { Given } from "./case.ts";
import { type Chat, startChat } from "./chat.ts";
import { runRelay, runReloader, runWeb, start } from "./containers.ts";
import type { Machine } from "./machine.ts";
import { freePort } from "./process.ts";
import { push, type Start, siteFolder } from "./site.ts";
import { type Form, notificationUrl, startUpdater, type Watching } from "./watchtower.ts";

/** What a case wants to be there. */
export type Scene = {
  form?: Form;
  frontEnds?: string[];
  backEnds?: string[];
  /** Variables for the relay. */
  relay?: Record<string, string>;
  /** The relay runs from this image instead of the local one, and Watchtower watches it, too. */
  relayImage?: string;
  /** Variables for the reloader. */
  reloader?: Record<string, string>;
  /** The reloader is a process of this machine instead of a container. */
  reloaderOnHost?: boolean;
};

/** Everything of the shipping flow, running; it is gone when the test ends. */
export type Stage = {
  chat: Chat;
  watchtower: Watching;
  /** Builds and pushes a changed image. */
  ship: (name: string, page: string, start?: Start) => Promise<void>;
  /** What the web server shows for a front end; null when it does not answer. */
  page: (name: string) => Promise<string | null>;
  /** Values out of `docker inspect`, by a Go template. */
  inspect: (name: string, template: string) => Promise<string>;
  /** How often the web server was restarted. */
  restarts: () => Promise<number>;
  reloaderLog: () => Promise<string>;
  /** The relay's `/healthz`; null while it does not answer. */
  health: () => Promise<Health | null>;
  /** Posts to the relay as another sender. */
  notify: (text: string) => Promise<void>;
};

type Health = {
  waiting: number;
  running: number;
  delivered: number;
  failed: number;
  lastErrorTime: string | null;
};

/** Starts chat, relay, applications, web server, reloader and Watchtower, and waits until all are there. */
export async function setStage({ t, machine, file }: Given, scene: Scene = {}): Promise<Stage> {
  const { engine } = machine;
  const { form = { json: false, token: false }, frontEnds = ["admin-web"], backEnds = [] } = scene;
  let watchtower: Watching | undefined;
  // In this order: a Watchtower at work would bring a container back.
  t.after(() => watchtower?.stop());
  t.after(() => removeContainers(engine.docker));
  const work = folder(t);
  const chat = await startChat(t);
  const ports = { relay: await freePort(), web: await freePort() };
  const started = Math.floor(Date.now() / 1000);

  const token = form.token ? "not-a-real-token" : "";
  await runRelay(engine, scene.relayImage, {
    NOTIFIER_PORT: String(ports.relay),
    CHAT_WEBHOOK_URL: chat.webhook,
    NOTIFIER_TOKEN: token,
    ...scene.relay,
  });
  const shipped = (name: string, page: string, kind?: Start) =>
    push(machine, work, name, page, kind ?? (backEnds.includes(name) ? "idle" : "release"));
  for (const name of [...frontEnds, ...backEnds]) {
    const image = await shipped(name, "the first page");
    await start(engine, name, image, ["-v", `${siteFolder(work, name)}:/site`]);
  }
  await runWeb(engine, work, ports.web, frontEnds);
  const reloaderLog = await runReloader(t, engine, scene.reloaderOnHost ?? false, {
    RELOADER_FRONTENDS: frontEnds.join(","),
    RELOADER_WEB_SERVER: "web",
    ...scene.reloader,
  });

  const relay = `http://127.0.0.1:${ports.relay}`;
  const health = async () => {
    const reply = await fetch(`${relay}/healthz`).catch(() => null);
    return reply?.ok ? ((await reply.json()) as Health) : null;
  };
  const page = async (name: string) => {
    const reply = await fetch(`http://127.0.0.1:${ports.web}/${name}/index.html`).catch(() => null);
    return reply?.ok ? reply.text() : null;
  };
  await until("the relay is healthy", health, 60);
  await until("the reloader watches", async () => (await reloaderLog()).includes("Watching "), 60);
  for (const name of frontEnds) await until(`a page of ${name}`, () => page(name), 60);

  const watched = [...frontEnds, ...backEnds, ...(scene.relayImage ? ["relay"] : [])];
  const url = notificationUrl(ports.relay, form, token);
  const updater = startUpdater(file, engine, url, watched);
  watchtower = updater;
  await until("Watchtower's first poll", () => updater.polls() > 0, 90);
  return {
    chat,
    watchtower: updater,
    ship: async (...args) => void (await shipped(...args)),
    page,
    inspect: (name, template) => engine.docker("inspect", "--format", template, name),
    restarts: () => countRestarts(engine.docker, started, "web"),
    reloaderLog,
    health,
    notify: async (body) => void (await fetch(`${relay}/notify`, { method: "POST", body })),
  };
}

/** How often a container was restarted since then, from the engine's own record, which ends with the engine. */
export async function countRestarts(
  docker: Machine["engine"]["docker"],
  since: number,
  name: string,
): Promise<number> {
  const until = String(Math.ceil(Date.now() / 1000));
  // By its id: the container of the case before had the same name.
  const id = await docker("inspect", "--format", "{{.Id}}", name);
  const filters = ["--filter", "type=container", "--filter", "event=restart", "--filter", `container=${id}`];
  const events = await docker("events", "--since", String(since), "--until", until, ...filters);
  return events.split("\n").filter(Boolean).length;
}

async function removeContainers(docker: Machine["engine"]["docker"]): Promise<void> {
  const ids = (await docker("ps", "-aq")).split("\n").filter(Boolean);
  if (ids.length) await docker("rm", "-f", ...ids);
  await docker("volume", "rm", "-f", "relay-queue");
}
