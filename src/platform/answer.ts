import { setTimeout as sleep } from "node:timers/promises";
import type { Reply, Request } from "../http/route.ts";
import { parseObject } from "../json/parse.ts";
import { readString } from "../json/read.ts";
import { addArrival, addRefusal, type Sighting } from "./chat.ts";
import type { Endpoint } from "./endpoints.ts";
import { type Fault, takeFault } from "./faults.ts";
import type { Platform } from "./platform.ts";
import { isRefusal } from "./refusal.ts";
import { say, sayRefusal, spoil } from "./reply.ts";

/** Told of every request to the platform, in one line without secrets. */
export type Tell = (level: "info" | "warn", line: string) => void;

/** A request on its way through the platform. */
type Visit = { platform: Platform; endpoint: Endpoint; request: Request; sighting: Sighting; tell: Tell };

/** Answers a request as the platform does, or as the fault that is due makes it. */
export async function answer(
  platform: Platform,
  endpoint: Endpoint,
  request: Request,
  tell: Tell,
): Promise<Reply> {
  const visit: Visit = { platform, endpoint, request, sighting: sight(endpoint, request), tell };
  const fault = takeFault(platform.faults, request.path);
  if (!fault) return attend(visit);
  const truth = fault.delivered ? attend(visit) : null;
  const reply = spoil(fault, truth, endpoint.style);
  if (!truth) noteFault(visit, fault, reply);
  // A stalled reply must not keep a process alive that wants to end.
  await sleep(fault.delayMs, undefined, { ref: false });
  return reply;
}

/** Judges the request, writes down what became of it, and gives the reply. */
function attend({ platform, endpoint, request, sighting, tell }: Visit): Reply {
  const verdict = endpoint.judge(platform, request);
  if (isRefusal(verdict)) {
    const { status, code, msg } = verdict;
    addRefusal(platform.chat, platform.now(), { ...sighting, status, code, reason: msg });
    tell("warn", `refused ${describe(sighting)}: ${code} ${msg}`);
    return sayRefusal(verdict, endpoint.style);
  }
  const { reply, shown } = verdict;
  if (shown) addArrival(platform.chat, platform.now(), { ...sighting, ...shown });
  tell("info", `${shown ? "received" : "answered"} ${describe(sighting)}`);
  return say(reply);
}

function noteFault({ platform, sighting, tell }: Visit, { code = 0 }: Fault, { status, cut }: Reply): void {
  const reason = cut ? `connection cut ${cut} the reply, as asked for` : "a fault that was asked for";
  addRefusal(platform.chat, platform.now(), { ...sighting, status: cut ? 0 : status, code, reason });
  tell("warn", `spoiled ${describe(sighting)}: ${reason}`);
}

function sight({ kind, to }: Endpoint, request: Request): Sighting {
  const body = parseObject(request.body.toString("utf8")) ?? {};
  return {
    kind,
    to: to(request, body),
    msgType: readString(body, "msg_type"),
    bytes: request.body.length,
    signed: kind === "webhook" && readString(body, "sign") !== "",
  };
}

function describe({ kind, to, msgType, bytes }: Sighting): string {
  return `${[kind, msgType, to && `for ${to}`].filter(Boolean).join(" ")} (${bytes} bytes)`;
}
