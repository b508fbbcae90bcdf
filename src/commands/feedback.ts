import { ghToken } from "../github/account.ts";
import { labelsFor } from "../github/labels.ts";
import { formOf, type Repository } from "../github/repository.ts";
import { submit } from "../github/submit.ts";
import type { JsonObject } from "../json/parse.ts";
import { type Issue, issueOf } from "../report/issue.ts";
import { prefilled } from "../report/prefilled.ts";
import { type Report, readReport } from "../report/report.ts";
import { findSecrets } from "../report/secrets.ts";
import { collected } from "./collect.ts";
import { invalid, type Outcome, secret } from "./outcome.ts";

/** What one report is submitted with; the entry fills it in. */
export type Desk = {
  /** null when none is named. */
  repository: Repository | null;
  /** "" when the environment holds none. */
  token: string;
  proxy: boolean;
  /** Values that must not leave this machine. */
  secrets: string[];
  /** FRAMEWORK_VERSION. */
  version: string;
  cwd: string;
  /** Only say what would be sent. */
  onlyShows: boolean;
};

/** Submits a record that a program wrote, once. */
export async function submitRecord(record: JsonObject, desk: Desk): Promise<Outcome> {
  const checked = check(record, desk);
  return "outcome" in checked ? checked.outcome : submitReport(checked, desk);
}

/** A report that may be sent, and the keys of its record that it has no place for. */
export type Checked = { report: Report; ignored: string[] };

/** The report of a record that is valid and holds no secret; else how it ends. */
export function check(record: JsonObject, desk: Desk): Checked | { outcome: Outcome } {
  const reading = readReport(collected(record, desk.cwd, desk.version));
  if ("faults" in reading) return { outcome: invalid(reading.faults) };
  const secrets = findSecrets(reading.report, desk.secrets);
  return secrets.length ? { outcome: secret(secrets) } : reading;
}

/** Sends the report, once, or says why not. */
export async function submitReport({ report, ignored }: Checked, desk: Desk): Promise<Outcome> {
  const outcome = await submitTo(report, desk);
  // A key can be anything, a secret too: only what looks like a field's name is repeated.
  const isPlain = (key: string) =>
    /^[a-z_]{1,30}$/.test(key) && !desk.secrets.some((value) => key.includes(value));
  const names = ignored.filter(isPlain);
  return names.length ? { ...outcome, ignored: names } : outcome;
}

async function submitTo(report: Report, desk: Desk): Promise<Outcome> {
  const { repository, proxy, onlyShows } = desk;
  const issue = issueOf(report);
  if (!repository) return { ...skipped("FEEDBACK_REPO names no repository"), ...(onlyShows && shown(issue)) };
  const link = () => prefilled(formOf(repository), report);
  if (onlyShows) return { ...skipped("dry run", link()), ...shown(issue, repository) };
  const token = desk.token || ghToken(repository);
  if (!token) return skipped("there is no token: set GH_TOKEN, or run gh auth login", link());
  // That of gh was not known when the report was searched.
  const secrets = desk.token ? [] : findSecrets(report, [token]);
  if (secrets.length) return secret(secrets);
  const labels = await labelsFor(repository, { token, proxy }, issue.wishes);
  const { title, body } = issue;
  const { ok, ...rest } = await submit(repository, { token, proxy }, { title, body, labels });
  if ("error" in rest) return { success: ok, github: { status: "failed", error: rest.error } };
  return { success: ok, github: { status: "success", ...rest } };
}

function shown(issue: Issue, repository?: Repository) {
  const { title, body, wishes } = issue;
  return { issue: { repository: repository?.name ?? "", title, body, labels: wishes } };
}

/** The outcome of a report that was rightly not sent. */
export function skipped(reason: string, link?: string): Outcome {
  return { success: true, github: { status: "skipped", reason, ...(link && { prefilled: link }) } };
}
