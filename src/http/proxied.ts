import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { Exchange } from "./call.ts";
import { reasonOf } from "./reason.ts";

/** One exchange through the proxy of the environment, which Node's own client knows how to use. */
export const exchangeByProxy: Exchange = (target, request, limit, { sent, answered, broken }) => {
  const { method, headers = {}, body = "" } = request;
  // Not by `import()`, which would load Node's module loader too: 23 ms for node:http instead of 3.
  const http = process.getBuiltinModule("node:http");
  http.setGlobalProxyFromEnv();
  const { request: open } = target.protocol === "https:" ? process.getBuiltinModule("node:https") : http;
  const length = method === "GET" ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const outgoing = open(target, { method, headers: { ...headers, ...length } });
  outgoing.on("socket", (socket: Socket) => onceReady(socket, sent));
  outgoing.on("error", (error) => broken(reasonOf(error)));
  outgoing.on("response", (response) => {
    const { statusCode: status = 0, headers: received } = response;
    readText(response, limit).then(
      (text) => answered({ status, headers: received, text }),
      () => broken("the connection ended in the middle of the answer"),
    );
  });
  outgoing.end(body);
  return () => outgoing.destroy();
};

/** Calls back when the request's bytes start to flow: after connecting and, on https, the handshake. */
function onceReady(socket: Socket, ready: () => void): void {
  // A socket that was used before, or that leads through a tunnel, comes with its handshake done.
  if (socket.connecting) socket.once("encrypted" in socket ? "secureConnect" : "connect", ready);
  else ready();
}

async function readText(response: IncomingMessage, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= limit) break;
  }
  return Buffer.concat(chunks).subarray(0, limit).toString("utf8");
}
