import { removeHooks } from "../assistant/settings.ts";
import { fail, print } from "../cli/print.ts";
import { dropBackup, textBefore } from "./backup.ts";
import { calledCommand } from "./called.ts";
import { type Errand, expectNoWords } from "./errand.ts";
import { readTextFile, replaceTextFile } from "./file.ts";
import { done, show } from "./say.ts";
import { scopeOf, settingsFile } from "./scope.ts";

/** `hook uninstall`: the assistant's settings are what they were before install. */
export async function uninstall(errand: Errand): Promise<number> {
  expectNoWords(errand, ["--scope", "--dry-run", "--command"]);
  const path = settingsFile(errand, scopeOf(errand));
  const command = calledCommand(errand);
  if (!path) return fail("Cannot uninstall: there is no home folder; set HOME or CLAUDE_CONFIG_DIR");
  if (!command) return fail("Cannot uninstall: this runs from source; name the executable with --command");
  return unwire(path, command, errand.args.has("--dry-run"));
}

function unwire(path: string, command: string, onlyShows: boolean): number {
  const file = readTextFile(path);
  const result = removeHooks(file.text ?? "", command, textBefore(path));
  if (!result.ok) return fail(`Cannot uninstall from ${path}: ${result.fault}; it was left alone`);
  const { text, removed } = result;
  if (!removed.length) return done(`Nothing to do: ${path} has no hook of ${command}`);
  if (onlyShows) return show(path, text);
  replaceTextFile(file, text);
  const backup = dropBackup({ ...file, text });
  print(text === null ? `${path} held nothing else and is gone` : `${path} has no hook of ours any more`);
  if (backup) print(`  it has changed since install; the file from before stays: ${backup}`);
  return 0;
}
