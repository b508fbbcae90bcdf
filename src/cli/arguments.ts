import { parseArgs } from "node:util";
import type { Manual } from "./manual.ts";
import { UsageError } from "./usage.ts";

/** The command line, read by the options that the manual names. */
export type Arguments = {
  /** True when the option was given: `has("--dry-run")`. */
  has: (option: string) => boolean;
  /** Every value of an option that takes one, in order. */
  values: (option: string) => string[];
  /** What is no option. */
  rest: string[];
};

/** Reads `argv` (without node and script). Throws a UsageError on an option that the manual does not name. */
export function readArguments(manual: Manual, argv: string[]): Arguments {
  const given = argv.length > 0 ? parse(manual, argv) : { values: {}, positionals: [] };
  return {
    has: (option) => given.values[option.slice(2)] !== undefined,
    values: (option) => [given.values[option.slice(2)] ?? []].flat().map(String),
    rest: given.positionals,
  };
}

function parse(manual: Manual, argv: string[]) {
  const options: Record<string, { type: "string" | "boolean"; multiple: true }> = {
    help: { type: "boolean", multiple: true },
    version: { type: "boolean", multiple: true },
  };
  for (const [term] of manual.options ?? []) {
    const [flag = "", value] = term.split(" ");
    options[flag.slice(2)] = { type: value ? "string" : "boolean", multiple: true };
  }
  try {
    return parseArgs({ args: argv, options, allowPositionals: true });
  } catch (error) {
    const [reason = ""] = (error as Error).message.split(". ");
    throw new UsageError(`Cannot run ${manual.name}: ${reason}; see ${manual.name} --help`);
  }
}
