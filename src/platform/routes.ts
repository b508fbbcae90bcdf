import { setTimeout as sleep } from "node:timers/promises";
import type { Reply, Request, Route } from "../http/route.ts";
import { parseObject } from "../json/parse.ts";
import { readString } from "../json/read.ts";
import { addArrival, addRefusal, clearChat, type Sighting } from "./chat.ts";
import { type Endpoint, endpoints } from "./endpoints.ts";
import { type Fault, readFault, takeFault } from "./faults.ts";
import type { Platform } from "./platform.ts";
import { isRefusal } from "./refusal.ts";
import { say, sayRefusal, spoil } from "./reply.ts";

/** Told of every request to the platform, in one line without secrets. */
export type Tell = (level: "info" | "warn", line: string) => void;

/** The platform's own addresses, and those by which it is watched and disturbed. */
export function platformRoutes(platform: Platform, tell: Tell = () => {}): Route[] {
  return [
    ...endpoints.map(
      (endpoint): Route => ({
        method: "POST",
        path: endpoint.path,
        serve: (request) => answer(platform, endpoint, request, tell),
      }),
    ),
    { method: "GET", path: "/messages", serve: () => ({ status: 200, body: platform.chat.arrivals }) },
    { method: "DELETE", path: "/messages", serve: () => done(() => clearChat(platform.chat)) },
    { method: "GET", path: "/refusals", serve: () => ({ status: 200, body: platform.chat.refusals }) },
    { method: "GET", path: "/faults", serve: () => ({ status: 200, body: platform.faults }) },
    { method: "POST", path: "/faults", serve: ({ body }) => addFault(platform, body) },
    { method: "DELETE", path: "/faults", serve: () => done(() => platform.faults.splice(0)) },
    { method: "DELETE", path: "/tokens", serve: () => done(() => platform.tokens.splice(0)) },
  ];
}

async function answer(platform: Platform, endpoint: Endpoint, request: Request, tell: Tell): Promise<Reply> {
  const fault = takeFault(platform.faults, request.path);
  const sighting = sight(platform, endpoint, request);
  if (!fault) return attend(platform, endpoint, request, sighting, tell);
  const truth = fault.delivered ? attend(platform, endpoint, request, sighting, tell) : null;
  const reply = spoil(fault, truth, endpoint.style);
  if (!truth) noteFault(platform, sighting, fault, reply.status, tell);
  await sleep(fault.delayMs, undefined, { ref: false });
  return reply;
}

/** Judges the request, writes down what became of it, and gives the reply. */
function attend(
  platform: Platform,
  endpoint: Endpoint,
  request: Request,
  sighting: Sighting,
  tell: Tell,
): Reply {
  const verdict = endpoint.judge(platform, request);
  if (isRefusal(verdict)) {
    const { status, code, msg } = verdict;
    addRefusal(platform.chat, platform.now(), { ...sighting, status, code, reason: msg });
    tell("warn", `refused ${line(sighting)}: ${code} ${msg}`);
    return sayRefusal(verdict, endpoint.style);
  }
  const { reply, shown } = verdict;
  if (shown) addArrival(platform.chat, platform.now(), { ...sighting, ...shown });
  tell("info", shown ? `received ${line(sighting)}` : `answered ${line(sighting)}`);
  return say(reply);
}

function noteFault(platform: Platform, sighting: Sighting, fault: Fault, status: number, tell: Tell): void {
  const reason = fault.reset
    ? `connection cut ${fault.reset} the reply, as asked for`
    : "a fault that was asked for";
  addRefusal(platform.chat, platform.now(), { ...sighting, status, code: fault.code ?? 0, reason });
  tell("warn", `spoiled ${line(sighting)}: ${reason}`);
}

function sight({ settings }: Platform, { kind, to }: Endpoint, request: Request): Sighting {
  const body = parseObject(request.body.toString("utf8")) ?? {};
  const signed = kind === "webhook" && Boolean(settings.secret);
  return {
    kind,
    to: to(request, body),
    msgType: readString(body, "msg_type"),
    bytes: request.body.length,
    signed,
  };
}

function line({ kind, to, msgType, bytes }: Sighting): string {
  return `${[kind, msgType, to && `for ${to}`].filter(Boolean).join(" ")} (${bytes} bytes)`;
}

function addFault(platform: Platform, body: Buffer): Reply {
  const asked = parseObject(body.toString("utf8"));
  const fault = asked ? readFault(asked) : "a fault is a JSON object";
  if (typeof fault === "string") return { status: 400, body: { error: `Cannot add the fault: ${fault}` } };
  platform.faults.push(fault);
  return { status: 201, body: fault };
}

function done(action: () => void): Reply {
  action();
  return { status: 200, body: { ok: true } };
}
