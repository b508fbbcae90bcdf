import { createServer, type ServerResponse } from "node:http";
import { createServer as createSecureServer, type ServerOptions } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { pipeline } from "node:stream";
import type { TestContext } from "node:test";

/** What a scripted peer does with one request. */
export type Turn = {
  status?: number;
  headers?: Record<string, string>;
  /** The body; an object is sent as JSON. */
  body?: string | object;
  /** Instead of, or in the middle of, the reply: say no more, or cut the connection. */
  fault?: "stall" | "stall in the body" | "reset" | "reset in the body";
};

/** A request as it arrived. */
export type Arrived = { method: string; target: string; headers: Record<string, unknown>; body: string };

export type Peer = { port: number; origin: string; requests: Arrived[]; stop: () => void };

export type PeerOptions = { port?: number; tls?: ServerOptions };

/** Starts a real HTTP server that plays `turns` in order and repeats the last one; it ends with the test. */
export async function startPeer(t: TestContext, turns: Turn[], options: PeerOptions = {}): Promise<Peer> {
  const requests: Arrived[] = [];
  const server = options.tls ? createSecureServer(options.tls) : createServer();
  server.on("request", async (request, response) => {
    const turn = turns[Math.min(requests.length, turns.length - 1)] ?? {};
    const { method = "", url: target = "", headers } = request;
    const arrived = { method, target, headers, body: "" };
    requests.push(arrived);
    for await (const chunk of request) arrived.body += chunk;
    play(turn, response);
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  t.after(stop);
  const { port } = server.address() as AddressInfo;
  return { port, origin: `${options.tls ? "https" : "http"}://127.0.0.1:${port}`, requests, stop };
}

function play({ status = 200, headers = {}, body = "", fault }: Turn, response: ServerResponse): void {
  if (fault === "stall") return;
  if (fault === "reset") return void response.socket?.resetAndDestroy();
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const length = Buffer.byteLength(text) + (fault ? 1 : 0);
  response.writeHead(status, { "content-length": length, ...headers });
  response.write(text, () => {
    if (fault === "reset in the body") response.socket?.resetAndDestroy();
    else if (!fault) response.end();
  });
}

/** A proxy that takes every CONNECT to the same port of this machine; `asked` holds the first lines that came. */
export async function startTunnel(
  t: TestContext,
  port: number,
): Promise<{ origin: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer();
  server.on("connect", (request, client: Socket) => {
    asked.push(`${request.method} ${request.url} HTTP/${request.httpVersion}`);
    const target = connect(port, "127.0.0.1", () => client.write("HTTP/1.1 200 Connected\r\n\r\n"));
    pipeline(client, target, client, () => {}); // either end may leave first
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => void server.close());
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** A port of this machine on which nobody listens. */
export async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
