import type { Asker } from "../cli/ask.ts";
import { oneLine } from "../cli/log.ts";
import { printError } from "../cli/print.ts";
import type { JsonObject } from "../json/parse.ts";
import { type Field, fields } from "../report/fields.ts";
import type { Issue } from "../report/issue.ts";
import { said } from "../report/report.ts";

/** Asks a person for what the record does not say yet. Rejects with NoAnswer when they leave. */
export async function interview(asker: Asker, begin: JsonObject): Promise<JsonObject> {
  let record = begin;
  for (const field of fields) {
    const isAsked = field.need === "bug" ? said(record, "type") === "bug" : field.need !== "collected";
    if (isAsked && said(record, field.name) === null)
      record = { ...record, [field.name]: await answerTo(asker, field) };
  }
  return record;
}

async function answerTo(asker: Asker, field: Field): Promise<string> {
  for (;;) {
    const answer = await (field.isLong ? askLines(asker, field) : asker.ask(question(field)));
    const value = meaningOf(field, answer);
    if (value || (field.need !== "required" && !answer)) return value;
    printError(field.choices ? `One of ${field.choices.join(", ")}` : `${field.heading} is needed`);
  }
}

/** What the answer means; "" when it means nothing. */
function meaningOf({ choices, fallback = "" }: Field, answer: string): string {
  return choices ? chosen(answer || fallback, choices) : answer;
}

function question({ heading, choices, fallback }: Field): string {
  const hint = choices ? ` (${choices.join(", ")})` : "";
  return `${heading}${hint}${fallback ? ` [${fallback}]` : ""}: `;
}

/** The choice that begins like the answer, when there is just one. */
function chosen(answer: string, choices: string[]): string {
  const word = answer.toLowerCase();
  if (choices.includes(word)) return word;
  const [first = "", ...others] = choices.filter((choice) => word && choice.startsWith(word));
  return others.length ? "" : first;
}

/** Lines up to one that is only a dot, as mail programs take them: what is pasted may hold empty lines. */
async function askLines(asker: Asker, { heading, need }: Field): Promise<string> {
  const isOptional = need !== "required";
  printError(`${heading}${isOptional ? ", if you know" : ""}; a line with only a dot ends it:`);
  const lines: string[] = [];
  for (;;) {
    const line = (await asker.askLine("> ")).trimEnd();
    if (line.trim() === "." || (isOptional && !line && !lines.length)) return lines.join("\n").trim();
    lines.push(line);
  }
}

/** The issue as it will appear, without anything that steers a terminal. */
export function preview(issue: Issue): string {
  const lines = [issue.title, "", ...issue.body.split(/\r\n|\r|\n/)].map((line) => `  ${oneLine(line)}`);
  return ["", ...lines, ""].join("\n");
}
