import assert from "node:assert/strict";
import { test } from "node:test";
import { type CardMessage, card, field } from "../../src/chat/card.ts";
import { sign } from "../../src/chat/sign.ts";
import { type Pace, sendCard } from "../../src/chat/webhook.ts";
import { closedPort, startPeer, type Turn } from "../support/peer.ts";
import { startPlatform } from "../support/platform.ts";

const message: CardMessage = {
  msg_type: "interactive",
  card: card("🚀 部署通知", "green", [{ tag: "div", fields: [field("更新容器", "admin-web")] }]),
};

/** A pace at which only sleeping takes time. */
function quick(): { pace: Pace; slept: number[] } {
  const slept: number[] = [];
  let now = 0;
  const sleep = async (milliseconds: number) => {
    slept.push(milliseconds);
    now += milliseconds;
  };
  return { pace: { now: () => now, sleep, random: () => 0 }, slept };
}

const ok: Turn = { body: { code: 0 } };
const rate = (code: number): Turn => ({ body: { code, msg: "frequency limited" } });
const reset = (seconds: string): Turn => ({ status: 429, headers: { "x-ogw-ratelimit-reset": seconds } });
const page: Turn = { status: 502, body: "<html>Bad Gateway</html>" };

const again: [why: string, turns: Turn[], slept: number[]][] = [
  ["a rate limit", [rate(11_232), ok], [1_000]],
  [
    "every rate limit that there is",
    [rate(11_233), rate(11_247), rate(99_991_400), ok],
    [1_000, 2_000, 4_000],
  ],
  ["9499 that speaks of frequency", [rate(9_499), ok], [1_000]],
  ["429", [{ status: 429 }, ok], [1_000]],
  ["429 that says when", [reset("3"), ok], [3_000]],
  ["429 that says when, after others", [page, reset("20"), ok], [1_000, 20_000]],
  ["a gateway's page", [page, page, ok], [1_000, 2_000]],
];

for (const [why, turns, expected] of again) {
  test(`${why} is tried again until the card is accepted`, async (t) => {
    const { origin, requests } = await startPeer(t, turns);
    const { pace, slept } = quick();
    assert.deepEqual(await sendCard({ url: origin, secret: "", proxy: false }, message, pace), { ok: true });
    assert.deepEqual([requests.length, slept], [turns.length, expected]);
  });
}

const final: [why: string, turn: Turn, text: RegExp, remedy: RegExp][] = [
  [
    "a bad token",
    { body: { code: 19_001, msg: "param invalid" } },
    /HTTP 200: \{"code":19001/,
    /CHAT_WEBHOOK_URL/,
  ],
  ["a keyword", { body: { code: 19_024, msg: "Key Words Not Found" } }, /Key Words Not Found/, /部署通知/],
  ["9499 of something else", { body: { code: 9_499, msg: "Bad Request" } }, /Bad Request/, /dry-run/],
  ["a page with 200", { body: "<html>" }, /HTTP 200: <html>$/, /^$/],
  ["an empty body", { status: 404 }, /HTTP 404: an empty body$/, /^$/],
  ["a redirect", { status: 302, headers: { location: "/x" } }, /HTTP 302/, /^$/],
  ["a limit that lasts too long", reset("30"), /HTTP 429/, /^$/],
  ["a reset after the request", { fault: "reset" }, /; the card may have arrived all the same$/, /^$/],
  [
    "a reset in the answer",
    { body: "{", fault: "reset in the body" },
    /; the card may have arrived all the same$/,
    /^$/,
  ],
  [
    "a signature beside a wrong clock",
    { body: { code: 19_021 }, headers: { date: "Thu, 20 Nov 2025 09:30:00 GMT" } },
    /19021/,
    /^This machine's clock is \d+ minutes/,
  ],
];

for (const [why, turn, text, remedy] of final) {
  test(`${why} is final`, async (t) => {
    const { origin, requests } = await startPeer(t, [turn, ok]);
    const { pace, slept } = quick();
    const sent = await sendCard({ url: origin, secret: "", proxy: false }, message, pace);
    assert.ok(!sent.ok);
    assert.match(sent.text, text);
    assert.match(sent.remedy, remedy);
    assert.deepEqual([requests.length, slept], [1, []]);
  });
}

test("what stays refused is given up within 25 s, with the number of tries", async (t) => {
  const { origin, requests } = await startPeer(t, [page]);
  const { pace, slept } = quick();
  const sent = await sendCard({ url: origin, secret: "", proxy: false }, message, pace);
  assert.deepEqual([slept, requests.length], [[1_000, 2_000, 4_000, 8_000], 5]);
  assert.match(sent.ok ? "" : sent.text, /Bad Gateway.*\(tried 5 times\)$/);
});

test("pauses are spread, so that many who were refused together do not return together", async (t) => {
  const { origin } = await startPeer(t, [page, reset("3"), ok]);
  const { pace, slept } = quick();
  await sendCard({ url: origin, secret: "", proxy: false }, message, { ...pace, random: () => 0.5 });
  assert.deepEqual(slept, [1_125, 3_125]);
});

test("a refused connection is tried again, and the card arrives when the peer is there", async (t) => {
  const port = await closedPort();
  const { pace, slept } = quick();
  const url = `http://127.0.0.1:${port}/hook`;
  const opening = {
    ...pace,
    sleep: async (milliseconds: number) => {
      await pace.sleep(milliseconds);
      if (slept.length === 2) await startPeer(t, [ok], { port });
    },
  };
  assert.deepEqual(await sendCard({ url, secret: "", proxy: false }, message, opening), { ok: true });
  assert.deepEqual(slept, [1_000, 2_000]);
});

test("a connection that stays refused fails with its reason and without the address's token", async () => {
  const { pace } = quick();
  const url = `http://127.0.0.1:${await closedPort()}/hook/t0ken`;
  const sent = await sendCard({ url, secret: "", proxy: false }, message, pace);
  assert.match(sent.ok ? "" : sent.text, /^connect ECONNREFUSED 127[^;]*\(tried 5 times\)$/);
});

test("the words of a broken connection are concealed too", async () => {
  const { pace } = quick();
  const url = `http://127.0.0.1:${await closedPort()}/hook`;
  const sent = await sendCard({ url, secret: "ECONNREFUSED", proxy: false }, message, pace);
  assert.match(sent.ok ? "" : sent.text, /^connect \*\*\* 127/);
});

test("a peer that repeats address and secret gets neither into the text", async (t) => {
  const { origin } = await startPeer(t, [{ status: 400, body: "http://x/hook/t0ken s3cret" }]);
  const { pace } = quick();
  const sent = await sendCard({ url: `${origin}/hook/t0ken`, secret: "s3cret", proxy: false }, message, pace);
  assert.deepEqual(sent, {
    ok: false,
    text: "the webhook replied with HTTP 400: http://x*** ***",
    remedy: "",
  });
});

test("each try is signed anew, over the time of that try", async (t) => {
  const { origin, requests } = await startPeer(t, [page, ok]);
  const { pace } = quick();
  await sendCard({ url: origin, secret: "s3cret", proxy: false }, message, pace);
  for (const { headers, body } of requests) {
    const { timestamp, sign: signature, ...rest } = JSON.parse(body);
    assert.deepEqual([signature, rest], [sign(timestamp, "s3cret"), message]);
    assert.ok(Math.abs(Date.now() / 1000 - Number(timestamp)) < 600);
    assert.equal(headers["content-type"], "application/json; charset=utf-8");
  }
});

test("the platform's stand-in takes card and signature, and refuses a wrong one with the code and a remedy", async (t) => {
  const { webhook: url, messages } = await startPlatform(t, { secret: "s3cret" });
  assert.deepEqual(await sendCard({ url, secret: "s3cret", proxy: false }, message), { ok: true });
  assert.deepEqual(
    messages().map(({ signed }) => signed),
    [true],
  );
  const sent = await sendCard({ url, secret: "wrong", proxy: false }, message);
  assert.match(sent.ok ? "" : sent.text, /19021/);
  assert.match(sent.ok ? "" : sent.remedy, /CHAT_WEBHOOK_SECRET/);
});
