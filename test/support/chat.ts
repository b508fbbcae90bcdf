import type { JsonObject } from "../../src/json/parse.ts";
import type { StartedPlatform } from "./platform.ts";

type ShownCard = {
  header: { title: { content: string }; template: string };
  elements: { tag: string; content?: string }[];
};

/** What a person reads of each message: a text, or a card's title, colour and elements, with `TIME` for the time. */
export function chatOf(platform: StartedPlatform): string[][] {
  return platform.messages().map(({ card, text }) => (card ? readCard(card) : [timeless(text ?? "")]));
}

function readCard(card: JsonObject): string[] {
  const { header, elements } = card as ShownCard;
  const contents = elements.map(({ tag, content }) => timeless(content ?? tag));
  return [header.title.content, header.template, ...contents];
}

function timeless(text: string): string {
  return text.replace(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "TIME");
}
