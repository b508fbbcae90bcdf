import { join } from "node:path";
import type { TestContext } from "node:test";
import { until } from "../../test/support/until.ts";
import type { Asked } from "./ask.ts";
import { here, type Place } from "./place.ts";
import { freePort, type Running } from "./process.ts";

/** A card in the group, as its readers see it. */
export type Seen = {
  title: string;
  /** What stands under each label. */
  fields: Record<string, string>;
};

/** The group chat: our sandbox. */
export type Chat = {
  /** What CHAT_WEBHOOK_URL holds. */
  webhook: string;
  /** All cards so far, oldest first. */
  cards: () => Promise<Seen[]>;
  /** Spoils the next replies. */
  fault: (asked: object) => Promise<void>;
  /** Ends all faults. */
  heal: () => Promise<void>;
  start: () => Promise<void>;
  stop: () => Promise<void>;
};

const sandbox = join(import.meta.dirname, "../../bin/sandbox");

/** Starts the chat on a port of its own, so that it comes back at the same address. */
export async function startChat(t: TestContext, place: Place = here): Promise<Chat> {
  const port = await freePort();
  const origin = `http://${place.address}:${port}`;
  let running: Running | undefined;
  const start = async () => {
    running = place.launch(sandbox, [], { SANDBOX_HOST: place.address, SANDBOX_PORT: String(port) });
    await until("the chat listens", () => running?.log().includes("Listening on"));
  };
  await start();
  t.after(() => running?.stop());
  const said = async (asked: Asked) => {
    const reply = await place.ask(asked);
    if (!reply || reply.status >= 300) throw new Error(`the sandbox refused ${asked.path}: ${reply?.body}`);
    return reply.body;
  };
  return {
    webhook: `${origin}/open-apis/bot/v2/hook/demo`,
    cards: async () => (JSON.parse(await said({ origin, path: "/messages" })) as Arrival[]).map(seen),
    fault: async (asked) =>
      void (await said({ origin, path: "/faults", method: "POST", body: JSON.stringify(asked) })),
    heal: async () => void (await said({ origin, path: "/faults", method: "DELETE" })),
    start,
    stop: async () => running?.stop(),
  };
}

type Arrival = {
  card: {
    header: { title: { content: string } };
    elements: { fields: { text: { content: string } }[] }[];
  };
};

function seen({ card }: Arrival): Seen {
  const lines = card.elements.flatMap(({ fields }) => fields.map(({ text }) => text.content));
  const fields = lines.map((line) => {
    const end = line.indexOf("\n");
    return [line.slice(0, end).replaceAll("*", ""), line.slice(end + 1)];
  });
  return { title: card.header.title.content, fields: Object.fromEntries(fields) };
}

/** The containers that a card says were updated. */
export const updated = (card: Seen): string[] => (card.fields.更新容器 ?? "").split("\n");
