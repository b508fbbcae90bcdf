// relay: POST /notify → 200 at once → the notify script with the payload on standard input.
import { dirname, join, resolve } from "node:path";
import { canRun, runProgram } from "./cli/child.ts";
import { inherited, secret, text, wholeNumber } from "./cli/env.ts";
import type { Manual } from "./cli/manual.ts";
import { run } from "./cli/run.ts";
import { stopSignal } from "./cli/signals.ts";
import { UsageError } from "./cli/usage.ts";
import { readReceipt } from "./deploy/receipt.ts";
import { metricsType, renderMetrics } from "./http/metrics.ts";
import { isLocal } from "./http/peer.ts";
import type { Reply, Route } from "./http/route.ts";
import { serve } from "./http/serve.ts";
import { tokenGuard } from "./http/token.ts";
import { checkHealth, retryFailed } from "./queue/control.ts";
import { health, metrics } from "./queue/figures.ts";
import { queueFolder } from "./queue/folder.ts";
import { newIntake } from "./queue/intake.ts";
import { type Journal, newJournal } from "./queue/journal.ts";
import { openStore } from "./queue/open.ts";
import { type Queue, queueOn } from "./queue/queue.ts";
import { newRunner, type Runner } from "./queue/runner.ts";

const manual: Manual = {
  name: "relay",
  purpose: "takes a container updater's notifications and hands each to the notify script.",
  usage: ["", "--retry-failed", "--healthcheck"],
  input:
    "POST /notify: a JSON object, or plain text; at most 1 MiB. It is in the queue before the answer 200,\n" +
    "then goes to the script's standard input: one at a time, in order of arrival, 30 s each.\n" +
    "GET /healthz and GET /metrics: counters, without the token, for they tell nothing of the messages.",
  variables: [
    ["NOTIFIER_PORT", "port, default 9388; 0 takes a free one"],
    ["NOTIFIER_HOST", "one address to listen on, default all (IPv4 and IPv6)"],
    [
      "NOTIFIER_TOKEN",
      "what each post must carry, as Bearer or as the password of Basic;\n" +
        "default none (or NOTIFIER_TOKEN_FILE); the script does not see it",
    ],
    ["NOTIFY_SCRIPT", "the script, default `notify` beside the relay; it has the relay's environment"],
    ["NOTIFIER_RETRIES", "how often a failed one is tried again by itself, default 0"],
    [
      "NOTIFIER_STATE_DIR",
      "folder of the queue; default $STATE_DIRECTORY, else /var/lib/updater\n" +
        "where that can be written, else memory",
    ],
    ["TZ", "time zone of the log"],
  ],
  options: [
    ["--retry-failed", "hand all failed ones back to the relay that runs on this machine"],
    ["--healthcheck", "ask the relay that runs on this machine for its health"],
  ],
  exits: [
    ["0", "stopped by SIGTERM or SIGINT; handed back; healthy"],
    ["1", "cannot listen, or another relay has the queue; no relay runs"],
    ["64", "wrong usage or configuration"],
  ],
  example: `relay &
curl -d 'Creating /admin-web' http://127.0.0.1:9388/notify`,
};

run(manual, (args) => {
  if (args.rest.length) throw new UsageError("Cannot run relay: it takes no arguments; see relay --help");
  const port = wholeNumber("NOTIFIER_PORT", { min: 0, max: 65_535, fallback: 9388 });
  const host = text("NOTIFIER_HOST");
  const token = secret("NOTIFIER_TOKEN");
  if (args.has("--healthcheck")) return checkHealth({ host, port, token });
  if (args.has("--retry-failed")) return retryFailed({ host, port, token });
  return relay({
    port,
    host,
    token,
    script: resolve(text("NOTIFY_SCRIPT") || join(dirname(process.execPath), "notify")),
    retries: wholeNumber("NOTIFIER_RETRIES", { min: 0, max: 1_000, fallback: 0 }),
    folder: queueFolder(text("NOTIFIER_STATE_DIR"), text("STATE_DIRECTORY")),
  });
});

type Settings = {
  port: number;
  host: string;
  token: string;
  script: string;
  retries: number;
  folder: string;
};

/** Milliseconds. A container engine kills 10 s after it has asked to stop, so less than that is left then. */
const timeout = 30_000;
const grace = 1_500;
const whenStopping = 8_000;

const accepted: Reply = { status: 200, body: { ok: true } };
const full: Reply = { status: 503, headers: { "retry-after": "30" }, body: { error: "the queue is full" } };
const notHere: Reply = { status: 403, body: { error: "only from the relay's own machine" } };

async function relay(settings: Settings): Promise<number> {
  const { port, host, token, script, retries, folder } = settings;
  const stopped = stopSignal();
  const journal = newJournal();
  const queue = queueOn(openStore(folder, journal.log));
  const env = inherited(["NOTIFIER_TOKEN", "NOTIFIER_TOKEN_FILE"]);
  const runner = newRunner(queue, {
    run: (stdin, stop) => runProgram({ file: script, env, stdin, timeout, grace, stop }),
    retries,
    journal,
  });
  const server = await serve(routes({ queue, runner, journal, token }), {
    port,
    host,
    onFault: (error) => journal.log("error", `Cannot answer: ${String(error)}`),
  });
  journal.log("info", `Listening on port ${server.port}`);
  if (!canRun(script)) journal.log("warn", `There is no program ${script}: set NOTIFY_SCRIPT`);
  runner.start();

  journal.log("info", `Stopping on ${await stopped}`);
  await Promise.all([server.stop(), runner.stop(whenStopping)]);
  const { kept, lost } = queue.close();
  if (kept) journal.log("info", `Kept in the queue: ${kept}`);
  if (lost) journal.log("error", `Lost, because they were in memory alone: ${lost}`);
  return 0;
}

type Parts = { queue: Queue; runner: Runner; journal: Journal; token: string };

function routes({ queue, runner, journal, token }: Parts): Route[] {
  const take = newIntake(queue, journal, runner.wake);
  const guard = tokenGuard(token);
  const counts = () => [queue.content(), journal.totals, queue.isDurable()] as const;
  return [
    {
      method: "POST",
      path: "/notify",
      admit: guard,
      serve: async ({ body }) => ((await take(readReceipt(body))) ? accepted : full),
    },
    {
      method: "POST",
      path: "/retry-failed",
      admit: (headers, peer) => (isLocal(peer) ? guard(headers) : notHere),
      serve: () => {
        const handedBack = queue.retryFailed();
        runner.wake();
        return { status: 200, body: { handedBack } };
      },
    },
    { method: "GET", path: "/healthz", serve: () => ({ status: 200, body: health(...counts()) }) },
    {
      method: "GET",
      path: "/metrics",
      serve: () => ({
        status: 200,
        headers: { "content-type": metricsType },
        body: renderMetrics(metrics(...counts())),
      }),
    },
  ];
}
