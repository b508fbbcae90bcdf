import assert from "node:assert/strict";
import { createServer, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createBareServer } from "node:net";
import { type TestContext, test } from "node:test";
import { readAddress } from "../../src/docker/address.ts";
import { type Ask, exchange } from "../../src/docker/wire.ts";
import { certificate } from "../support/certificate.ts";
import { startPeer } from "../support/peer.ts";
import { until } from "../support/until.ts";

const limit = 8 << 20;

function ask(port: number, changes: Partial<Ask> = {}) {
  const address = readAddress(`tcp://127.0.0.1:${port}/base`, false);
  return exchange({ address }, { method: "GET", path: "/_ping", timeout: 20_000, ...changes });
}

/** Serves each request so; `closed` resolves when a connection does. */
async function serve(t: TestContext, answer: (response: ServerResponse) => void) {
  const server = createServer((_, response) => answer(response));
  const closed = new Promise((resolve) => server.on("connection", (socket) => socket.on("close", resolve)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close().closeAllConnections());
  return { port: (server.address() as AddressInfo).port, closed };
}

/** Holds the clock by which the time for an answer is measured. */
function holdClock(t: TestContext): (milliseconds: number) => void {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  return (milliseconds) => t.mock.timers.tick(milliseconds);
}

test("exchange asks below the base of the address, on a connection of its own", async (t) => {
  const peer = await startPeer(t, [{ status: 418, headers: { "api-version": "1.44" }, body: "tea" }]);
  const { status, headers, text, stream } = await ask(peer.port);
  assert.deepEqual([status, headers["api-version"], text, stream], [418, "1.44", "tea", undefined]);
  const [request] = peer.requests;
  assert.deepEqual([request?.target, request?.headers.connection], ["/base/_ping", "close"]);
});

const silences: [why: string, answer: (response: ServerResponse) => void][] = [
  ["no answer comes", () => {}],
  ["the answer does not end", (response) => response.write("half")],
];

for (const [why, answer] of silences) {
  test(`exchange rejects when ${why} within its time, and closes the connection`, async (t) => {
    const pass = holdClock(t);
    let requests = 0;
    const { port, closed } = await serve(t, (response) => {
      requests++;
      answer(response);
    });
    let reason = "";
    const asked = ask(port, { timeout: 40_000 }).catch((error: Error) => {
      reason = error.message;
    });
    await until("the request", () => requests === 1, 60);
    pass(39_999);
    await new Promise(setImmediate);
    assert.equal(reason, "");
    pass(1);
    await asked;
    assert.equal(reason, "no answer within 40 s");
    await closed;
  });
}

const breaks: [why: string, answer: (response: ServerResponse) => void, said: RegExp][] = [
  ["in place of the answer", (response) => response.socket?.destroy(), /^socket hang up$/],
  ["by a reset", (response) => response.socket?.resetAndDestroy(), /ECONNRESET/],
  ["within the answer", (response) => response.write("half", () => response.socket?.destroy()), /^aborted$/],
];

for (const [why, answer, said] of breaks) {
  test(`exchange rejects with a reason when the connection breaks ${why}, and waits for nothing more`, async (t) => {
    const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
    const { port } = await serve(t, answer);
    const before = timers();
    await assert.rejects(ask(port), ({ message }) => said.test(message));
    assert.ok(timers() <= before);
  });
}

test("exchange rejects with a reason when what answers does not speak HTTP", async (t) => {
  const server = createBareServer((socket) => socket.on("error", () => {}).end("SSH-2.0-OpenSSH_9.9\r\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  await assert.rejects(ask((server.address() as AddressInfo).port), /Parse Error/);
});

test("exchange hands over a stream as it comes, and the time for its headers does not end it", async (t) => {
  const pass = holdClock(t);
  const open: ServerResponse[] = [];
  const { port } = await serve(t, (response) => {
    response.write("first");
    open.push(response);
  });
  const { stream, text } = await ask(port, { isStream: true });
  assert.equal(text, "");
  pass(1_000_000);
  open[0]?.end("last");
  assert.equal(String(Buffer.concat((await stream?.toArray()) ?? [])), "firstlast");
});

test("exchange over TLS knows the engine by its authority, and is known by its certificate", async (t) => {
  const { cert, key } = certificate();
  const tls = { cert, key, ca: cert, requestCert: true };
  const peer = await startPeer(t, [{ body: "OK" }], { tls });
  const address = readAddress(`tcp://127.0.0.1:${peer.port}`, true);
  const request: Ask = { method: "GET", path: "/_ping", timeout: 20_000 };
  assert.equal((await exchange({ address, certificates: tls }, request)).text, "OK");
  await assert.rejects(exchange({ address }, request), /self-signed/);
  const unknown = { ...certificate(), ca: cert };
  await assert.rejects(exchange({ address, certificates: unknown }, request));
  assert.equal(peer.requests.length, 1);
});

test("exchange reads the answer to the end where a stream was asked for and refused", async (t) => {
  const peer = await startPeer(t, [{ status: 500, body: "sick" }]);
  const { status, text, stream } = await ask(peer.port, { isStream: true });
  assert.deepEqual([status, text, stream], [500, "sick", undefined]);
});

test("exchange reads an answer of up to 8 MiB whole, and of a longer one the beginning", async (t) => {
  const peer = await startPeer(t, [
    { body: "x".repeat(limit) },
    { status: 500, body: "x".repeat(2 * limit) },
  ]);
  assert.equal((await ask(peer.port)).text.length, limit);
  const { status, text } = await ask(peer.port);
  assert.equal(status, 500);
  assert.ok(text.length > limit && text.length < 1.5 * limit, `${text.length} characters`);
});

test("exchange hangs up on an answer that does not end", async (t) => {
  const { port, closed } = await serve(t, (response) => {
    const more = () => response.write(Buffer.alloc(1 << 20, "x"), (error) => error || more());
    more();
  });
  assert.ok((await ask(port)).text.length > limit);
  await closed;
});
