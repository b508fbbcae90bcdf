import type { Bot } from "../chat/bot.ts";
import type { Arguments } from "../cli/arguments.ts";
import type { Term } from "../cli/manual.ts";
import { UsageError } from "../cli/usage.ts";
import type { HookConfig } from "../home/config.ts";
import type { DebugLog } from "../home/log.ts";
import type { Env, Places } from "../home/places.ts";

/** What a person's command works with; the entry fills it in, so that a command reads nothing of the process. */
export type Errand = {
  /** The command line; the first of `rest` is the command's own name. */
  args: Arguments;
  env: Env;
  /** As `process.platform`. */
  system: string;
  places: Places;
  cwd: string;
  /** What the assistant's hooks are to call: the absolute path of this executable, "" when it runs from source. */
  executable: string;
  /** Written without secrets: those of the environment and of every configuration that became a bot. */
  log: DebugLog;
  /** The bot of a configuration, with token cache, debug log and proxy as an event uses them. */
  bot: (config: HookConfig) => Bot;
};

/** A command: prints what it does and gives its exit code. Throws a UsageError on wrong arguments. */
export type Command = (errand: Errand) => Promise<number>;

/** The options of the commands, for the manual. */
export const commandOptions: Term[] = [
  [
    "--scope <user|project|local>",
    "whose settings install and uninstall change: ~/.claude/settings.json (default),\n" +
      ".claude/settings.json or .claude/settings.local.json of this folder",
  ],
  ["--dry-run", "install, uninstall: print the settings as they would be, write nothing"],
  ["--command <path>", "what the hooks call, when it is not this file itself: a link that outlives upgrades"],
];

/** The words after the command's name. Throws a UsageError on an option that the command does not take. */
export function wordsOf({ args }: Errand, options: string[] = []): string[] {
  const [name = "", ...words] = args.rest;
  const flags = commandOptions.map(([term]) => term.split(" ")[0] ?? "");
  const foreign = flags.find((flag) => args.has(flag) && !options.includes(flag));
  if (foreign) throw new UsageError(`Cannot run hook ${name}: it takes no ${foreign}; see hook --help`);
  return words;
}

/** Throws a UsageError when there are words after the command's name, or an option that it does not take. */
export function expectNoWords(errand: Errand, options: string[] = []): void {
  const [word] = wordsOf(errand, options);
  if (word === undefined) return;
  throw new UsageError(`Cannot run hook ${errand.args.rest[0]}: it takes no arguments; see hook --help`);
}
