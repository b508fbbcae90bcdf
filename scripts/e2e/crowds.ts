import assert from "node:assert/strict";
import { until } from "../../test/support/until.ts";
import type { Case, Given } from "./case.ts";
import { cardsInAll, oneCard, replaced, served } from "./expect.ts";
import { pushRelay } from "./images.ts";
import { setStage } from "./stage.ts";

type Play = Case[2];

/** More than one container, and other ones than front ends. */
export const crowds: Case[] = [
  ["three front ends at once: three pages, a restart for each, one card", "containrrr", threeAtOnce({}, 3)],
  [
    "three front ends at once with RELOADER_DEBOUNCE: three pages, one restart, one card",
    "containrrr",
    threeAtOnce({ RELOADER_DEBOUNCE: "5s:30s" }, 1),
  ],
  ["a back end: one card and no restart", "containrrr", backEnd],
  [
    "Watchtower updates the relay's own container: the new one tells of it and of what follows",
    "containrrr",
    relayItself,
  ],
];

function threeAtOnce(reloader: Record<string, string>, restarts: number): Play {
  return async (given) => {
    const frontEnds = ["admin-web", "docs-web", "shop-web"];
    const stage = await setStage(given, { frontEnds, reloader });
    stage.watchtower.pause();
    for (const name of frontEnds) await stage.ship(name, `${name}: the second page`);
    stage.watchtower.resume();
    for (const name of frontEnds) await served(stage, name, `${name}: the second page`);
    await oneCard(stage, ...frontEnds);
    await cardsInAll(stage, 1);
    await until(`${restarts} restarts`, async () => (await stage.restarts()) >= restarts, 60);
    assert.equal(await stage.restarts(), restarts);
  };
}

async function backEnd(given: Given): Promise<void> {
  const stage = await setStage(given, { backEnds: ["agent-api"] });
  const before = await stage.inspect("agent-api", "{{.Id}}");
  await stage.ship("agent-api", "the second version");
  await replaced(stage, "agent-api", before);
  await oneCard(stage, "agent-api");
  assert.equal(await stage.restarts(), 0);
  // That the reloader was there all the time.
  await stage.ship("admin-web", "the second page");
  await served(stage, "admin-web", "the second page");
  assert.equal(await stage.restarts(), 1);
}

async function relayItself(given: Given): Promise<void> {
  const relayImage = await pushRelay(given.machine.engine, given.machine.registry, "1");
  const stage = await setStage(given, { relayImage });
  const before = await stage.inspect("relay", "{{.Id}}");
  await pushRelay(given.machine.engine, given.machine.registry, "2");
  await replaced(stage, "relay", before);
  await until("the new relay is healthy", stage.health, 60);
  await oneCard(stage, "relay");
  await stage.ship("admin-web", "the second page");
  await served(stage, "admin-web", "the second page");
  await oneCard(stage, "admin-web");
  await cardsInAll(stage, 2);
}
