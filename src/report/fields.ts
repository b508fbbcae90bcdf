/** The fields of a report, in the order in which they are asked for and shown (specification 2.9). */
export type FieldName =
  | "type"
  | "component"
  | "priority"
  | "title"
  | "description"
  | "reproduce_steps"
  | "expected_behavior"
  | "actual_behavior"
  | "project"
  | "framework_version"
  | "submitter";

/** One field of a report. */
export type Field = {
  name: FieldName;
  /** What a person reads above it. */
  heading: string;
  /** `required` must be said; `bug` belongs to bugs alone; `collected` is found out when it is not said. */
  need: "required" | "optional" | "bug" | "collected";
  /** The only values that it can have. */
  choices?: string[];
  /** What it is when nothing is said. */
  fallback?: string;
  /** True for a text of more than one line. */
  isLong?: boolean;
  /** What the value must also be: `is` says it in words. */
  check?: { is: string; holds: (value: string) => boolean };
};

export const fields: Field[] = [
  {
    name: "type",
    heading: "Type",
    need: "required",
    choices: ["bug", "feature", "improvement", "question"],
  },
  {
    name: "component",
    heading: "Component",
    need: "required",
    choices: ["agents", "rules", "skills", "workflow", "upgrade", "other"],
  },
  {
    name: "priority",
    heading: "Priority",
    need: "optional",
    choices: ["low", "medium", "high"],
    fallback: "medium",
  },
  { name: "title", heading: "Title", need: "required" },
  { name: "description", heading: "Description", need: "required", isLong: true },
  { name: "reproduce_steps", heading: "Steps to reproduce", need: "bug", isLong: true },
  { name: "expected_behavior", heading: "Expected behaviour", need: "bug", isLong: true },
  { name: "actual_behavior", heading: "Actual behaviour", need: "bug", isLong: true },
  { name: "project", heading: "Project", need: "collected" },
  {
    name: "framework_version",
    heading: "Framework version",
    need: "collected",
    check: { is: "a version like v1.2.3-20261121 with a real date", holds: isVersion },
  },
  { name: "submitter", heading: "Submitter", need: "collected" },
];

/** True for `vX.X.X-YYYYMMDD` whose date is in the calendar. */
export function isVersion(text: string): boolean {
  const [, year, month, day] = /^v\d{1,9}\.\d{1,9}\.\d{1,9}-(\d{4})(\d{2})(\d{2})$/.exec(text) ?? [];
  if (!year || !month || !day) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() + 1 === Number(month) && date.getUTCDate() === Number(day);
}
