import { createServer, type IncomingMessage, request as open, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { pipeline } from "node:stream";
import type { TestContext } from "node:test";

/** A forward proxy; `asked` holds what it was asked for, `CONNECT host:port` or `POST http://host/path`. */
export type Proxy = { origin: string; asked: string[] };

/** Starts a forward proxy for those who give `login`, `user:password` ("" for all); it ends with the test. */
export async function startProxy(t: TestContext, login = ""): Promise<Proxy> {
  const asked: string[] = [];
  const expected = `Basic ${Buffer.from(login).toString("base64")}`;
  const mayPass = ({ method, url, headers }: IncomingMessage) => {
    asked.push(`${method} ${url}`);
    return !login || headers["proxy-authorization"] === expected;
  };
  const server = createServer((request, response) => {
    if (mayPass(request)) forward(request, response);
    else response.writeHead(407, { "proxy-authenticate": "Basic" }).end("log in");
  });
  server.on("connect", (request, client: Socket) => {
    if (mayPass(request)) tunnel(request.url ?? "", client);
    else client.end("HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic\r\n\r\n");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** A request whose target is a whole address. An answer that is cut is cut here too. */
function forward(request: IncomingMessage, response: ServerResponse): void {
  const { method, url = "", headers } = request;
  // Without the agent of the process, which the test may have told to use this very proxy.
  const outgoing = open(url, { method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, response, () => {});
  });
  outgoing.on("error", () => response.destroy());
  request.pipe(outgoing);
}

function tunnel(address: string, client: Socket): void {
  const { hostname, port } = new URL(`http://${address}`);
  const target = connect(Number(port), hostname, () => client.write("HTTP/1.1 200 Connected\r\n\r\n"));
  pipeline(client, target, client, () => {}); // either end may leave first
}
