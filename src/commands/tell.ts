import type { AssistantEvent } from "../assistant/event.ts";
import { identityOf } from "../assistant/identity.ts";
import { type Preferences, readPreferences } from "../assistant/preferences.ts";
import { quiet } from "../assistant/quiet.ts";
import { readEvent } from "../assistant/read.ts";
import { withRemembered } from "../assistant/remembered.ts";
import type { Bot } from "../chat/bot.ts";
import { type Delivery, deliver } from "../chat/deliver.ts";
import { fail } from "../cli/print.ts";
import { UsageError } from "../cli/usage.ts";
import { type HookConfig, missingIn, readConfig } from "../home/config.ts";
import type { DebugLog } from "../home/log.ts";
import { recall, remember } from "../home/pending.ts";
import { prepare } from "../http/prepare.ts";
import type { Errand } from "./errand.ts";
import { readInput } from "./input.ts";
import { letterOf } from "./letter.ts";

/**
 * Tells the receivers of one event of an assistant, as the specification's tables say (4.3). The debug
 * log holds the input, every reply and how it ended. Gives the exit code: 0 or 1, as `run` makes of what it throws.
 */
export async function tell(errand: Errand): Promise<number> {
  const { log } = errand;
  try {
    const { raw, payload, words, why } = await readInput(errand.args);
    const settings = settingsOf(errand);
    log({ input: raw });
    if (!payload) return leave(log, why);
    if (settings instanceof Error) throw settings;
    return await tellOf(readEvent(payload, words), errand, settings, new Date());
  } catch (error) {
    log({ error: (error as Error).message });
    throw error;
  }
}

type Settings = { config: HookConfig; preferences: Preferences; bot: Bot };

/** What is configured; a fault is a value, because it does not matter to an event that is none. */
function settingsOf({ env, places, system, bot }: Errand): Settings | Error {
  try {
    const config = readConfig(env, places, system);
    const preferences = readPreferences(config.preferences, places.home);
    if ("faults" in preferences)
      throw new UsageError(`Cannot use ${places.config}: ${preferences.faults.join("; ")}`);
    return { config, preferences, bot: bot(config) };
  } catch (error) {
    return error as Error;
  }
}

async function tellOf(
  event: AssistantEvent,
  errand: Errand,
  settings: Settings,
  time: Date,
): Promise<number> {
  const { log, places } = errand;
  const { config, preferences, bot } = settings;
  const now = time.getTime();
  if (event.kind === "request") remember(places.state, event.session, event, now);
  const reason = quiet(event, time, preferences);
  if (reason) return leave(log, reason);
  const lack = missingIn(config, "receivers");
  if (lack) throw new UsageError(`Cannot send the card: ${lack}`);
  prepare({ url: bot.api, proxy: bot.proxy });
  const asked = event.kind === "permission" ? recall(places.state, event.session, now) : null;
  const letter = letterOf(withRemembered(event, asked), time, preferences);
  return report(log, await deliver(bot, config.receivers, letter, identityOf(event), now));
}

function leave(log: DebugLog, reason: string): number {
  log({ nothing: reason });
  return 0;
}

/** A line for each refusal, with all whom it met. */
function report(log: DebugLog, deliveries: Delivery[]): number {
  const refused = new Map<string, string[]>();
  for (const { id, sent } of deliveries) {
    if (sent.ok) continue;
    const words = [sent.text, sent.advice].filter(Boolean).join(". ");
    refused.set(words, [...(refused.get(words) ?? []), id]);
  }
  for (const [words, ids] of refused) {
    const line = `Cannot send the card to ${ids.join(", ")}: ${words}`;
    log({ error: line });
    fail(line);
  }
  return refused.size ? 1 : 0;
}
