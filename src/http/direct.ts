import type { Socket } from "node:net";
import type { Call, Exchange } from "./call.ts";
import { reasonOf } from "./reason.ts";
import { parseAnswer } from "./wire.ts";

/**
 * One exchange on a connection of its own, on node:net and node:tls alone. A process that is started for
 * every event feels what it loads: node:http's client is a good half of what such a process costs.
 */
export const exchangeDirectly: Exchange = (target, request, limit, { sent, answered, broken }) => {
  const bytes = requestBytes(target, request);
  const isSecure = target.protocol === "https:";
  const socket = isSecure ? connectSecurely(target) : connect(target);
  let received: Buffer = Buffer.alloc(0);
  const read = (isWhole: boolean) => {
    const answer = parseAnswer(received, isWhole, limit);
    if (typeof answer === "object") answered(answer);
    else if (answer === "malformed") broken("the peer does not speak HTTP/1.1");
    else if (isWhole) broken("the connection ended in the middle of the answer");
    else if (received.length > 4 * limit) broken("the answer does not end");
  };
  socket.once(isSecure ? "secureConnect" : "connect", sent);
  socket.on("data", (chunk) => {
    received = received.length ? Buffer.concat([received, chunk]) : chunk;
    read(false);
  });
  socket.on("end", () => read(true));
  socket.on("error", (error) => broken(reasonOf(error)));
  socket.write(bytes);
  return () => socket.destroy();
};

function connect({ hostname, port }: URL): Socket {
  return process.getBuiltinModule("node:net").connect({ host: bare(hostname), port: Number(port || 80) });
}

function connectSecurely({ hostname, port }: URL): Socket {
  const host = bare(hostname);
  // The name is for servers of many names; an address, of which URLs know two forms, is none (RFC 6066).
  const name = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
  return process
    .getBuiltinModule("node:tls")
    .connect({ host, port: Number(port || 443), ALPNProtocols: ["http/1.1"], ...name });
}

function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "");
}

function requestBytes(target: URL, { method, headers = {}, body = "" }: Call): Buffer {
  const { username, host, pathname, search } = target;
  const all = Object.entries({
    host,
    ...(username && { authorization: basic(target) }),
    ...headers,
    ...(method !== "GET" && { "content-length": String(Buffer.byteLength(body)) }),
    connection: "close",
  });
  // A line break in a value would end the header.
  if (all.some((pair) => /[^\t -~]/.test(pair.join("")))) throw new TypeError("a header is not plain ASCII");
  const lines = [`${method} ${pathname}${search} HTTP/1.1`, ...all.map((pair) => pair.join(": "))];
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${body}`);
}

function basic({ username, password }: URL): string {
  const user = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(user).toString("base64")}`;
}
