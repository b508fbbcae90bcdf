import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Request, Route } from "../../src/http/route.ts";
import { type ServeOptions, serve } from "../../src/http/serve.ts";
import { ask } from "../support/ask.ts";
import { connectRaw } from "../support/raw.ts";
import { until } from "../support/until.ts";

const kilobyte = "x".repeat(1024);

/** A server that remembers the bodies that reached its route. */
async function listen(t: TestContext, options: Partial<ServeOptions> = {}, more: Route[] = []) {
  const served: Request[] = [];
  const routes: Route[] = [
    {
      method: "POST",
      path: "/notify",
      serve: (request) => {
        served.push(request);
        return { status: 200, body: { ok: true } };
      },
    },
    { method: "GET", path: "/page", serve: () => ({ status: 200, body: "page" }) },
    { method: "GET", path: "/items/:id", serve: ({ params }) => ({ status: 200, body: params }) },
    ...more,
  ];
  const server = await serve(routes, { port: 0, host: "127.0.0.1", ...options });
  t.after(() => server.stop(0));
  const bodies = () => served.map(({ body }) => body.toString());
  return { server, served, bodies, origin: `http://127.0.0.1:${server.port}` };
}

const accepted: [why: string, request: string, body: string][] = [
  ["a body of Content-Length bytes", "POST /notify HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi", "hi"],
  ["no Content-Length: an empty body", "POST /notify HTTP/1.1\r\nHost: a\r\n\r\n", ""],
  [
    "a chunked body",
    "POST /notify HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nh\r\n2\r\nel\r\n0\r\n\r\n",
    "hel",
  ],
  ["HTTP/1.0 without a Host", "POST /notify HTTP/1.0\r\nContent-Length: 2\r\n\r\nhi", "hi"],
  ["a query string", "POST /notify?template=json HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi", "hi"],
  [
    "an absolute target, as a proxy sends it",
    "POST http://relay:9388/notify?a=b HTTP/1.1\r\nHost: relay:9388\r\nContent-Length: 2\r\n\r\nhi",
    "hi",
  ],
  [
    "Expect: 100-continue",
    "POST /notify HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nhi",
    "hi",
  ],
];

for (const [why, request, body] of accepted) {
  test(`serve accepts ${why}`, async (t) => {
    const { server, bodies } = await listen(t);
    const raw = await connectRaw(t, server.port);
    raw.send(request);
    await until("the answer", () => raw.text().endsWith('{"ok":true}'));
    assert.match(raw.text(), /^(HTTP\/1.1 100 Continue\r\n\r\n)?HTTP\/1.1 200 OK\r\n/);
    assert.match(raw.text(), /\r\ncontent-type: application\/json\r\n/);
    assert.deepEqual(bodies(), [body]);
  });
}

test("serve answers a client that closes its side after the request", async (t) => {
  const { server, bodies } = await listen(t);
  const raw = await connectRaw(t, server.port);
  raw.send("POST /notify HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi");
  raw.end();
  assert.match(await raw.closed, /^HTTP\/1.1 200 OK\r\n/);
  assert.deepEqual(bodies(), ["hi"]);
});

const refused: [why: string, request: string, status: number][] = [
  ["two Content-Lengths that differ", "Host: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nhi", 400],
  ["two Content-Lengths that agree", "Host: a\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nhi", 400],
  ["a list as Content-Length", "Host: a\r\nContent-Length: 2, 2\r\n\r\nhi", 400],
  ["a negative Content-Length", "Host: a\r\nContent-Length: -2\r\n\r\nhi", 400],
  ["a signed Content-Length", "Host: a\r\nContent-Length: +2\r\n\r\nhi", 400],
  ["a hexadecimal Content-Length", "Host: a\r\nContent-Length: 0x2\r\n\r\nhi", 400],
  ["a Content-Length that is no number", "Host: a\r\nContent-Length: two\r\n\r\nhi", 400],
  ["an empty Content-Length", "Host: a\r\nContent-Length:\r\n\r\nhi", 400],
  ["a Content-Length beyond all numbers", `Host: a\r\nContent-Length: ${"9".repeat(30)}\r\n\r\nhi`, 400],
  [
    "Content-Length together with chunks",
    "Host: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n",
    400,
  ],
  ["a transfer encoding that it does not know", "Host: a\r\nTransfer-Encoding: gzip\r\n\r\nhi", 400],
  [
    "a chunk whose size is no number",
    "Host: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhi\r\n0\r\n\r\n",
    400,
  ],
  ["a Content-Length shorter than the body", "Host: a\r\nContent-Length: 2\r\n\r\nhi and more\r\n\r\n", 400],
  ["no Content-Length before a body", "Host: a\r\n\r\nhi and more\r\n\r\n", 400],
  ["no Host", "Content-Length: 2\r\n\r\nhi", 400],
  ["a header without a name", "Host: a\r\n: nothing\r\n\r\n", 400],
  ["headers beyond 16 KiB", `Host: a\r\nX-Long: ${kilobyte.repeat(17)}\r\n\r\n`, 431],
];

for (const [why, rest, status] of refused) {
  test(`serve refuses ${why}, and no route sees it`, async (t) => {
    const { server, bodies } = await listen(t);
    const raw = await connectRaw(t, server.port);
    raw.send(`POST /notify HTTP/1.1\r\n${rest}`);
    assert.match(await raw.closed, new RegExp(`^HTTP/1.1 ${status} `));
    assert.deepEqual(bodies(), []);
  });
}

test("serve refuses what is not HTTP", async (t) => {
  const { server } = await listen(t);
  const raw = await connectRaw(t, server.port);
  raw.send("\u0016\u0003\u0001\u0002\u0000\u0001 hello\r\n\r\n");
  assert.match(await raw.closed, /^HTTP\/1.1 400 /);
});

test("serve takes two requests that come together", async (t) => {
  const { server, bodies } = await listen(t);
  const raw = await connectRaw(t, server.port);
  raw.send("POST /notify HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi".repeat(2));
  await until("both answers", () => raw.text().split('{"ok":true}').length === 3);
  assert.deepEqual(bodies(), ["hi", "hi"]);
});

const cuts: [where: string, sent: string][] = [
  ["in the request line", "POST /noti"],
  ["in the headers", "POST /notify HTTP/1.1\r\nHost: a\r\nContent-Le"],
  ["in the body", "POST /notify HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf"],
  ["in a chunk", "POST /notify HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nA\r\nhalf"],
  ["between chunks", "POST /notify HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n"],
];

for (const [where, sent] of cuts) {
  test(`serve hands no route a request whose connection is cut ${where}`, async (t) => {
    const { server, bodies, origin } = await listen(t);
    const [reset, closed] = [await connectRaw(t, server.port), await connectRaw(t, server.port)];
    reset.send(sent);
    closed.send(sent);
    closed.end();
    await closed.closed;
    reset.cut();
    await ask("POST", `${origin}/notify`, "after");
    assert.deepEqual(bodies(), ["after"]);
  });
}

test("serve cuts off slow peers: headers after 10 s, a request after 15 s", async (t) => {
  const { server, bodies } = await listen(t);
  const begin = performance.now();
  /** Sends a byte now and then; gives what came back, and after how many seconds the connection was closed. */
  const drip = async (sent: string): Promise<[answer: string, seconds: number]> => {
    const raw = await connectRaw(t, server.port);
    raw.send(sent);
    const more = setInterval(() => sent && raw.send("."), 2_500);
    t.after(() => clearInterval(more));
    return [await raw.closed, (performance.now() - begin) / 1000];
  };
  const [silent, headers, body] = await Promise.all([
    drip(""),
    drip("POST /notify HTTP/1.1\r\nHost: a\r\nX: "),
    drip("POST /notify HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\nhalf"),
  ]);
  assert.match(headers[0], /^HTTP\/1.1 408 /);
  assert.match(body[0], /^HTTP\/1.1 408 /);
  assert.ok(silent[1] > 9 && headers[1] > 9 && body[1] > 14, `${silent[1]}, ${headers[1]}, ${body[1]} s`);
  assert.ok(body[1] - headers[1] > 2 && body[1] - silent[1] > 2, `${silent[1]}, ${headers[1]}, ${body[1]} s`);
  assert.deepEqual(bodies(), []);
});

const targets: [why: string, method: string, target: string, status: number, allow: string | null][] = [
  ["another path", "POST", "/other", 404, null],
  ["a trailing slash", "POST", "/notify/", 404, null],
  ["another case", "POST", "/Notify", 404, null],
  ["two slashes, which is no host", "POST", "//notify", 404, null],
  ["an encoded letter", "POST", "/%6eotify", 404, null],
  ["the root", "GET", "/", 404, null],
  ["GET where only POST is", "GET", "/notify", 405, "POST"],
  ["HEAD where only POST is", "HEAD", "/notify", 405, "POST"],
  ["PUT where only POST is", "PUT", "/notify", 405, "POST"],
  ["POST where only GET is", "POST", "/page", 405, "GET, HEAD"],
  ["GET", "GET", "/page", 200, null],
  ["HEAD where GET is", "HEAD", "/page", 200, null],
  ["a named segment", "GET", "/items/7", 200, null],
  ["a named segment that is empty", "GET", "/items/", 404, null],
];

for (const [why, method, target, status, allow] of targets) {
  test(`serve answers ${why} with ${status}`, async (t) => {
    const { server, bodies } = await listen(t);
    const raw = await connectRaw(t, server.port);
    raw.send(`${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    const answer = await raw.closed;
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `));
    assert.equal(/\r\nallow: (.*)\r\n/.exec(answer)?.[1] ?? null, allow);
    assert.deepEqual(bodies(), []);
  });
}

test("serve answers HEAD with the headers of GET and no body", async (t) => {
  const { origin } = await listen(t);
  const { headers, text } = await ask("HEAD", `${origin}/page`);
  assert.deepEqual([headers.get("content-length"), text], ["4", ""]);
});

const head = "POST /notify HTTP/1.1\r\nHost: a\r\n";
const chunk = `400\r\n${kilobyte}\r\n`;
const bodies: [why: string, request: string, status: number][] = [
  ["exactly the limit", `${head}Content-Length: 4096\r\n\r\n${kilobyte.repeat(4)}`, 200],
  ["one byte more", `${head}Content-Length: 4097\r\n\r\n${kilobyte.repeat(4)}x`, 413],
  ["much more", `${head}Content-Length: 4194304\r\n\r\n${kilobyte.repeat(4096)}`, 413],
  ["chunks up to the limit", `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(4)}0\r\n\r\n`, 200],
  ["chunks beyond it", `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`, 413],
  ["endless chunks", `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(4000)}0\r\n\r\n`, 413],
];

for (const [why, request, status] of bodies) {
  test(`serve with a limit of 4096 answers ${why} with ${status}, and the connection lives on`, async (t) => {
    const { server } = await listen(t, { bodyLimit: 4096 });
    const raw = await connectRaw(t, server.port);
    raw.send(request);
    await until("the answer", () => raw.text().endsWith("}"));
    assert.match(raw.text(), new RegExp(`^HTTP/1.1 ${status} `));
    raw.send("GET /page HTTP/1.1\r\nHost: a\r\n\r\n");
    await until("the next answer", () => raw.text().endsWith("page"));
  });
}

test("serve refuses a body beyond the limit before it has come", async (t) => {
  const { server } = await listen(t);
  const raw = await connectRaw(t, server.port);
  raw.send(`${head}Content-Length: 1048577\r\n\r\n`);
  await until("the answer", () => raw.text().startsWith("HTTP/1.1 413 "));
});

test("serve asks admit before it reads the body", async (t) => {
  const guarded: Route = {
    method: "POST",
    path: "/guarded",
    admit: ({ authorization }, { remoteAddress }) =>
      authorization ? null : { status: 401, body: `who are you, ${remoteAddress}?` },
    serve: ({ body }) => ({ status: 200, body: body.toString() }),
  };
  const { server, origin } = await listen(t, {}, [guarded]);
  const raw = await connectRaw(t, server.port);
  raw.send("POST /guarded HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nthe beginning");
  await until("the answer", () => raw.text().endsWith("who are you, 127.0.0.1?"));
  assert.match(raw.text(), /^HTTP\/1.1 401 /);
  const admitted = await ask("POST", `${origin}/guarded`, "hi", { authorization: "yes" });
  assert.deepEqual([admitted.status, admitted.text], [200, "hi"]);
});

test("serve turns a fault in a route into 500, tells of it and goes on", async (t) => {
  const faults: unknown[] = [];
  const broken: Route = {
    method: "GET",
    path: "/broken",
    serve: () => {
      throw new Error("out of order");
    },
  };
  const { origin } = await listen(t, { onFault: (fault) => faults.push(fault) }, [broken]);
  const { status, text } = await ask("GET", `${origin}/broken`);
  assert.deepEqual([status, text], [500, '{"error":"internal error"}']);
  assert.deepEqual(faults.map(String), ["Error: out of order"]);
  assert.equal((await ask("GET", `${origin}/page`)).status, 200);
});

test("serve says in one line that a port is in use", async (t) => {
  const { server } = await listen(t);
  await assert.rejects(serve([], { port: server.port, host: "127.0.0.1" }), {
    message: `Cannot listen on port ${server.port}: it is already in use`,
  });
});

test("serve says in one line that an address is not this machine's", async () => {
  await assert.rejects(serve([], { port: 0, host: "192.0.2.1" }), {
    message: "Cannot listen on port 0: this machine has no address 192.0.2.1",
  });
});

test("serve holds 256 connections and drops the next", async (t) => {
  const { server, origin } = await listen(t);
  const held = await Promise.all(Array.from({ length: 256 }, () => connectRaw(t, server.port)));
  const dropped = await connectRaw(t, server.port);
  assert.equal(await dropped.closed, "");
  for (const raw of held.slice(0, 2)) raw.end();
  await until(
    "room for a connection",
    async () => (await ask("GET", `${origin}/page`).catch(() => null))?.status,
  );
});

test("stop lets a request in flight end, then closes", async (t) => {
  let release = () => {};
  const slow: Route = {
    method: "GET",
    path: "/slow",
    serve: () => new Promise((resolve) => (release = () => resolve({ status: 200, body: "done" }))),
  };
  const { server, origin } = await listen(t, {}, [slow]);
  const answer = ask("GET", `${origin}/slow`);
  const idle = await connectRaw(t, server.port);
  idle.send("GET /page HTTP/1.1\r\nHost: a\r\n\r\n");
  await until("the first answer", () => idle.text().endsWith("page"));
  const stopped = server.stop(60_000);
  await idle.closed;
  release();
  assert.equal((await answer).text, "done");
  await stopped;
});

test("stop cuts a request that does not end", async (t) => {
  const stuck: Route = { method: "GET", path: "/stuck", serve: () => new Promise(() => {}) };
  const { server } = await listen(t, {}, [stuck]);
  const raw = await connectRaw(t, server.port);
  raw.send("GET /stuck HTTP/1.1\r\nHost: a\r\n\r\n");
  raw.send("");
  await server.stop(50);
  assert.equal(await raw.closed, "");
});
