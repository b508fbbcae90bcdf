// feedback: one record on standard input, or a conversation → one issue → the result on standard output.
import type { Arguments } from "./cli/arguments.ts";
import { isWebAddress, secret, text, wantsProxy } from "./cli/env.ts";
import type { Manual } from "./cli/manual.ts";
import { run } from "./cli/run.ts";
import { readStdin } from "./cli/stdin.ts";
import { isTerminal } from "./cli/terminal.ts";
import { UsageError } from "./cli/usage.ts";
import { type Desk, submitRecord } from "./commands/feedback.ts";
import { conclude, invalid } from "./commands/outcome.ts";
import { publicApi, repositoryOf } from "./github/repository.ts";
import { type JsonObject, parseObject } from "./json/parse.ts";
import { fields } from "./report/fields.ts";
import { said } from "./report/report.ts";
import { secretValues } from "./report/secrets.ts";

/** Bytes of a record. */
const limit = 1024 * 1024;

const types = fields.find(({ name }) => name === "type")?.choices ?? [];

const manual: Manual = {
  name: "feedback",
  purpose: "submits one report as one issue on GitHub, with no secret in it.",
  usage: ["[<type>] [--dry-run] < record.json", "[<type>] [--dry-run]"],
  input:
    "A record as a JSON object of at most 1 MiB: type, component, title and description, and if there is\n" +
    "more to say priority, reproduce_steps, expected_behavior, actual_behavior, project,\n" +
    "framework_version and submitter. The last three are found out when the record does not say them.\n" +
    `On a terminal it asks, shows the issue, and sends it after a yes. <type> is one of ${types.join(", ")}.`,
  variables: [
    ["FEEDBACK_REPO", "<owner>/<name> that gets the issue; without it nothing is sent"],
    [
      "GH_TOKEN",
      "token that may write issues there, then GITHUB_TOKEN (or GH_TOKEN_FILE,\nGITHUB_TOKEN_FILE), then that of an authenticated gh on the PATH",
    ],
    ["GITHUB_API_URL", `default ${publicApi}; GitHub Enterprise: https://<host>/api/v3`],
    ["FRAMEWORK_VERSION", "default the newest vX.X.X-YYYYMMDD in the project's .claude folder"],
    ["HTTPS_PROXY, NO_PROXY", "the corporate proxy, and what does not need it (HTTP_PROXY too)"],
  ],
  options: [["--dry-run", "print what would be sent, send nothing"]],
  exits: [
    ["0", "the issue is there, or there was nobody to send it to"],
    ["1", "it was not submitted"],
    ["64", "the record is invalid; wrong usage or configuration"],
    ["65", "the record holds a secret: nothing was sent"],
  ],
  example: `echo '{"type":"question","component":"rules","title":"Why?","description":"…"}' | feedback --dry-run`,
};

run(manual, async (args) => {
  const [type, ...others] = args.rest;
  if (others.length || (type !== undefined && !types.includes(type)))
    throw new UsageError(`Cannot run feedback: it takes one of ${types.join(", ")}; see feedback --help`);
  const desk = deskOf(args);
  const begin: JsonObject = type === undefined ? {} : { type };
  if (isTerminal()) {
    // Loaded only now: a record from a program needs no conversation.
    const { submitInterview } = await import("./commands/converse.ts");
    return conclude(await submitInterview(begin, desk));
  }
  const record = await readRecord();
  if ("fault" in record) return conclude(invalid([record.fault]));
  return conclude(
    await submitRecord(said(record.value, "type") ? record.value : { ...record.value, ...begin }, desk),
  );
});

function deskOf(args: Arguments): Desk {
  const api = text("GITHUB_API_URL") || publicApi;
  if (!isWebAddress(api)) throw new UsageError("Cannot use GITHUB_API_URL: it is no http or https address");
  const name = text("FEEDBACK_REPO");
  const repository = name ? repositoryOf(name, api) : null;
  if (name && !repository) throw new UsageError("Cannot use FEEDBACK_REPO: it is not of the form owner/name");
  const token = secret("GH_TOKEN") || secret("GITHUB_TOKEN");
  return {
    ...{ repository, token, proxy: wantsProxy(), cwd: process.cwd() },
    secrets: [...secretValues(process.env), ...(token.length >= 8 ? [token] : [])],
    version: text("FRAMEWORK_VERSION"),
    onlyShows: args.has("--dry-run"),
  };
}

type Faulty = { fault: { field: string; problem: string; allowed: string[] } };

/** The record on standard input, or what is wrong with it as a whole. */
async function readRecord(): Promise<{ value: JsonObject } | Faulty> {
  const fault = (problem: string) => ({
    fault: { field: "record", problem, allowed: ["a JSON object of at most 1 MiB"] },
  });
  try {
    const value = parseObject(await readStdin(limit));
    return value ? { value } : fault("it is no JSON object");
  } catch (error) {
    if (error instanceof UsageError) return fault("it is longer than 1 MiB");
    throw error;
  }
}
