import assert from "node:assert/strict";
import type { Case } from "./case.ts";
import { cardsInAll, oneCard, replaced, type Shown, served } from "./expect.ts";
import { type Stage, setStage } from "./stage.ts";
import type { Form } from "./watchtower.ts";

const forms: [name: string, form: Form][] = [
  ["raw text", { json: false, token: false }],
  ["raw text with a token", { json: false, token: true }],
  ["JSON", { json: true, token: false }],
  ["JSON with a token", { json: true, token: true }],
];

/** The shipping flow: both Watchtowers in each form. */
export const shipping: Case[] = ["containrrr", "nicholas-fedor"].flatMap((updater) =>
  forms.map(
    ([name, form]): Case => [
      `a pushed image is running, its page is served and one card tells of it: ${updater}, ${name}`,
      updater,
      async (given) => secondPage(await setStage(given, { form })),
    ],
  ),
);

/** A push, and within two polls another container, its page, and the only card. */
export async function secondPage(stage: Shown & Pick<Stage, "ship">): Promise<void> {
  const before = await stage.inspect("admin-web", "{{.Id}}");
  const polls = stage.watchtower.polls();
  await stage.ship("admin-web", "the second page");
  await replaced(stage, "admin-web", before);
  assert.ok(stage.watchtower.polls() - polls <= 2, "it took more than two polls");
  await served(stage, "admin-web", "the second page");
  await oneCard(stage, "admin-web");
  await cardsInAll(stage, 1);
}
