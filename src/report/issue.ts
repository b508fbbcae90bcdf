import { type Field, fields } from "./fields.ts";
import type { Report } from "./report.ts";

/** An issue as the tracker takes it; `labels` are wishes, for only those that exist can be set. */
export type Issue = { title: string; body: string; wishes: string[][] };

/** Characters that GitHub takes: https://github.com/orgs/community/discussions/41331 */
const [longestTitle, longestBody] = [256, 65_536];

/** Characters of a value in the table that are shown. */
const longestValue = 200;

/** Labels that say the type, the likeliest first; of a list at most one is set. */
const labels: Record<string, string[]> = {
  bug: ["bug"],
  feature: ["feature", "enhancement"],
  improvement: ["improvement", "enhancement"],
  question: ["question"],
};

/** The issue that a report becomes, its body at most `most` characters. */
export function issueOf(report: Report, most = longestBody): Issue {
  const { type, component, priority, title } = report;
  return {
    title: cut(`[${type}] ${title.replace(/\s+/g, " ")}`, longestTitle, "…"),
    body: bodyOf(report, most),
    wishes: [labels[type] ?? [], [`component: ${component}`, component], [`priority: ${priority}`]],
  };
}

/** A section for each field that the reporter filled in, then a table of what was found out. */
function bodyOf(report: Report, most: number): string {
  const sections = fields.filter(
    ({ name, need }) => !["type", "title"].includes(name) && need !== "collected" && report[name],
  );
  const table = tableOf(report);
  const frame = sections.map(({ heading }) => `### ${heading}\n\n\n\n`).join("").length + table.length;
  const texts = sections.map(({ name }) => report[name].trim());
  const room = limitEach(
    texts.map(({ length }) => length),
    most - frame,
  );
  const whole = sections.map(
    ({ heading }, at) => `### ${heading}\n\n${cut(texts[at] ?? "", room, mark)}\n\n`,
  );
  return cut(whole.join("") + table, most, mark);
}

const mark = "\n\n… (the rest was left out: an issue holds no more)";

function tableOf(report: Report): string {
  const rows = fields.filter(({ name, need }) => need === "collected" && report[name]);
  if (!rows.length) return "";
  return ["| | |", "| --- | --- |", ...rows.map((field) => rowOf(field, report))].join("\n");
}

/**
 * Collected values are names of others' making: they must not break the table, nor call anybody by `@name`.
 * GitHub looks for `@name` and `#7` after it has read the Markdown, so there an entity is no help; a space
 * without width is, as Renovate and Dependabot write the names in release notes.
 */
function rowOf({ heading, name }: Field, report: Report): string {
  const value = cut(report[name].replace(/\s+/g, " "), longestValue, "…");
  const plain = (sign: string) => (/[@#]/.test(sign) ? `${sign}&#8203;` : `&#${sign.charCodeAt(0)};`);
  return `| ${heading} | ${value.replace(/[\\|`*_[\]<>@#&~]/g, plain)} |`;
}

/** The length to which each text must be cut so that all of them together fit into `room`. */
function limitEach(lengths: number[], room: number): number {
  let left = room;
  const ascending = lengths.toSorted((a, b) => a - b);
  for (const [at, length] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - at));
    if (length > share) return Math.max(share, 0);
    left -= length;
  }
  return room;
}

/** At most `most` UTF-16 units, never half of a character; `sign` at the end says that something is missing. */
export function cut(text: string, most: number, sign: string): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, Math.max(most - sign.length, 0)).replace(/[\ud800-\udbff]$/, "");
  return (kept + sign).slice(0, Math.max(most, 0));
}
