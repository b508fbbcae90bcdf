import assert from "node:assert/strict";
import { request } from "node:http";
import { test } from "node:test";
import { onlyLocal } from "../../src/http/local.ts";
import { serve } from "../../src/http/serve.ts";

const rows: [why: string, headers: Record<string, string>, status: number][] = [
  ["a loopback address", { host: "127.0.0.1" }, 200],
  ["a loopback address with a port", { host: "127.0.0.1:9389" }, 200],
  ["another loopback address", { host: "127.1.2.3:80" }, 200],
  ["the loopback address of IPv6", { host: "[::1]:9389" }, 200],
  ["localhost", { host: "localhost:9389" }, 200],
  ["localhost in capital letters", { host: "LOCALHOST" }, 200],
  ["the server's own page", { host: "localhost:9389", origin: "http://localhost:9389" }, 200],
  ["a name that resolves to this machine", { host: "evil.example:9389" }, 403],
  ["a name that begins like localhost", { host: "localhost.evil.example" }, 403],
  ["a name that begins like an address", { host: "127.0.0.1.evil.example" }, 403],
  ["an address of the network", { host: "192.168.0.1:9389" }, 403],
  ["another web page", { host: "localhost:9389", origin: "http://evil.example" }, 403],
  ["a page of another port", { host: "localhost:9389", origin: "http://localhost:8080" }, 403],
  ["a page without an origin", { host: "localhost:9389", origin: "null" }, 403],
];

for (const [why, headers, expected] of rows) {
  test(`a local server answers ${expected}: ${why}`, async (t) => {
    const routes = onlyLocal([{ method: "POST", path: "/", serve: () => ({ status: 200 }) }]);
    const { port, stop } = await serve(routes, { port: 0, host: "127.0.0.1" });
    t.after(() => stop(0));
    const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
    request({ port, method: "POST", headers, agent: false }, (reply) => resolve(reply.resume().statusCode))
      .on("error", reject)
      .end("body");
    assert.equal(await promise, expected);
  });
}

test("a local server keeps what its routes ask for themselves", async (t) => {
  const admit = () => ({ status: 401 });
  const routes = onlyLocal([{ method: "GET", path: "/", serve: () => ({ status: 200 }), admit }]);
  const { port, stop } = await serve(routes, { port: 0, host: "127.0.0.1" });
  t.after(() => stop(0));
  assert.equal((await fetch(`http://127.0.0.1:${port}/`)).status, 401);
});
