import { join } from "node:path";
import type { TestContext } from "node:test";
import { until } from "../../test/support/until.ts";
import { freePort, launch, type Running } from "./process.ts";

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
export async function startChat(t: TestContext): Promise<Chat> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let running: Running | undefined;
  const start = async () => {
    running = launch(sandbox, [], { SANDBOX_PORT: String(port) });
    await until("the chat listens", () => running?.log().includes("Listening on"));
  };
  await start();
  t.after(() => running?.stop());
  return {
    webhook: `${origin}/open-apis/bot/v2/hook/demo`,
    cards: async () => ((await (await fetch(`${origin}/messages`)).json()) as Arrival[]).map(seen),
    fault: async (asked) => {
      const reply = await fetch(`${origin}/faults`, { method: "POST", body: JSON.stringify(asked) });
      if (!reply.ok) throw new Error(`the sandbox refused the fault: ${await reply.text()}`);
    },
    heal: async () => void (await fetch(`${origin}/faults`, { method: "DELETE" })),
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
