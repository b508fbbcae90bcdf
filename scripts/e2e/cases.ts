import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { until } from "../../test/support/until.ts";
import { updated } from "./chat.ts";
import type { Machine } from "./machine.ts";
import { type Stage, setStage } from "./stage.ts";
import type { Form } from "./watchtower.ts";

/** A case: its name, the Watchtower that it needs, and what happens. */
export type Case = [
  name: string,
  updater: string,
  play: (t: TestContext, machine: Machine, file: string) => Promise<void>,
];

const forms: [name: string, form: Form][] = [
  ["raw text", { json: false, token: false }],
  ["raw text with a token", { json: false, token: true }],
  ["JSON", { json: true, token: false }],
  ["JSON with a token", { json: true, token: true }],
];

const shipping: Case[] = ["containrrr", "nicholas-fedor"].flatMap((updater) =>
  forms.map(
    ([name, form]): Case => [
      `a pushed image is running, its page is served and one card tells of it: ${updater}, ${name}`,
      updater,
      async (t, machine, file) => {
        const stage = await setStage(t, machine, { file, form });
        const before = await stage.inspect("admin-web", "{{.Id}}");
        const polls = stage.watchtower.polls();
        await stage.ship("admin-web", "the second page");
        await replaced(stage, "admin-web", before);
        assert.ok(stage.watchtower.polls() - polls <= 2, "it took more than two polls");
        await served(stage, "admin-web", "the second page");
        await onlyCard(stage, ["admin-web"]);
      },
    ],
  ),
);

export const cases: Case[] = [...shipping];

/** Resolves when another container has the name. */
async function replaced(stage: Stage, name: string, before: string): Promise<void> {
  const another = async () => {
    const now = await stage.inspect(name, "{{.Id}} {{.State.Running}}").catch(() => "");
    return now.endsWith(" true") && !now.startsWith(before);
  };
  await until(`another container is ${name}\n${stage.watchtower.log()}`, another, 120);
}

async function served(stage: Stage, name: string, page: string): Promise<void> {
  await until(`the web server serves "${page}"`, async () => (await stage.page(name)) === page, 60);
}

/** One card names these containers; two more polls bring no other. */
async function onlyCard(stage: Stage, names: string[]): Promise<void> {
  await until("a card", async () => (await stage.chat.cards()).length > 0, 60);
  const polls = stage.watchtower.polls();
  await until("two more polls", () => stage.watchtower.polls() >= polls + 2, 60);
  const cards = await stage.chat.cards();
  assert.deepEqual(
    cards.map((card) => updated(card).sort()),
    [names],
  );
}
