import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createSecureServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { TestContext } from "node:test";
// By name, so that the engine goes by the real clock where a test holds the one of the reloader.
import { setTimeout } from "node:timers";
import { folder } from "./folder.ts";

/** What a scripted engine answers to one request. */
export type EngineTurn = {
  status?: number;
  /** An object is sent as JSON. */
  body?: string | object;
  /** Milliseconds before the answer. */
  delay?: number;
  /** Cuts the connection instead. */
  reset?: boolean;
};

/** How it differs from Docker 25. */
export type EngineOptions = {
  /** Where it listens; a new socket file by default. */
  socket?: string;
  /** Listens on a TCP port instead, over TLS where there are options. */
  tcp?: boolean;
  tls?: ServerOptions;
  /** Header Api-Version of the ping; "" leaves it out. */
  version?: string;
  podman?: boolean;
  /** Header Date of one stream after the other, "" for none; the real time when there are no more. */
  dates?: string[];
  /** Containers that can be inspected: the `State` of each. */
  states?: Record<string, object>;
  /** Answers instead of the engine where it gives something. */
  answer?: (method: string, path: string) => EngineTurn | undefined;
};

/** An engine on a unix socket that does what a test tells it. */
export type ScriptedEngine = {
  /** What DOCKER_HOST holds. */
  host: string;
  socket: string;
  states: Record<string, object>;
  /** All requests, `GET /v1.44/events?...`, oldest first; queries decoded. */
  requests: string[];
  /** Those that change something, without the version. */
  actions: () => string[];
  /** How many streams of events are open. */
  streams: () => number;
  /** How many restarts ran at the same time at most. */
  overlap: () => number;
  /** Writes to every open stream. */
  write: (bytes: string | Buffer) => void;
  /** Writes an event, and keeps it for streams that ask for what was since a time. */
  emit: (line: string) => void;
  /** Ends every stream, in order or by a cut. */
  endStreams: () => void;
  cutStreams: () => void;
  /** Goes away with its socket file. */
  stop: () => Promise<void>;
};

/** Starts the engine; it ends with the test. */
export async function startEngine(t: TestContext, options: EngineOptions = {}): Promise<ScriptedEngine> {
  const { states = {} } = options;
  const socket = options.socket ?? join(folder(t), "engine.sock");
  const requests: string[] = [];
  const streams = new Set<ServerResponse>();
  const history: string[] = [];
  let running = 0;
  let overlap = 0;

  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url = "" } = request;
    requests.push(`${method} ${decodeURIComponent(url)}`);
    const path = url.replace(/^\/v[\d.]+/, "");
    const scripted = options.answer?.(method, path);
    if (scripted?.reset) return void response.socket?.destroy();
    const turn = scripted ?? usual(method, path, states);
    if (!scripted && path.startsWith("/events")) return listen(path, response);
    const isAction = method === "POST";
    if (isAction) overlap = Math.max(overlap, ++running);
    setTimeout(() => {
      if (isAction) running--;
      const isText = typeof turn.body === "string";
      response.writeHead(turn.status ?? 200, headersOf(options, path));
      response.end(turn.status === 204 ? "" : isText ? turn.body : JSON.stringify(turn.body ?? {}));
    }, turn.delay ?? 0).unref();
  };
  const listen = (path: string, response: ServerResponse) => {
    const date = options.dates?.shift();
    response.sendDate = date === undefined;
    response.writeHead(200, { "content-type": "application/json", ...(date && { date }) });
    response.flushHeaders();
    streams.add(response);
    const since = new URLSearchParams(path.split("?")[1]).get("since");
    const isRepeated = options.podman ? isAfter : isFrom;
    for (const line of history) if (since !== null && isRepeated(line, since)) response.write(line);
    response.on("close", () => streams.delete(response));
  };

  const write = (bytes: string | Buffer) => {
    for (const stream of streams) stream.write(bytes);
  };

  const server = options.tls ? createSecureServer(options.tls, serve) : createServer(serve);
  await new Promise<void>((resolve) => {
    if (options.tcp) server.listen(0, "127.0.0.1", resolve);
    else server.listen(socket, resolve);
  });
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  t.after(stop);
  return {
    host: options.tcp ? `tcp://127.0.0.1:${(server.address() as AddressInfo).port}` : `unix://${socket}`,
    socket,
    states,
    requests,
    actions: () =>
      requests.filter((line) => line.startsWith("POST")).map((line) => line.replace(/\/v[\d.]+/, "")),
    streams: () => streams.size,
    overlap: () => overlap,
    write,
    emit: (line) => {
      history.push(line);
      write(line);
    },
    endStreams: () => {
      for (const stream of streams) stream.end();
    },
    cutStreams: () => {
      for (const stream of streams) stream.socket?.destroy();
    },
    stop,
  };
}

function headersOf({ version = "1.44", podman }: EngineOptions, path: string): Record<string, string> {
  if (path !== "/_ping") return { "content-type": "application/json" };
  return { ...(version && { "api-version": version }), ...(podman && { "libpod-api-version": "4.9.3" }) };
}

function usual(method: string, path: string, states: Record<string, object>): EngineTurn {
  if (path === "/_ping") return { body: "OK" };
  if (method === "POST") return { status: 204 };
  const [, name = ""] = /^\/containers\/([^/]+)\/json$/.exec(path) ?? [];
  if (Object.hasOwn(states, name)) return { body: { Id: "0".repeat(64), State: states[name] } };
  return { status: 404, body: { message: `No such container: ${name}` } };
}

/** Docker takes `since` exactly, and in (moby, daemon/events/events.go: loadBufferedEvents). */
function isFrom(line: string, since: string): boolean {
  return timeOf(line) >= BigInt(since.replace(".", ""));
}

/** Podman takes it as a float, and out (podman, pkg/util/utils.go: ParseInputTime; Time.After). */
function isAfter(line: string, since: string): boolean {
  const whole = Math.trunc(Number(since));
  const rest = Math.trunc((Number(since) - whole) * 1e9);
  return timeOf(line) > BigInt(whole) * 1_000_000_000n + BigInt(rest);
}

function timeOf(line: string): bigint {
  return BigInt(/"timeNano":(\d+)/.exec(line)?.[1] ?? 0);
}

let counted = 1_732_100_000_123_456_789n;

/** The line in which Docker 25 says that a container was started; each is newer than the one before. */
export function started(name: string, changes: Record<string, unknown> = {}, id = "ab".repeat(32)): string {
  const nano = String(++counted);
  const attributes = { image: "registry.example.com/team/app:develop", name, maintainer: "team" };
  const message = JSON.stringify({
    status: "start",
    id,
    from: "registry.example.com/team/app:develop",
    Type: "container",
    Action: "start",
    Actor: { ID: id, Attributes: attributes },
    scope: "local",
    time: Number(nano.slice(0, 10)),
    timeNano: 0,
    ...changes,
  });
  return `${message.replace('"timeNano":0', `"timeNano":${nano}`)}\n`;
}
