import { disarmed, shown } from "../chat/markdown.ts";
import { eventCard } from "./card.ts";
import type { AssistantEvent } from "./event.ts";
import type { Preferences } from "./preferences.ts";

/** What the card of the event says, as the text of a message that the platform has no reason to refuse. */
export function plainText(
  event: AssistantEvent,
  time: Date,
  preferences: Pick<Preferences, "maxChars" | "titlePrefix">,
): string {
  const { header, elements } = eventCard(event, time, preferences);
  const parts = elements.flatMap((element) => (element.tag === "markdown" ? [element.content] : []));
  const bare = parts.map((content) => disarmed(shown(content.replaceAll("**", ""))));
  return [header.title.content, ...bare].join("\n\n");
}
