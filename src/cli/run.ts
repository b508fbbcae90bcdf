import { type Arguments, readArguments } from "./arguments.ts";
import { type Manual, renderManual } from "./manual.ts";
import { fail, print } from "./print.ts";
import { UsageError } from "./usage.ts";
import { version } from "./version.ts";

/**
 * Runs a process: `main` returns its exit code. `--help` and `--version` are answered first, whatever
 * the environment holds. A UsageError exits with `usageCode` (64 unless the specification names
 * another); any other exception is one line on standard error and exit code 1.
 * This is the only place that ends the process.
 */
export async function run(
  manual: Manual,
  main: (args: Arguments) => Promise<number> | number,
  usageCode = 64,
): Promise<void> {
  process.once("uncaughtException", (error) => process.exit(failure(manual, error, usageCode)));
  try {
    const args = readArguments(manual, process.argv.slice(2));
    process.exit(await answer(manual, args, main));
  } catch (error) {
    process.exit(failure(manual, error, usageCode));
  }
}

function answer(manual: Manual, args: Arguments, main: (args: Arguments) => Promise<number> | number) {
  if (args.has("--help")) print(renderManual(manual));
  else if (args.has("--version")) print(`${manual.name} ${version}`);
  else return main(args);
  return 0;
}

function failure(manual: Manual, error: unknown, usageCode: number): number {
  if (error instanceof UsageError) return fail(error.message, usageCode);
  const reason = error instanceof Error ? error.message : String(error);
  const line = reason.startsWith("Cannot ") ? reason : `Cannot run ${manual.name}: ${reason}`;
  return fail(line.replaceAll("\n", " "));
}
