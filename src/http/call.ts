import type { ClientRequest, IncomingHttpHeaders, IncomingMessage, RequestOptions } from "node:http";
import type { Socket } from "node:net";

/** One HTTP exchange to make. */
export type Call = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** Milliseconds for connect, headers and body together. */
  timeout: number;
  /** Go through the proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name. */
  proxy?: boolean;
};

/** What the peer answered; `text` holds at most 64 KiB of the body. */
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/**
 * The exchange broke. `sent` is false when not one byte of the request can have reached the peer, so
 * trying again cannot do anything twice. The message names host and port at most, never the path.
 */
export class CallError extends Error {
  readonly sent: boolean;
  constructor(message: string, sent: boolean) {
    super(message);
    this.sent = sent;
  }
}

const replyLimit = 64 * 1024;

/** Makes the exchange and resolves with the answer, whatever its status. Redirects are not followed. Throws CallError. */
export async function call({
  method,
  url,
  headers = {},
  body = "",
  timeout,
  proxy = false,
}: Call): Promise<Answer> {
  const target = readUrl(url);
  // Modules are loaded here because they are most of a short process's start-up: node:http costs
  // about 9 ms and node:https another 7.
  const http = await import("node:http");
  if (proxy) http.setGlobalProxyFromEnv();
  const { request } = target.protocol === "https:" ? await import("node:https") : http;
  const options: RequestOptions = {
    method,
    headers: { ...headers, ...(method !== "GET" && { "content-length": String(Buffer.byteLength(body)) }) },
    ...(!proxy && { agent: false }),
  };
  return exchange(request(target, options), body, timeout);
}

function readUrl(url: string): URL {
  const target = URL.parse(url);
  if (target && /^https?:$/.test(target.protocol)) return target;
  throw new CallError("the address is not an http or https URL", false);
}

function exchange(request: ClientRequest, body: string, timeout: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let sent = false;
    const broken = (reason: string) => {
      clearTimeout(timer);
      request.destroy();
      reject(new CallError(reason, sent));
    };
    const timer = setTimeout(() => broken(`no answer within ${timeout / 1000} s`), timeout);
    request.on("socket", (socket: Socket) =>
      onceReady(socket, () => {
        sent = true;
      }),
    );
    request.on("error", (error: NodeJS.ErrnoException) => broken(reasonOf(error)));
    request.on("response", (response) => {
      readText(response).then(
        (text) => {
          clearTimeout(timer);
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
        },
        () => broken("the connection broke in the middle of the answer"),
      );
    });
    request.end(body);
  });
}

/** Calls back when the request's bytes start to flow: after connecting and, on https, the handshake. */
function onceReady(socket: Socket, ready: () => void): void {
  const ends = "encrypted" in socket ? "secureConnect" : "connect";
  if (socket.connecting || ends === "secureConnect") socket.once(ends, ready);
  else ready();
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > replyLimit) break;
  }
  return Buffer.concat(chunks).subarray(0, replyLimit).toString("utf8");
}

function reasonOf(error: NodeJS.ErrnoException & { errors?: Error[] }): string {
  // A name with several addresses fails with an AggregateError whose own message is empty.
  return error.message || error.errors?.[0]?.message || error.code || "the connection failed";
}
