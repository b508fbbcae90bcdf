import type { IncomingMessage, ServerResponse } from "node:http";
import { readBody } from "./body.ts";

import { matchPath, type Reply, type Route } from "./route.ts";

/** How requests are answered. */
export type Answering = {
  /** Bytes of a request body; more is answered with 413. */
  bodyLimit: number;
  /** Told of a fault in a route, which the client sees as 500. */
  onFault: (error: unknown) => void;
};

/** Answers one request by the route table; a fault in a route becomes 500. */
export async function answer(
  routes: Route[],
  { bodyLimit, onFault }: Answering,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const reply = await decide(routes, bodyLimit, request);
    if (reply) send(response, reply);
  } catch (error) {
    onFault(error);
    send(response, { status: 500, body: { error: "internal error" } });
  }
}

/** The reply to a request, or null when the peer went away before its end. */
async function decide(routes: Route[], bodyLimit: number, request: IncomingMessage): Promise<Reply | null> {
  const { method = "GET", url = "/", headers } = request;
  const [path, query] = splitTarget(url);
  const matches = matchPath(routes, path);
  if (!matches.length) return { status: 404, body: { error: "no such path" } };
  // Who may GET may ask for the headers alone; Node leaves the body of the answer out.
  const match = matches.find(({ route }) => route.method === (method === "HEAD" ? "GET" : method));
  if (!match) return notAllowed(matches.map(({ route }) => route.method));
  const refusal = match.route.admit?.(headers, request.socket);
  if (refusal) return refusal;
  const body = await readBody(request, bodyLimit);
  // Destroyed already: what followed the body was no HTTP, so Content-Length lied and half may be missing.
  if (body === "cut off" || request.socket.destroyed) return null;
  if (body === "too large")
    return { status: 413, body: { error: `the body is longer than ${bodyLimit} bytes` } };
  return match.route.serve({ method, path, params: match.params, query, headers, body });
}

function splitTarget(url: string): [path: string, query: string] {
  // `http://relay:9388/notify` is a valid request target too (a proxy sends it so).
  const target = url.startsWith("/") ? url : url.replace(/^https?:\/\/[^/?]*/i, "");
  const mark = target.indexOf("?");
  return mark < 0 ? [target || "/", ""] : [target.slice(0, mark) || "/", target.slice(mark + 1)];
}

function notAllowed(methods: string[]): Reply {
  const all = methods.includes("GET") ? [...methods, "HEAD"] : methods;
  const allow = [...new Set(all)].join(", ");
  return { status: 405, headers: { allow }, body: { error: `only ${allow} is allowed here` } };
}

function send(response: ServerResponse, { status, headers, body = "", cut }: Reply): void {
  if (response.headersSent || response.destroyed) return;
  if (cut === "before") {
    response.socket?.resetAndDestroy();
    return;
  }
  const isText = typeof body === "string";
  const text = isText ? body : JSON.stringify(body);
  response.writeHead(status, {
    "content-type": isText ? "text/plain; charset=utf-8" : "application/json",
    "content-length": Buffer.byteLength(text),
    ...headers,
  });
  if (cut) response.write(text.slice(0, text.length / 2), () => response.destroy());
  else response.end(text);
}
