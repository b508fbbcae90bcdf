// reloader: the start of a front end's container → the web server's container restarted.
import type { Arguments } from "./cli/arguments.ts";
import { flag, text, wholeNumber } from "./cli/env.ts";
import { log } from "./cli/log.ts";
import type { Manual } from "./cli/manual.ts";
import { fail, print } from "./cli/print.ts";
import { run } from "./cli/run.ts";
import { stopSignal } from "./cli/signals.ts";
import { UsageError } from "./cli/usage.ts";
import { newReloads } from "./commands/reload.ts";
import { readAddress } from "./docker/address.ts";
import { readCertificates } from "./docker/certificates.ts";
import { type Engine, newEngine } from "./docker/engine.ts";
import { follow, usualRhythm } from "./docker/follow.ts";
import { newBrake } from "./reload/brake.ts";
import { gather } from "./reload/gather.ts";
import { type Plan, planOf } from "./reload/plan.ts";
import { newSeen } from "./reload/seen.ts";
import { readStart, type Start } from "./reload/start.ts";

const manual: Manual = {
  name: "reloader",
  purpose: "restarts the web server's container whenever a front end's container was started.",
  usage: ["--watch <container> --web-server <container>", "--healthcheck"],
  input: "the container engine's events: Docker 20.10 and newer, Podman 4 and newer",
  variables: [
    ["RELOADER_FRONTENDS", "names of the watched containers, with commas between; required"],
    ["RELOADER_WEB_SERVER", "name of the container that is restarted; required"],
    ["RELOADER_STOP_TIMEOUT", "seconds that it gets to stop, default 10"],
    ["RELOADER_GIVE_UP", "seconds without an engine until exit code 1, default 600; 0 is never"],
    ["RELOADER_CATCH_UP", "1: also look at the start whether a front end is newer than the web server"],
    [
      "RELOADER_DEBOUNCE",
      "<min>:<max> like 500ms:2s, default none: starts that are less than <min>\napart restart once, after <max> in any case",
    ],
    ["RELOADER_SIGNAL", "signal like HUP that is sent instead of restarting"],
    ["RELOADER_WAIT_HEALTHY", "1: first wait, up to 60 s, until the front end is healthy"],
    [
      "RELOADER_BRAKE",
      "<starts>:<time> like 3:10m, default none: more starts of the very same\ncontainer in this time are a crash loop and restart nothing",
    ],
    ["DOCKER_HOST", "unix:///path or tcp://host:port, default unix:///var/run/docker.sock"],
    ["DOCKER_TLS_VERIFY", "1: tcp over TLS, with ca.pem, cert.pem and key.pem of DOCKER_CERT_PATH"],
    ["DOCKER_CERT_PATH", "folder of these, default /certs; the executable can read nothing but /certs"],
    ["DOCKER_API_VERSION", "version of the Engine API, default the newest that both sides know"],
    ["TZ", "time zone of the log"],
  ],
  options: [
    ["--watch <container>", "like RELOADER_FRONTENDS; can be given several times"],
    ["--web-server <container>", "like RELOADER_WEB_SERVER"],
    ["--healthcheck", "check the configuration and ask the engine whether it is there"],
  ],
  exits: [
    ["0", "stopped by SIGTERM or SIGINT; healthy"],
    ["1", "no engine for too long; unhealthy"],
    ["64", "wrong usage or configuration"],
  ],
  example: "reloader --watch admin-web --watch shop-web --web-server nginx",
};

run(manual, (args) => {
  const stopped = stopSignal();
  if (args.rest.length)
    throw new UsageError("Cannot run reloader: it takes no arguments; see reloader --help");
  const settings = {
    stopped,
    plan: readPlan(args),
    engine: readEngine(),
    stopTimeout: wholeNumber("RELOADER_STOP_TIMEOUT", { min: 0, max: 3_600, fallback: 10 }),
    giveUp: wholeNumber("RELOADER_GIVE_UP", { min: 0, max: 86_400, fallback: 600 }),
    catchesUp: flag("RELOADER_CATCH_UP"),
    healthy: flag("RELOADER_WAIT_HEALTHY") ? 60_000 : 0,
  };
  return args.has("--healthcheck") ? checkHealth(settings.engine) : reloader(settings);
});

function readPlan(args: Arguments): Plan {
  const watched = args.values("--watch");
  const plan = planOf({
    frontEnds: (watched.length ? watched : [text("RELOADER_FRONTENDS")]).join(",").split(","),
    webServer: args.values("--web-server").at(-1) ?? text("RELOADER_WEB_SERVER"),
    debounce: text("RELOADER_DEBOUNCE"),
    signal: text("RELOADER_SIGNAL"),
    brake: text("RELOADER_BRAKE"),
  });
  if ("fault" in plan) throw new UsageError(`Cannot run reloader: ${plan.fault}`);
  return plan;
}

function readEngine(): Engine {
  const folder = text("DOCKER_CERT_PATH");
  const wantsTls = text("DOCKER_TLS_VERIFY") !== "" || folder !== "";
  const address = readAddress(text("DOCKER_HOST"), wantsTls);
  const version = text("DOCKER_API_VERSION");
  if (version && !/^\d+\.\d+$/.test(version))
    throw new UsageError("Cannot use DOCKER_API_VERSION: it is no version like 1.44");
  const isKnown = address.isSecure && wantsTls;
  return newEngine(
    { address, ...(isKnown && { certificates: readCertificates(folder || "/certs") }) },
    version,
  );
}

async function checkHealth(engine: Engine): Promise<number> {
  try {
    await engine.ping();
    print(`Healthy: ${engine.name()}`);
    return 0;
  } catch (error) {
    return fail(`Cannot reach the engine: ${(error as Error).message}`);
  }
}

type Settings = {
  stopped: Promise<NodeJS.Signals>;
  plan: Plan;
  engine: Engine;
  stopTimeout: number;
  giveUp: number;
  catchesUp: boolean;
  healthy: number;
};

/** Milliseconds in which an engine has repeated its events, and what is gathered is done: what then is missing was missed. */
const settlingOf = ({ debounce }: Plan) => 500 + (debounce?.max ?? 0);

async function reloader({
  stopped,
  plan,
  engine,
  stopTimeout,
  giveUp,
  catchesUp,
  healthy,
}: Settings): Promise<number> {
  const stop = new AbortController();
  const reloads = newReloads({ engine, plan, stopTimeout, healthy, log });
  const seen = newSeen();
  const take = filtered(
    plan,
    plan.debounce ? gather(plan.debounce, reloads.follow) : (start) => reloads.follow([start]),
  );
  const following = follow(engine, {
    containers: plan.frontEnds,
    last: seen.newest,
    opened: (isAgain) => {
      log("info", `Watching ${plan.frontEnds.join(", ")} for ${plan.webServer}: ${engine.name()}`);
      if (isAgain || catchesUp) setTimeout(reloads.catchUp, settlingOf(plan));
    },
    line: (line) => {
      const start = readStart(line);
      if (start && plan.frontEnds.includes(start.name) && seen.isNew(start)) take(start);
    },
    trouble: (line) => log("warn", line),
    rhythm: { ...usualRhythm, giveUp: giveUp * 1000 },
    stop: stop.signal,
  });
  const signal = await Promise.race([stopped, following]);
  stop.abort();
  if (!signal) return fail(`Cannot run reloader: no engine for ${giveUp} s`);
  const waiting = reloads.waiting();
  log("info", `Stopping on ${signal}${waiting ? `; not made: ${waiting}` : ""}`);
  return 0;
}

/** Lets through what the brake lets through. */
function filtered({ brake }: Plan, take: (start: Start) => void): (start: Start) => void {
  if (!brake) return take;
  const judge = newBrake(brake);
  return (start) => {
    const judgement = judge(start);
    if (judgement === "go") return take(start);
    if (judgement === "loop")
      log("warn", `${start.name} starts again and again: nothing is restarted for it`);
  };
}
