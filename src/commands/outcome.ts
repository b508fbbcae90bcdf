import { print, printError } from "../cli/print.ts";
import type { Fault } from "../report/report.ts";
import type { Finding } from "../report/secrets.ts";

/** What `feedback` says on standard output: one JSON document (specification 2.9). */
export type Outcome = {
  success: boolean;
  github:
    | { status: "success"; url: string; number: number }
    | { status: "skipped"; reason: string; prefilled?: string }
    | { status: "failed"; error: string };
  /** All that is wrong with the record. */
  errors?: Fault[];
  /** Where a secret stands, never what it is. */
  secrets?: Finding[];
  /** Keys of the record that the report has no place for. */
  ignored?: string[];
  /** What would be sent, for `--dry-run`; of each list of labels the first that exists in the repository. */
  issue?: { repository: string; title: string; body: string; labels: string[][] };
};

/** Prints the outcome, a line on standard error when it failed, and gives the exit code. */
export function conclude(outcome: Outcome): number {
  print(JSON.stringify(outcome));
  if (outcome.github.status === "failed") printError(`Cannot submit the feedback: ${outcome.github.error}`);
  if (outcome.secrets) return 65;
  if (outcome.errors) return 64;
  return outcome.success ? 0 : 1;
}

/** The outcome of a record that cannot be submitted as it is. */
export function invalid(errors: Fault[]): Outcome {
  const error = errors
    .map(({ field, problem, allowed }) => `${field}: ${problem} (${allowed.join(", ")})`)
    .join("; ");
  return { success: false, github: { status: "failed", error }, errors };
}

/** The outcome of a report that is not to leave this machine. */
export function secret(secrets: Finding[]): Outcome {
  const places = secrets.map(({ rule, field, line }) => `${field}, line ${line}: ${rule}`).join("; ");
  const error = `it holds what looks like a secret; take it out (${places})`;
  return { success: false, github: { status: "failed", error }, secrets };
}
