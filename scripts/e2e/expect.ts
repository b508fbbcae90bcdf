import assert from "node:assert/strict";
import { until } from "../../test/support/until.ts";
import { updated } from "./chat.ts";
import type { Stage } from "./stage.ts";
import type { Watching } from "./watchtower.ts";

/** What can be seen from outside. */
export type Shown = Pick<Stage, "chat" | "page" | "inspect"> & {
  watchtower: Pick<Watching, "polls" | "log">;
};

/** Resolves when another container than `before` has the name and runs. */
export async function replaced(stage: Shown, name: string, before: string): Promise<void> {
  const another = async () => {
    const [id = before, running] = (await stage.inspect(name, "{{.Id}} {{.State.Running}}")).split(" ");
    return id !== before && running === "true";
  };
  const patient = () => another().catch(() => false); // between two containers there is none
  await told(stage, until(`another container is ${name}`, patient, 120));
}

/** Resolves when the web server shows the page. */
export async function served(stage: Shown, name: string, page: string): Promise<void> {
  await told(
    stage,
    until(`the web server serves "${page}"`, async () => (await stage.page(name)) === page, 60),
  );
}

/** Exactly one card comes, or is there, that says these containers were updated; two more polls add none. */
export async function oneCard(stage: Shown, ...names: string[]): Promise<void> {
  const wanted = [...names].sort().join();
  const those = async () =>
    (await stage.chat.cards()).filter((card) => updated(card).sort().join() === wanted);
  await told(
    stage,
    until(`a card of ${wanted}`, async () => (await those()).length > 0, 60),
  );
  await morePolls(stage, 2);
  assert.equal((await those()).length, 1, `more than one card of ${wanted}`);
}

/** No card but as many as these stands in the chat. */
export async function cardsInAll(stage: Shown, count: number): Promise<void> {
  const titles = (await stage.chat.cards()).map((card) => JSON.stringify(card.fields));
  assert.equal(titles.length, count, titles.join("\n"));
}

export async function morePolls(stage: Shown, count: number): Promise<void> {
  const polls = stage.watchtower.polls();
  await told(
    stage,
    until(`${count} more polls`, () => stage.watchtower.polls() >= polls + count, 120),
  );
}

/** A failure that carries what Watchtower said. */
async function told(stage: Shown, waiting: Promise<unknown>): Promise<void> {
  try {
    await waiting;
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${stage.watchtower.log()}`);
  }
}
