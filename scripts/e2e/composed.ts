import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { until } from "../../test/support/until.ts";
import { type Arrangement, arrange } from "./arrangement.ts";
import type { Case, Given } from "./case.ts";
import { cardsInAll, oneCard, served } from "./expect.ts";
import { refusals } from "./refusals.ts";
import { secondPage } from "./shipping.ts";

type Play = (up: Arrangement) => Promise<void>;

/** compose.yaml as it stands, by `docker compose up -d`, on a server with a network of its own. */
export const composed: Case[] = [
  [
    "compose.yaml: everything is healthy, a pushed image is served, one card tells of it: containrrr",
    "containrrr",
    up(shipped),
  ],
  [
    "compose.yaml: everything is healthy, a pushed image is served, one card tells of it: nicholas-fedor",
    "nicholas-fedor",
    up(shipped),
  ],
  [
    "compose.yaml: the socket proxy lets through what the reloader needs and nothing else",
    "containrrr",
    up(refusals),
  ],
  [
    "compose.yaml: a front end more in FRONTEND_PATTERN reaches the socket proxy by `docker compose up -d`",
    "containrrr",
    up(morePattern),
  ],
  [
    "compose.yaml: a front end that is slower than the web server is served all the same",
    "containrrr",
    up(slowFrontEnd),
  ],
  [
    "compose.yaml: a front end that crashes again and again is braked, and the mended one is served",
    "containrrr",
    up(crashingFrontEnd),
  ],
  ["compose.yaml: the first card, sent by hand", "containrrr", up(byHand)],
];

/** Skips where this machine cannot have such a server. */
function up(play: Play): Case[2] {
  return async (given: Given) => {
    const { operator } = given.machine;
    if (typeof operator === "string") return given.t.skip(operator);
    await play(await arrange({ ...given, operator }));
  };
}

/** By container: its state, and its health where its image has a check. */
const allWell = {
  "admin-web": "running healthy",
  nginx: "running",
  relay: "running healthy",
  reloader: "running healthy",
  "socket-proxy": "running",
  watchtower: "running healthy",
};

/** By container: its user, whether its files are read-only, its capabilities, and its security options. */
const hardened = (group: string) => ({
  relay: "65532:65532 true [ALL] [no-new-privileges:true]",
  reloader: "65532:65532 true [ALL] [no-new-privileges:true]",
  "socket-proxy": `65534:${group} false [ALL] [no-new-privileges:true]`,
});

async function shipped(stage: Arrangement): Promise<void> {
  const { inspect, log } = stage;
  const template = "{{.State.Status}}{{if .State.Health}} {{.State.Health.Status}}{{end}}";
  for (const [name, wanted] of Object.entries(allWell))
    await until(`${name} is ${wanted}`, async () => (await inspect(name, template)) === wanted, 90);
  const armour =
    "{{.Config.User}} {{.HostConfig.ReadonlyRootfs}} {{.HostConfig.CapDrop}} {{.HostConfig.SecurityOpt}}";
  const group = String(statSync(stage.operator.engine.socket).gid);
  for (const [name, wanted] of Object.entries(hardened(group)))
    assert.equal(await inspect(name, armour), wanted, name);
  await secondPage(stage);
  assert.equal(await stage.restarts(), 1);
  // By the proxy: the reloader has no other way to the engine, and the proxy tells of the restart.
  const ways = "{{json .Mounts}} {{range $name, $_ := .NetworkSettings.Networks}}{{$name}}{{end}}";
  assert.equal(await inspect("reloader", ways), "[] shipbell_engine");
  assert.equal(await inspect("shipbell_engine", "{{.Internal}}"), "true");
  const proxy = await log("socket-proxy");
  assert.equal(proxy.match(/ 204 .*"POST \/v[0-9.]+\/containers\/nginx\/restart\?t=10 /g)?.length, 1, proxy);
  assert.doesNotMatch(proxy, /WARNING|ALERT| 403 /);
}

async function morePattern({ operator, inspect, change }: Arrangement): Promise<void> {
  const look = async () => {
    const address = await inspect("socket-proxy", "{{.NetworkSettings.Networks.shipbell_engine.IPAddress}}");
    const asked = { origin: `http://${address}:2375`, path: "/containers/shop-web/json" };
    const [reply] = await operator.server.askFrom(await inspect("reloader", "{{.State.Pid}}"), [asked]);
    return reply?.status;
  };
  assert.equal(await look(), 403);
  await change({ FRONTEND_PATTERN: "admin-web|shop-web" });
  await until("the engine's own answer", async () => (await look()) === 404);
}

async function slowFrontEnd(stage: Arrangement): Promise<void> {
  await stage.ship("admin-web", "the second page", "slow");
  await served(stage, "admin-web", "the second page");
  assert.equal(await stage.restarts(), 1);
}

async function crashingFrontEnd(stage: Arrangement): Promise<void> {
  await stage.ship("admin-web", "the second page", "crash");
  const braked = async () => (await stage.log("reloader")).includes("starts again and again");
  await until("the reloader brakes", braked, 120);
  await stage.ship("admin-web", "the third page");
  await served(stage, "admin-web", "the third page");
}

async function byHand(stage: Arrangement): Promise<void> {
  const notify = "docker compose run --rm -T --no-deps --entrypoint /opt/updater/notify relay";
  await stage.operator.shell(`echo '{"message":"Creating /admin-web"}' | ${notify}`);
  await oneCard(stage, "admin-web");
  await cardsInAll(stage, 1);
}
