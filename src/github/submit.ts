import { hide, quote } from "../cli/conceal.ts";
import { type Answer, CallError } from "../http/call.ts";
import { type JsonObject, parseObject } from "../json/parse.ts";
import { readNumber, readObjects, readString } from "../json/read.ts";
import { type Access, ask } from "./ask.ts";
import { type Repository, searchOf } from "./repository.ts";

/** An issue as it is sent. */
export type Submitted = { title: string; body: string; labels: string[] };

/** What became of it: the issue, or why there is none, on one line and without the token. */
export type Submission = { ok: true; url: string; number: number } | { ok: false; error: string };

/** Milliseconds that GitHub may take. */
const patience = 20_000;

/**
 * Sends one issue, once, whatever comes of it. https://docs.github.com/en/rest/issues/issues#create-an-issue
 */
export async function submit(repository: Repository, access: Access, issue: Submitted): Promise<Submission> {
  const perhaps = `the issue may exist all the same: ${searchOf(repository, issue.title)}`;
  try {
    const answer = await ask(repository, access, { path: "/issues", body: issue, timeout: patience });
    const body = parseObject(answer.text) ?? {};
    const [url, number] = [readString(body, "html_url"), readNumber(body, "number")];
    if (answer.status === 201 && /^https?:/.test(url) && number !== null)
      return { ok: true, url: hide(url, [access.token]), number };
    const words = `GitHub answered ${quote(hide(wordsOf(answer, body), [access.token]))}`;
    const isOpen = answer.status >= 500 || (answer.status >= 200 && answer.status < 300);
    return { ok: false, error: isOpen ? `${words}; ${perhaps}` : words };
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    return { ok: false, error: error.sent ? `${error.message}; ${perhaps}` : error.message };
  }
}

/** What GitHub said, and what to do about it. */
function wordsOf({ status, headers }: Answer, body: JsonObject): string {
  const details = readObjects(body, "errors").map((error) =>
    [readString(error, "field"), readString(error, "code"), readString(error, "message")]
      .filter(Boolean)
      .join(" "),
  );
  const said = [readString(body, "message"), ...details].filter(Boolean).join(", ");
  const wait = headers["retry-after"];
  // Seconds, or a date: RFC 9110, 10.2.3.
  const later = wait && (/^\d+$/.test(wait) ? `try again in ${wait} s` : `try again after ${wait}`);
  const remedy = later || remedies[status];
  return [String(status), said && `: ${said}`, remedy && ` (${remedy})`].filter(Boolean).join("");
}

const remedies: Record<number, string> = {
  301: "the repository has moved: set FEEDBACK_REPO to its new name",
  307: "the repository has moved: set FEEDBACK_REPO to its new name",
  401: "the token is wrong or has expired",
  403: "the token may not write issues there, or too much was sent",
  404: "there is no such repository, or the token cannot see it: look at FEEDBACK_REPO",
  410: "issues are switched off in this repository",
};
