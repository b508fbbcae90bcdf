import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { readBody } from "./body.ts";
import { matchPath, type Reply, type Request, type Route } from "./route.ts";

/** Where to listen and what to bear. */
export type ServeOptions = {
  port: number;
  /** One address; all interfaces, IPv4 and IPv6, when empty. */
  host?: string;
  /** Bytes of a request body; more is answered with 413. */
  bodyLimit?: number;
  /** Told of a fault in a route, which the client sees as 500. */
  onFault?: (error: unknown) => void;
};

/** A server that listens. */
export type Serving = {
  port: number;
  /** Stops accepting, lets requests in flight end for up to `grace` milliseconds, then cuts them. */
  stop: (grace?: number) => Promise<void>;
};

const mebibyte = 1024 * 1024;

/** Serves the route table. Rejects with one clear line when the port cannot be listened on. */
export async function serve(routes: Route[], options: ServeOptions): Promise<Serving> {
  const server = createServer(
    // Node's own defaults (60 s, 300 s, looked at every 30 s) let a slow peer hold a connection for minutes.
    {
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 5_000,
    },
    (request, response) => void answer(routes, options, request, response),
  );
  server.maxConnections = 256;
  await listen(server, options);
  const { port } = server.address() as AddressInfo;
  return { port, stop: (grace = 2_000) => stop(server, grace) };
}

function listen(server: Server, { port, host }: ServeOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      const states: Record<string, string> = {
        EADDRINUSE: "it is already in use",
        EACCES: "this user may not",
        EADDRNOTAVAIL: `this machine has no address ${host}`,
        ENOTFOUND: `there is no host ${host}`,
      };
      reject(new Error(`Cannot listen on port ${port}: ${states[error.code ?? ""] ?? error.message}`));
    });
    server.listen({ port, ...(host && { host }) }, resolve);
  });
}

function stop(server: Server, grace: number): Promise<void> {
  return new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearTimeout(cut);
      resolve();
    });
    server.closeIdleConnections();
  });
}

async function answer(
  routes: Route[],
  options: ServeOptions,
  request: IncomingMessage,
  response: ServerResponse,
) {
  try {
    const reply = await decide(routes, options.bodyLimit ?? mebibyte, request);
    if (reply) send(response, reply);
  } catch (error) {
    options.onFault?.(error);
    send(response, { status: 500, body: { error: "internal error" } });
  }
}

/** The reply to a request, or null when the peer went away before its end. */
async function decide(routes: Route[], bodyLimit: number, request: IncomingMessage): Promise<Reply | null> {
  const { method = "GET", url = "/", headers } = request;
  const [path = "/", query = ""] = splitTarget(url);
  const matches = matchPath(routes, path);
  if (!matches.length) return { status: 404, body: { error: "no such path" } };
  const match = matches.find(({ route }) => route.method === method);
  if (!match) return notAllowed(matches.map(({ route }) => route.method));
  const refusal = match.route.admit?.(headers);
  if (refusal) return refusal;
  const body = await readBody(request, bodyLimit);
  if (body === "cut off") return null;
  if (body === "too large") return tooLarge(bodyLimit);
  return match.route.serve({
    method,
    path,
    params: match.params,
    query,
    headers,
    body,
  } satisfies Request);
}

function splitTarget(url: string): string[] {
  // `http://relay:9388/notify` is a valid request target too (a proxy sends it so).
  const [target = ""] = url.replace(/^https?:\/\/[^/?]*/i, "").split("#");
  const [path = "", ...query] = target.split("?");
  return [path || "/", query.join("?")];
}

function notAllowed(methods: string[]): Reply {
  const allow = [...new Set(methods)].join(", ");
  return { status: 405, headers: { allow }, body: { error: `only ${allow} is allowed here` } };
}

function tooLarge(limit: number): Reply {
  // The rest of the body is unread, so the connection cannot be used again.
  return {
    status: 413,
    headers: { connection: "close" },
    body: { error: `the body is longer than ${limit} bytes` },
  };
}

function send(response: ServerResponse, { status, headers, body = "" }: Reply): void {
  if (response.headersSent || response.destroyed) return;
  const isText = typeof body === "string";
  const text = isText ? body : JSON.stringify(body);
  response.writeHead(status, {
    "content-type": isText ? "text/plain; charset=utf-8" : "application/json",
    "content-length": Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}
