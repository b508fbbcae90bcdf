import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../test/support/until.ts";
import type { Asked, Reply } from "./ask.ts";
import type { Place } from "./place.ts";
import { call, launch, which } from "./process.ts";

/** A server within this machine: it has a network and a /run of its own, and everything else is this machine's. */
export type Server = Place & {
  /** What it sees as /run. */
  run: string;
  /** Asks from within the network of one of its processes. */
  askFrom: (pid: string, asked: Asked[]) => Promise<(Reply | null)[]>;
};

const programs = ["unshare", "nsenter", "ip", "iptables"];

/** An address for documentation (RFC 5737): containers reach it by their gateway, as they reach the world. */
const address = "192.0.2.1";

const boot = `set -e
mount --bind "$1" /run
ip link set lo up
ip address add "$2/32" dev lo
echo ready
exec sleep infinity`;

/**
 * Starts a server whose /run is in `work`. What listens there with TLS is trusted by `authority`, a file.
 * Fails in words where this machine cannot have one. Its namespaces end with its last process.
 */
export async function startServer(work: string, authority: string): Promise<Server> {
  const lacks = programs.filter((program) => !which(program));
  if (lacks.length) throw new Error(`this machine lacks ${lacks.join(", ")}`);
  const run = join(work, "run");
  mkdirSync(run, { recursive: true });
  const first = launch("unshare", ["--net", "--mount", "--", "sh", "-c", boot, "sh", run, address]);
  await until("a network of its own", () => {
    if (first.ended()) throw new Error(`unshare ended: ${first.log().trim()}`);
    return first.log().includes("ready");
  });
  const inside = ["--target", String(first.pid), "--net", "--mount"];
  // Only a shell changes to a folder when the namespace is there already.
  const from = (folder: string) => [...inside, "--", "sh", "-c", 'cd "$0" && exec "$@"', folder];
  const asking = async (how: string[], asked: Asked[]) => {
    const program = join(import.meta.dirname, "ask.ts");
    const command = [...how, "--", process.execPath, program, JSON.stringify(asked)];
    const told = await call("nsenter", command, { NODE_EXTRA_CA_CERTS: authority });
    return JSON.parse(told) as (Reply | null)[];
  };
  return {
    address,
    run,
    launch: (file, args, env) => launch("nsenter", [...inside, "--", file, ...args], env),
    call: (file, args, env, cwd = "/") => call("nsenter", [...from(cwd), file, ...args], env),
    ask: async (asked) => (await asking(inside, [asked]))[0] ?? null,
    askFrom: (pid, asked) => asking(["--target", pid, "--net"], asked),
  };
}
