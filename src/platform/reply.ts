import type { Reply } from "../http/route.ts";
import { type Fault, replaces } from "./faults.ts";
import { newId } from "./platform.ts";
import { type Refusal, textOf } from "./refusal.ts";

/** A webhook's refusal is code and text; an API's names the log that support asks for, too. */
export type Style = "hook" | "api";

/** A reply of the platform. `X-Tt-Logid` is what its support asks for. */
export function say(body: object, status = 200, logId = newId("")): Reply {
  const headers = { "x-tt-logid": logId, "content-type": "application/json; charset=utf-8" };
  return { status, headers, body };
}

/** The reply to a request that is refused. */
export function sayRefusal({ status, code, msg, error }: Refusal, style: Style): Reply {
  if (style === "hook") return say({ code, data: {}, msg }, status);
  const logId = newId("");
  const troubleshooter = `https://open.feishu.cn/search?log_id=${logId}`;
  return say({ code, msg, error: { log_id: logId, troubleshooter, ...error } }, status, logId);
}

/** What the fault makes of a reply; `truth` is null when the request was not attended to. */
export function spoil(fault: Fault, truth: Reply | null, style: Style): Reply {
  const reply = truth && !replaces(fault) ? truth : fake(fault, style);
  return {
    ...reply,
    headers: { ...reply.headers, ...(reply.status === 429 && rateHeaders), ...fault.headers },
    ...(fault.reset && { cut: fault.reset }),
  };
}

/** The gateway's refusal of too many requests. */
const gatewayRate = 99991400;

/** The platform's gateway says how many requests are allowed, and in how many seconds again. */
const rateHeaders = { "x-ogw-ratelimit-limit": "50", "x-ogw-ratelimit-reset": "1" };

function fake({ code, msg, httpStatus, body }: Fault, style: Style): Reply {
  if (body !== undefined) return { status: httpStatus ?? 200, body };
  if (code === undefined) return gatewayPage(httpStatus ?? 502);
  const status = httpStatus ?? usualStatus(code, style);
  return sayRefusal(
    { refused: true, status, code, msg: msg ?? textOf(code) ?? "a fault that was asked for" },
    style,
  );
}

function usualStatus(code: number, style: Style): number {
  if (code === gatewayRate) return 429;
  return style === "hook" ? 200 : 400;
}

/** What stands between the platform and its callers answers in HTML. */
function gatewayPage(status: number): Reply {
  const body = `<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>`;
  return { status, headers: { "content-type": "text/html" }, body };
}
