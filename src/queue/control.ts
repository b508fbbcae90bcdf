import { fail, print } from "../cli/print.ts";
import { type Answer, CallError, call } from "../http/call.ts";
import { parseObject } from "../json/parse.ts";
import { readNumber } from "../json/read.ts";

// What the command line asks of the relay that runs on this machine.

/** Where the relay listens, and the token that it wants. */
export type Running = { host: string; port: number; token: string };

/** Prints whether the relay serves; gives the exit code. */
export async function checkHealth(relay: Running): Promise<number> {
  const answer = await ask(relay, "GET", "/healthz");
  if (typeof answer === "string") return fail(`The relay is not well: ${answer}`);
  if (answer.status !== 200) return fail(`The relay is not well: it answered ${answer.status}`);
  print(answer.text);
  return 0;
}

/** Hands the failed notifications back to the relay; gives the exit code. */
export async function retryFailed(relay: Running): Promise<number> {
  const answer = await ask(relay, "POST", "/retry-failed");
  const problem = "Cannot hand back the failed notifications";
  if (typeof answer === "string") return fail(`${problem}: ${answer}`);
  if (answer.status === 401) return fail(`${problem}: the relay runs with another NOTIFIER_TOKEN`);
  const count = readNumber(parseObject(answer.text) ?? {}, "handedBack");
  if (answer.status !== 200 || count === null) return fail(`${problem}: the answer was ${answer.status}`);
  print(`Handed back ${count} failed ${count === 1 ? "notification" : "notifications"}`);
  return 0;
}

/** The answer, or why there is none. */
async function ask(
  { host, port, token }: Running,
  method: "GET" | "POST",
  path: string,
): Promise<Answer | string> {
  // Who listens on every address is reached by the loopback one.
  const address = host || "127.0.0.1";
  const target = address.includes(":") ? `[${address}]` : address;
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  try {
    return await call({ method, url: `http://${target}:${port}${path}`, headers, timeout: 4_000 });
  } catch (error) {
    if (error instanceof CallError) return `no relay answers on ${target}:${port} (${error.message})`;
    throw error;
  }
}
