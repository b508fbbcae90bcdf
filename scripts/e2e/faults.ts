import assert from "node:assert/strict";
import { until } from "../../test/support/until.ts";
import type { Case, Given } from "./case.ts";
import { cardsInAll, morePolls, oneCard, replaced, served } from "./expect.ts";
import { setStage } from "./stage.ts";

type Play = Case[2];

/** What goes wrong in the field, and what must come of it. */
export const faults: Case[] = [
  ["engine restarted between push and update", "containrrr", engineRestarted(false)],
  ["engine restarted between push and update, the reloader on the host", "containrrr", engineRestarted(true)],
  ["chat down: the card stands as failed and comes by --retry-failed", "containrrr", chatDown],
  ["chat down: the card comes by itself with NOTIFIER_RETRIES", "containrrr", chatDownRetried],
  [
    "relay killed with SIGKILL between answer and script: the card comes all the same",
    "containrrr",
    relayKilled,
  ],
  ["registry down: nothing is touched, and the update comes when it is back", "containrrr", registryDown],
  ["a front end that fails to start: the card says so, the old page stays", "containrrr", brokenFrontEnd],
  [
    "a front end that crashes again and again: RELOADER_BRAKE ends the restarts, and the mended one is served",
    "containrrr",
    crashingFrontEnd,
  ],
];

/** The reloader in a container is started anew with the engine; on the host it lives through its absence. */
function engineRestarted(reloaderOnHost: boolean): Play {
  return async (given) => {
    const stage = await setStage(given, { reloaderOnHost });
    const before = await stage.inspect("admin-web", "{{.Id}}");
    stage.watchtower.pause();
    await stage.ship("admin-web", "the second page");
    const watching = async () => (await stage.reloaderLog()).match(/Watching /g)?.length ?? 0;
    const watched = await watching();
    await given.machine.engine.restart();
    await until("the relay is back", stage.health, 60);
    await until("the reloader is back", async () => (await watching()) > watched, 60);
    await served(stage, "admin-web", "the first page");
    stage.watchtower.resume();
    await replaced(stage, "admin-web", before);
    await served(stage, "admin-web", "the second page");
    await oneCard(stage, "admin-web");
  };
}

async function chatDown(given: Given): Promise<void> {
  const stage = await setStage(given);
  await stage.chat.stop();
  await stage.ship("admin-web", "the second page");
  await until("the card stands as failed", async () => (await stage.health())?.failed === 1, 120);
  await stage.chat.start();
  await given.machine.engine.docker("exec", "relay", "/opt/updater/relay", "--retry-failed");
  await oneCard(stage, "admin-web");
  await cardsInAll(stage, 1);
}

async function chatDownRetried(given: Given): Promise<void> {
  const stage = await setStage(given, { relay: { NOTIFIER_RETRIES: "10" } });
  await stage.chat.stop();
  await stage.ship("admin-web", "the second page");
  await until("an attempt has failed", async () => (await stage.health())?.lastErrorTime, 120);
  await stage.chat.start();
  await oneCard(stage, "admin-web");
  await cardsInAll(stage, 1);
}

async function relayKilled(given: Given): Promise<void> {
  const stage = await setStage(given);
  // Slow cards before it keep Watchtower's notification waiting, answered, for most of a minute.
  const slow = ["slow-a", "slow-b", "slow-c", "slow-d", "slow-e"];
  await stage.chat.fault({ delayMs: 9_000, times: slow.length });
  for (const name of slow) await stage.notify(`Creating /${name}`);
  await stage.ship("admin-web", "the second page");
  const answered = async () => {
    const { waiting = 0, running = 0, delivered = 0, failed = 0 } = (await stage.health()) ?? {};
    return waiting > 0 && waiting + running + delivered + failed === slow.length + 1;
  };
  await until("Watchtower's notification is answered and waits", answered, 60);
  process.kill(Number(await stage.inspect("relay", "{{.State.Pid}}")), "SIGKILL");
  await stage.chat.heal();
  await oneCard(stage, "admin-web");
}

async function registryDown(given: Given): Promise<void> {
  const stage = await setStage(given);
  given.t.after(given.machine.registry.start);
  const before = await stage.inspect("admin-web", "{{.Id}}");
  stage.watchtower.pause();
  await stage.ship("admin-web", "the second page");
  await given.machine.registry.stop();
  stage.watchtower.resume();
  await morePolls(stage, 2);
  assert.equal(await stage.inspect("admin-web", "{{.Id}} {{.State.Running}}"), `${before} true`);
  assert.equal(await stage.page("admin-web"), "the first page");
  assert.equal(await stage.restarts(), 0);
  await given.machine.registry.start();
  await replaced(stage, "admin-web", before);
  await served(stage, "admin-web", "the second page");
  await oneCard(stage, "admin-web");
}

async function brokenFrontEnd(given: Given): Promise<void> {
  const stage = await setStage(given);
  await stage.ship("admin-web", "the second page", "broken");
  await until("a card", async () => (await stage.chat.cards()).length > 0, 120);
  const [card] = await stage.chat.cards();
  assert.match(card?.fields.详情 ?? "", /no such file or directory/);
  await morePolls(stage, 1);
  await cardsInAll(stage, 1);
  assert.equal(await stage.page("admin-web"), "the first page");
  assert.equal(await stage.restarts(), 0);
}

async function crashingFrontEnd(given: Given): Promise<void> {
  const stage = await setStage(given, { reloader: { RELOADER_BRAKE: "3:10m" } });
  const before = await stage.inspect("admin-web", "{{.Id}}");
  await stage.ship("admin-web", "the second page", "crash");
  const crashes = async () => {
    const [id, count] = (await stage.inspect("admin-web", "{{.Id}} {{.RestartCount}}")).split(" ");
    return id === before ? 0 : Number(count);
  };
  const crashed = (count: number) =>
    until(`${count} crashes`, async () => (await crashes().catch(() => 0)) >= count, 120);
  await crashed(6);
  // A restart right after another one may take the whole stop time-out: the web server misses its signal.
  await until("three restarts", async () => (await stage.restarts()) >= 3, 60);
  await crashed((await crashes()) + 1);
  assert.equal(await stage.restarts(), 3);
  const braked = /admin-web starts again and again: nothing is restarted for it/g;
  assert.equal((await stage.reloaderLog()).match(braked)?.length, 1);
  await oneCard(stage, "admin-web");
  await stage.ship("admin-web", "the third page");
  await served(stage, "admin-web", "the third page");
  await until("the restart for it", async () => (await stage.restarts()) >= 4, 60);
  assert.equal(await stage.restarts(), 4);
}
