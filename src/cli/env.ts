import { readFileSync } from "node:fs";
import { UsageError } from "./usage.ts";

// The environment is read through these, and only by entries. An empty variable counts as unset.

type Env = Record<string, string | undefined>;

/** The value of a variable, trimmed; "" when unset. */
export function text(name: string, env: Env = process.env): string {
  return (env[name] ?? "").trim();
}

/**
 * The value of a secret variable, or the trimmed content of the file that `<name>_FILE` names (how
 * container secrets are mounted); "" when neither is set. Throws a UsageError when the file cannot be read.
 */
export function secret(name: string, env: Env = process.env): string {
  const file = text(`${name}_FILE`, env);
  if (text(name, env) || !file) return text(name, env);
  try {
    return readFileSync(file, "utf8").trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(`Cannot read the file that ${name}_FILE names: ${code}`);
  }
}

/** A whole number between `min` and `max`, or `fallback` when unset. Throws a UsageError on anything else. */
export function wholeNumber(
  name: string,
  { min, max, fallback }: { min: number; max: number; fallback: number },
  env: Env = process.env,
): number {
  const given = text(name, env);
  if (!given) return fallback;
  const value = Number(given);
  if (/^\d+$/.test(given) && value >= min && value <= max) return value;
  throw new UsageError(
    `Cannot use ${name}: ${JSON.stringify(given)} is not a whole number from ${min} to ${max}`,
  );
}

const switches = new Map([
  ...["1", "true", "yes", "on"].map((word) => [word, true] as const),
  ...["0", "false", "no", "off", ""].map((word) => [word, false] as const),
]);

/** An on/off variable: 1/true/yes/on or 0/false/no/off; off when unset. Throws a UsageError on anything else. */
export function flag(name: string, env: Env = process.env): boolean {
  const value = switches.get(text(name, env).toLowerCase());
  if (value !== undefined) return value;
  throw new UsageError(`Cannot use ${name}: it is neither 1 (on) nor 0 (off)`);
}

/** A copy of the whole environment but for `without`: what a child process may see. */
export function inherited(without: string[], env: Env = process.env): Env {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !without.includes(name)));
}

/**
 * True when a proxy variable is set, in either case, as corporate networks do. Throws a UsageError on one
 * that is no address, because Node's own complaint would repeat it, password and all.
 */
export function wantsProxy(env: Env = process.env): boolean {
  const names = ["HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy"].filter((name) => text(name, env));
  const wrong = names.find((name) => !isWebAddress(text(name, env)));
  if (wrong) throw new UsageError(`Cannot use ${wrong}: it is no http or https address`);
  return names.length > 0;
}

/** True for an absolute http or https URL. */
export function isWebAddress(address: string): boolean {
  return /^https?:$/.test(URL.parse(address)?.protocol ?? "");
}
