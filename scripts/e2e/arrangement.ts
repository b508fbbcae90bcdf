import { randomBytes } from "node:crypto";
import { rmSync, statSync } from "node:fs";
import { folder } from "../../test/support/folder.ts";
import { until } from "../../test/support/until.ts";
import type { Given } from "./case.ts";
import { startChat } from "./chat.ts";
import type { Shown } from "./expect.ts";
import type { Operator } from "./operator.ts";
import { published } from "./published.ts";
import { push, type Start } from "./site.ts";
import { countRestarts } from "./stage.ts";
import { interval, pollsIn } from "./watchtower.ts";

/** What compose.yaml arranges, running; it is gone when the test ends. */
export type Arrangement = Shown & {
  operator: Operator;
  /** Builds and pushes a changed image of the front end. */
  ship: (name: string, page: string, start?: Start) => Promise<void>;
  /** How often the web server was restarted, by the engine's own record. */
  restarts: () => Promise<number>;
  /** All that a container has said. */
  log: (name: string) => Promise<string>;
  /** Changes .env and takes it over, as an operator does. */
  change: (values: Record<string, string>) => Promise<void>;
};

/** Fills in .env, runs `docker compose up -d`, and waits until everything is there. */
export async function arrange({
  t,
  operator,
  updater,
}: Given & { operator: Operator }): Promise<Arrangement> {
  const { server, engine, registry } = operator;
  const chat = await startChat(t, server);
  const started = Math.floor(Date.now() / 1000);
  const ready: Record<string, string> = {
    CHAT_WEBHOOK_URL: chat.webhook,
    NOTIFIER_TOKEN: randomBytes(24).toString("hex"),
    WATCHTOWER_IMAGE: published.watchtower(updater),
    WATCHTOWER_POLL_INTERVAL: String(interval),
    REGISTRY_LOGIN: operator.login,
    DOCKER_GID: String(statSync(engine.socket).gid),
    SOCKET_PROXY_IMAGE: published.proxy,
    WEB_SERVER_IMAGE: published.web,
    FRONTEND_IMAGE: `${registry.address}/team/admin-web:develop`,
    SITE_FOLDER: operator.site,
  };
  const change = async (values: Record<string, string>) => {
    operator.fillIn(Object.assign(ready, values));
    await operator.compose("up", "-d");
  };
  const log = (name: string) => server.call("sh", ["-c", `docker logs ${name} 2>&1`], engine.env);

  operator.fillIn(ready);
  t.after(async () => {
    await operator.compose("down", "--volumes");
    rmSync(operator.site, { recursive: true, force: true });
  });
  const work = folder(t);
  const ship = async (name: string, page: string, start: Start = "release") =>
    void (await push(operator, work, name, page, start));
  await ship("admin-web", "the first page");
  await operator.compose("up", "-d");

  const said = server.launch("docker", ["logs", "--follow", "watchtower"], engine.env);
  t.after(() => said.stop());
  const page = async () => {
    const reply = await server.ask({ origin: `http://${server.address}`, path: "/" });
    return reply?.status === 200 ? reply.body : null;
  };
  const polls = () => pollsIn(said.log());
  await until("the first page", page, 60);
  await until("the reloader watches", async () => (await log("reloader")).includes("Watching "), 60);
  await until("Watchtower's first poll", () => polls() > 0, 90);
  return {
    operator,
    chat,
    watchtower: { polls, log: said.log },
    ship,
    page,
    inspect: (name, template) => engine.docker("inspect", "--format", template, name),
    restarts: () => countRestarts(engine.docker, started, "nginx"),
    log,
    change,
  };
}
