import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { type TestContext, test } from "node:test";
import { CallError, call } from "../../src/http/call.ts";
import { certificate } from "../support/certificate.ts";
import { closedPort, startPeer, type Turn } from "../support/peer.ts";

// This machine's own proxy has no part in these tests.
process.env.NO_PROXY = process.env.no_proxy = "127.0.0.1";

/** A server that answers each connection's first bytes with these; it ends with the test. */
async function startRaw(t: TestContext, reply: string | null, end = true): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      if (reply === null) socket.resetAndDestroy();
      else if (end) socket.end(reply);
      else socket.write(reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/x`;
}

test("call sends method, target, headers and body, and gives the whole answer", async (t) => {
  const peer = await startPeer(t, [{ status: 418, headers: { "x-a": "b" }, body: "错" }]);
  const { port } = peer;
  const answer = await call({
    method: "POST",
    url: `http://localhost:${port}/p%20q?r=s#t`,
    headers: { authorization: "Bearer x", "content-type": "text/plain" },
    body: "部署",
    timeout: 20_000,
  });
  assert.deepEqual([answer.status, answer.headers["x-a"], answer.text], [418, "b", "错"]);
  const [{ headers, ...request } = { headers: {} }] = peer.requests;
  assert.deepEqual(request, { method: "POST", target: "/p%20q?r=s", body: "部署" });
  assert.deepEqual(headers, {
    host: `localhost:${port}`,
    authorization: "Bearer x",
    "content-type": "text/plain",
    "content-length": "6",
    connection: "close",
  });
});

test("a GET has no body and no length; user and password of the address are sent as Basic", async (t) => {
  const peer = await startPeer(t, [{}]);
  await call({ method: "GET", url: `http://u%40:p@127.0.0.1:${peer.port}`, timeout: 20_000 });
  const [request] = peer.requests;
  assert.deepEqual([request?.method, request?.target], ["GET", "/"]);
  assert.deepEqual(request?.headers, {
    host: `127.0.0.1:${peer.port}`,
    authorization: `Basic ${Buffer.from("u@:p").toString("base64")}`,
    connection: "close",
  });
});

test("redirects are answers like any other", async (t) => {
  const peer = await startPeer(t, [{ status: 302, headers: { location: "/elsewhere" } }]);
  assert.equal((await call({ method: "GET", url: peer.origin, timeout: 20_000 })).status, 302);
  assert.equal(peer.requests.length, 1);
});

for (const proxy of [false, true]) {
  const way = proxy ? "by the proxy's way" : "directly";

  const broken: [why: string, turn: Turn, message: RegExp][] = [
    ["no answer", { fault: "stall" }, /^no answer within 0.3 s$/],
    ["half an answer", { body: "ab", fault: "stall in the body" }, /^no answer within 0.3 s$/],
    ["a reset", { fault: "reset" }, /ECONNRESET|socket hang up|middle of the answer/],
    ["a reset in the body", { body: "ab", fault: "reset in the body" }, /ECONNRESET|middle of the answer/],
  ];

  for (const [why, turn, message] of broken) {
    test(`${why}, ${way}, is a CallError after the request was sent`, async (t) => {
      const { origin } = await startPeer(t, [turn]);
      const timeout = turn.fault?.startsWith("stall") ? 300 : 20_000;
      await assert.rejects(
        call({ method: "POST", url: `${origin}/secret`, timeout, proxy }),
        (error) =>
          error instanceof CallError &&
          error.sent &&
          message.test(error.message) &&
          !/secret/.test(error.message),
      );
    });
  }

  test(`a refused connection, ${way}, is a CallError before anything was sent`, async () => {
    const url = `http://127.0.0.1:${await closedPort()}/secret`;
    await assert.rejects(
      call({ method: "POST", url, timeout: 20_000, proxy }),
      (error) =>
        error instanceof CallError &&
        !error.sent &&
        /ECONNREFUSED 127/.test(error.message) &&
        !/secret/.test(error.message),
    );
  });

  test(`a long answer, ${way}, is cut at 64 KiB and not waited for`, async (t) => {
    const { origin } = await startPeer(t, [{ body: "a".repeat(300_000), fault: "stall in the body" }]);
    const { text } = await call({ method: "GET", url: origin, timeout: 20_000, proxy });
    assert.equal(text.length, 65_536);
  });
}

test("a name that does not exist is a CallError before anything was sent", async () => {
  await assert.rejects(
    call({ method: "GET", url: "http://no-such-host.invalid/", timeout: 20_000 }),
    (error) => error instanceof CallError && !error.sent && /no-such-host.invalid/.test(error.message),
  );
});

const endless = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${`1;${"x".repeat(9_000)}\r\na\r\n`.repeat(40)}`;

const nonsense: [why: string, reply: string | null, end: boolean, message: RegExp][] = [
  ["another protocol", "SSH-2.0-x\r\n", false, /does not speak HTTP/],
  ["an end in the head", "HTTP/1.1 200 OK\r\nconte", true, /ended in the middle/],
  ["an end in the body", "HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nabc", true, /ended in the middle/],
  ["an end before any byte", "", true, /ended in the middle/],
  ["an answer of nothing but packaging", endless, false, /does not end/],
  ["a reset", null, true, /ECONNRESET/],
];

for (const [why, reply, end, message] of nonsense) {
  test(`a peer with ${why} breaks the call`, async (t) => {
    const url = await startRaw(t, reply, end);
    await assert.rejects(
      call({ method: "GET", url, timeout: 20_000 }),
      (error) => error instanceof CallError && error.sent && message.test(error.message),
    );
  });
}

test("a server of many names is told which one is meant, and an unknown certificate ends it before the request", async (t) => {
  const names: string[] = [];
  const SNICallback = (name: string, done: (error: null) => void) => {
    names.push(name);
    done(null);
  };
  const { port, requests } = await startPeer(t, [{}], { tls: { ...certificate(), SNICallback } });
  for (const host of ["localhost", "127.0.0.1"]) {
    await assert.rejects(
      call({ method: "GET", url: `https://${host}:${port}/`, timeout: 20_000 }),
      (error) => error instanceof CallError && !error.sent && /self-signed/.test(error.message),
    );
  }
  assert.deepEqual([names, requests.length], [["localhost"], 0]);
});

test("an address that is none, or of another scheme, is a CallError that does not show it", async () => {
  for (const url of ["open.feishu.cn/secret", "ftp://x/secret", ""]) {
    await assert.rejects(
      call({ method: "GET", url, timeout: 1_000 }),
      (error) =>
        error instanceof CallError && !error.sent && /is not an http or https URL$/.test(error.message),
    );
  }
});

test("a header with a line break is refused, so nobody adds one of his own", async (t) => {
  const peer = await startPeer(t, [{}]);
  const headers = { "x-a": "b\r\nx-c: d" };
  await assert.rejects(call({ method: "GET", url: peer.origin, headers, timeout: 20_000 }), TypeError);
  assert.equal(peer.requests.length, 0);
});
