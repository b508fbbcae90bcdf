import assert from "node:assert/strict";
import { test } from "node:test";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { CallError, call } from "../../src/http/call.ts";
import { certificate } from "../support/certificate.ts";
import { closedPort, type Peer, startPeer, type Turn } from "../support/peer.ts";
import { startProxy } from "../support/proxy.ts";

// A process has one environment: these tests run one after the other, and each sets its proxy.

const [known, unknown] = [certificate(), certificate()];
setDefaultCACertificates([...getCACertificates(), known.cert]);

function through(proxy: string): void {
  for (const name of ["http_proxy", "https_proxy", "no_proxy", "NO_PROXY"]) delete process.env[name];
  process.env.HTTP_PROXY = process.env.HTTPS_PROXY = proxy;
}

function post({ origin }: Peer) {
  return call({ method: "POST", url: `${origin}/secret`, body: "{}", timeout: 20_000, proxy: true });
}

const schemes = [
  ["http", {}],
  ["https", { tls: known }],
] as const;

/** What promises more than comes before the connection ends in order. */
const cut: Turn = { body: "{", headers: { "content-length": "99", connection: "close" } };

for (const [scheme, options] of schemes) {
  test(`an exchange over ${scheme} goes through the proxy and back`, async (t) => {
    const peer = await startPeer(t, [{ status: 418, headers: { "x-a": "b" }, body: "错" }], options);
    const proxy = await startProxy(t);
    through(proxy.origin);
    const { status, headers, text } = await post(peer);
    assert.deepEqual([status, headers["x-a"], text], [418, "b", "错"]);
    const [{ method, target, body } = {}] = peer.requests;
    assert.deepEqual([method, target, body], ["POST", "/secret", "{}"]);
    const asked = scheme === "http" ? `POST ${peer.origin}/secret` : `CONNECT 127.0.0.1:${peer.port}`;
    assert.deepEqual(proxy.asked, [asked]);
  });

  test(`an answer over ${scheme} that is cut breaks the call after its request was sent`, async (t) => {
    const peer = await startPeer(t, [cut], options);
    through((await startProxy(t)).origin);
    await assert.rejects(post(peer), sent(true));
    assert.equal(peer.requests.length, 1);
  });

  test(`the second exchange over ${scheme}, on the connection of the first, is sent too`, async (t) => {
    const peer = await startPeer(t, [{ body: "{}" }, cut], options);
    through((await startProxy(t)).origin);
    assert.equal((await post(peer)).text, "{}");
    await assert.rejects(post(peer), sent(true));
    assert.equal(peer.requests.length, 2);
  });

  test(`a proxy that is not there breaks the call over ${scheme} before anything was sent`, async (t) => {
    const peer = await startPeer(t, [{}], options);
    through(`http://127.0.0.1:${await closedPort()}`);
    await assert.rejects(post(peer), sent(false));
    assert.equal(peer.requests.length, 0);
  });
}

const barriers: [why: string, options: object, login: string][] = [
  ["a certificate of an unknown authority", { tls: unknown }, ""],
  ["a proxy that lets nobody through", { tls: known }, "x:y"],
];

for (const [why, options, login] of barriers) {
  test(`${why} breaks the call before anything was sent`, async (t) => {
    const peer = await startPeer(t, [{}], options);
    through((await startProxy(t, login)).origin);
    await assert.rejects(post(peer), sent(false));
    assert.equal(peer.requests.length, 0);
  });
}

function sent(expected: boolean): (error: unknown) => boolean {
  return (error) => error instanceof CallError && error.sent === expected && !/secret/.test(error.message);
}
