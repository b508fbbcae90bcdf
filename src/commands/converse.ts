import { type Asker, NoAnswer, openAsker } from "../cli/ask.ts";
import { printError } from "../cli/print.ts";
import type { Repository } from "../github/repository.ts";
import type { JsonObject } from "../json/parse.ts";
import { issueOf } from "../report/issue.ts";
import { check, type Desk, skipped, submitReport } from "./feedback.ts";
import { interview, preview } from "./interview.ts";
import type { Outcome } from "./outcome.ts";

/** Asks a person for a report, shows it, and submits it when they say yes. */
export async function submitInterview(begin: JsonObject, desk: Desk): Promise<Outcome> {
  try {
    const checked = check(await talk((asker) => interview(asker, begin)), desk);
    if ("outcome" in checked) return checked.outcome;
    printError(preview(issueOf(checked.report)));
    const { repository, onlyShows } = desk;
    if (!repository || onlyShows || (await isWanted(repository))) return await submitReport(checked, desk);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
  }
  return skipped("nobody said yes");
}

async function isWanted({ name }: Repository): Promise<boolean> {
  // What was typed or pasted ahead is no answer to what had not been shown: this swallows it. The timer
  // may be first in its round of the loop, and what waits in the terminal is read after it.
  await talk(() => new Promise((resolve) => setTimeout(() => setImmediate(resolve), 100)));
  return /^y(es)?$/i.test(await talk((asker) => asker.ask(`Send this to ${name}? [y/N] `)));
}

async function talk<T>(about: (asker: Asker) => Promise<T>): Promise<T> {
  const asker = openAsker();
  try {
    return await about(asker);
  } finally {
    asker.close();
  }
}
