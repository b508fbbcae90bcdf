import { basename, join } from "node:path";
import { type Origin, originOf } from "../git/origin.ts";
import { textsBelow } from "../git/texts.ts";
import type { JsonObject } from "../json/parse.ts";
import type { FieldName } from "../report/fields.ts";
import { said } from "../report/report.ts";
import { newestVersion } from "../report/version.ts";

/** The record with what can be found out; what it already says stays. `version`: the variable's, "" when unset. */
export function collected(record: JsonObject, cwd: string, version: string): JsonObject {
  let origin: Origin | undefined;
  const ask = () => (origin ??= originOf(cwd));
  const sources: [FieldName, () => string][] = [
    ["project", () => ask().repository || basename(ask().top)],
    ["framework_version", () => version || newestVersion(textsBelow(join(ask().top, ".claude")))],
    ["submitter", () => ask().user],
  ];
  const missing = sources.filter(([name]) => said(record, name) === null);
  return { ...record, ...Object.fromEntries(missing.map(([name, find]) => [name, find()])) };
}
