import { ownHooks } from "../assistant/found.ts";
import { addHooks } from "../assistant/settings.ts";
import { slotName } from "../assistant/wiring.ts";
import { fail, print, printError } from "../cli/print.ts";
import { keepBackup } from "./backup.ts";
import { calledCommand, startFault } from "./called.ts";
import { type Errand, expectNoWords } from "./errand.ts";
import { readTextFile, replaceTextFile } from "./file.ts";
import { done, show } from "./say.ts";
import { scopeOf, settingsFile } from "./scope.ts";

/** `hook install`: the assistant's settings call this executable, and are otherwise what they were. */
export async function install(errand: Errand): Promise<number> {
  expectNoWords(errand, ["--scope", "--dry-run", "--command"]);
  const scope = scopeOf(errand);
  const path = settingsFile(errand, scope);
  const command = calledCommand(errand);
  if (!path) return fail("Cannot install: there is no home folder; set HOME or CLAUDE_CONFIG_DIR");
  if (!command)
    return fail("Cannot install: this runs from source; build it, or name the executable with --command");
  const fault = startFault(command);
  if (fault) return fail(`Cannot install ${command}: ${fault}`);
  if (scope === "project")
    printError(`All who check this project out get this: it names ${command} on this machine`);
  return wire(path, command, errand.args.has("--dry-run"));
}

/** Puts the hooks into one settings file, and says what was done. */
export function wire(path: string, command: string, onlyShows = false): number {
  const file = readTextFile(path);
  const result = addHooks(file.text ?? "", command);
  if (!result.ok) return fail(`Cannot install into ${path}: ${result.fault}; it was left alone`);
  const { text, added, updated } = result;
  if (onlyShows) return show(path, text);
  if (text === file.text) return done(`Nothing to do: ${path} calls ${command} already`);
  const backup = keepBackup(file, ownHooks(file.text ?? "", command).length > 0);
  replaceTextFile(file, text);
  print(`${path} calls ${command} now`);
  if (added.length) print(`  added: ${added.map(slotName).join(", ")}`);
  if (updated.length) print(`  brought up to date: ${[...new Set(updated)].join(", ")}`);
  if (backup) print(`  the file as it was before: ${backup}`);
  return 0;
}
