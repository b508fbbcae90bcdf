import { dialects } from "../assistant/normalize.ts";
import type { Arguments } from "../cli/arguments.ts";
import { readDocument } from "../cli/eager.ts";
import { UsageError } from "../cli/usage.ts";
import { isObject, type JsonObject, parseObject } from "../json/parse.ts";
import { commandOptions } from "./errand.ts";

/** An event as it came: `payload` is null when it is none, and `why` says so. */
export type Input = {
  raw: string;
  payload: JsonObject | null;
  /** The arguments that are no payload: an assistant's name, and perhaps the event's. */
  words: string[];
  why: string;
};

const bounds = { limit: 8 * 1024 * 1024, patience: 5_000 };

/**
 * The event: the last argument if that is a JSON object, as Codex passes it, else standard input. Throws
 * a UsageError on arguments that mean nothing.
 */
export async function readInput(args: Arguments): Promise<Input> {
  const raw = args.rest.at(-1) ?? "";
  const payload = parseObject(raw);
  const words = payload ? args.rest.slice(0, -1) : args.rest;
  refuseUnknown(words, args);
  if (payload) return { raw, payload, words, why: "" };
  const { text, value, why } = await readDocument(bounds);
  return {
    raw: text,
    payload: isObject(value) ? value : null,
    words,
    why: why || "standard input is no JSON object",
  };
}

function refuseUnknown([word]: string[], args: Arguments): void {
  const flags = commandOptions.map(([term]) => term.split(" ")[0] ?? "");
  const given = flags.find((flag) => args.has(flag));
  if (given) throw new UsageError(`Cannot run hook: ${given} belongs to a command; see hook --help`);
  if (word === undefined || Object.values(dialects).some((dialect) => dialect.word === word)) return;
  throw new UsageError(
    `Cannot run hook: ${JSON.stringify(word)} is no command and no assistant; see hook --help`,
  );
}
