import type { Reply, Route } from "../http/route.ts";
import { parseObject } from "../json/parse.ts";
import { answer, type Tell } from "./answer.ts";
import { clearChat } from "./chat.ts";
import { endpoints } from "./endpoints.ts";
import { readFault } from "./faults.ts";
import type { Platform } from "./platform.ts";

/** The platform's own addresses, and those by which it is watched and disturbed. */
export function platformRoutes(platform: Platform, tell: Tell = () => {}): Route[] {
  const { chat, faults, tokens } = platform;
  return [
    ...endpoints.map(
      (endpoint): Route => ({
        method: "POST",
        path: endpoint.path,
        serve: (request) => answer(platform, endpoint, request, tell),
      }),
    ),
    { method: "GET", path: "/messages", serve: () => ({ status: 200, body: chat.arrivals }) },
    { method: "DELETE", path: "/messages", serve: () => done(() => clearChat(chat)) },
    { method: "GET", path: "/refusals", serve: () => ({ status: 200, body: chat.refusals }) },
    { method: "GET", path: "/faults", serve: () => ({ status: 200, body: faults }) },
    { method: "POST", path: "/faults", serve: ({ body }) => addFault(platform, body) },
    { method: "DELETE", path: "/faults", serve: () => done(() => faults.splice(0)) },
    { method: "DELETE", path: "/tokens", serve: () => done(() => tokens.splice(0)) },
  ];
}

function addFault({ faults }: Platform, body: Buffer): Reply {
  const asked = parseObject(body.toString("utf8"));
  const fault = asked ? readFault(asked) : "it is not a JSON object";
  if (typeof fault === "string") return { status: 400, body: { error: `Cannot add the fault: ${fault}` } };
  faults.push(fault);
  return { status: 201, body: fault };
}

function done(action: () => void): Reply {
  action();
  return { status: 200, body: { ok: true } };
}
