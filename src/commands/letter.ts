import { eventCard } from "../assistant/card.ts";
import type { AssistantEvent } from "../assistant/event.ts";
import { plainText } from "../assistant/plain.ts";
import type { Preferences } from "../assistant/preferences.ts";
import type { Letter } from "../chat/deliver.ts";

/** The event as a card, and as the texts that stand in for it. */
export function letterOf(event: AssistantEvent, time: Date, preferences: Preferences): Letter {
  return {
    card: eventCard(event, time, preferences),
    plain: () => plainText(event, time, preferences),
    bare: () => plainText({ ...event, kind: "other" }, time, preferences),
  };
}
