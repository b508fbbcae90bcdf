import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Answering, answer } from "./answer.ts";
import type { Route } from "./route.ts";

/** Where to listen and what to bear. */
export type ServeOptions = Partial<Answering> & {
  port: number;
  /** One address; all interfaces, IPv4 and IPv6, when empty. */
  host?: string;
};

/** A server that listens. */
export type Serving = {
  port: number;
  /** Stops accepting, lets requests in flight end for up to `grace` milliseconds, then cuts them. */
  stop: (grace?: number) => Promise<void>;
};

const mebibyte = 1024 * 1024;

/**
 * Serves the route table: 404 for a path that no route has, 405 for a method. Rejects with one clear
 * line when the port cannot be listened on.
 */
export async function serve(routes: Route[], options: ServeOptions): Promise<Serving> {
  const { bodyLimit = mebibyte, onFault = () => {} } = options;
  const server = createServer(
    // Node's own defaults (60 s, 300 s, looked at every 30 s) let a slow peer hold a connection for minutes.
    {
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 5_000,
    },
    (request, response) => void answer(routes, { bodyLimit, onFault }, request, response),
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
  });
}
