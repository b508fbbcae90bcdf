import assert from "node:assert/strict";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import type { Bot, CachedToken } from "../../src/chat/bot.ts";
import { tenantToken } from "../../src/chat/token.ts";
import { tokenFile } from "../../src/home/tokens.ts";
import { folder } from "../support/folder.ts";
import { startPeer, type Turn } from "../support/peer.ts";

/** An application on a scripted platform, with a cache in a folder of its own. */
async function newBot(t: TestContext, turns: Turn[]) {
  const { origin, requests } = await startPeer(t, turns);
  const state = folder(t);
  const bot: Bot = {
    ...{ api: origin, appId: "cli_a", appSecret: "the-app-secret", cache: tokenFile(state) },
    ...{ proxy: false, deadline: 60_000, onReply: () => {} },
  };
  const keep = (kept: CachedToken) => tokenFile(state).write(kept);
  return { bot, app: `cli_a ${origin}`, keep, kept: () => tokenFile(state).read(), state, requests };
}

const given = (more: object = { expire: 7200 }): Turn => ({
  body: { code: 0, msg: "ok", tenant_access_token: "t-new", ...more },
});

test("tenantToken asks with id and secret of the application, and with no token", async (t) => {
  const { bot, requests } = await newBot(t, [given()]);
  assert.deepEqual(await tenantToken(bot), { ok: true, token: "t-new" });
  const [request, ...more] = requests;
  assert.deepEqual(
    [request?.method, request?.target, more],
    ["POST", "/auth/v3/tenant_access_token/internal", []],
  );
  assert.deepEqual(JSON.parse(request?.body ?? ""), { app_id: "cli_a", app_secret: "the-app-secret" });
  assert.equal(request?.headers["content-type"], "application/json; charset=utf-8");
  assert.equal(request?.headers.authorization, undefined);
});

const lives: [why: string, more: string, seconds: number][] = [
  ["fresh", '"expire":7200', 7000],
  ["short-lived", '"expire":1900', 1700],
  ["the shortest that the platform hands out twice", '"expire":1800', 1600],
  ["a second before the most", '"expire":7199', 6999],
  ["a fraction", '"expire":1900.5', 1700.5],
  ["missing", '"other":1', 7000],
  ["null", '"expire":null', 7000],
  ["text", '"expire":"1900"', 7000],
  ["a day", '"expire":86400', 7000],
  ["no number that there is", '"expire":1e999', 7000],
  ["almost over", '"expire":60', -140],
  ["over", '"expire":0', -200],
  ["negative", '"expire":-5', -205],
];

for (const [why, more, seconds] of lives) {
  test(`a token whose expire is ${why} is kept for ${seconds} s`, async (t) => {
    const turn = { body: `{"code":0,"msg":"ok","tenant_access_token":"t-new",${more}}` };
    const { bot, app, kept } = await newBot(t, [turn]);
    const before = Date.now();
    assert.deepEqual(await tenantToken(bot), { ok: true, token: "t-new" });
    const after = Date.now();
    const { expireAt = 0, ...rest } = kept() ?? {};
    assert.deepEqual(rest, { app, token: "t-new" });
    assert.ok(expireAt >= before + seconds * 1_000 && expireAt <= after + seconds * 1_000, `${expireAt}`);
  });
}

test("a token that is as good as over is used once and not again", async (t) => {
  const { bot, requests } = await newBot(t, [given({ expire: 60 })]);
  for (let times = 2; times > 0; times--)
    assert.deepEqual(await tenantToken(bot), { ok: true, token: "t-new" });
  assert.equal(requests.length, 2);
});

test("a new token is used again without a call, by this process and by the next", async (t) => {
  const { bot, state, requests } = await newBot(t, [given()]);
  const next = { ...bot, cache: tokenFile(state) };
  for (const one of [bot, bot, next, next])
    assert.deepEqual(await tenantToken(one), { ok: true, token: "t-new" });
  assert.equal(requests.length, 1);
  assert.equal(statSync(join(state, "token.json")).mode & 0o777, 0o600);
  assert.doesNotMatch(readFileSync(join(state, "token.json"), "utf8"), /the-app-secret/);
});

const minute = 60_000;

const keepable: [why: string, life: number, changes: Partial<CachedToken>][] = [
  ["that ends in a minute", minute, {}],
  ["that was kept this moment", 7_000_000, {}],
  ["of any form and length", minute, { token: `eyJ.${"a".repeat(4_096)}~!` }],
];

for (const [why, life, changes] of keepable) {
  test(`a kept token ${why} is used without a call`, async (t) => {
    const { bot, app, keep, requests } = await newBot(t, [given()]);
    const kept = { app, token: "t-kept", expireAt: Date.now() + life, ...changes };
    keep(kept);
    assert.deepEqual(await tenantToken(bot), { ok: true, token: kept.token });
    assert.equal(requests.length, 0);
  });
}

const useless: [why: string, life: number, changes: (app: string) => Partial<CachedToken>][] = [
  ["of another application", minute, (app) => ({ app: app.replace("cli_a", "cli_b") })],
  ["of another platform", minute, () => ({ app: "cli_a https://open.larksuite.com/open-apis" })],
  ["of nobody", minute, () => ({ app: "cli_a" })],
  ["that ends this moment", 0, () => ({})],
  ["that ended long ago", -8_000_000, () => ({})],
  ["that ends later than a token can", 8_000_000, () => ({})],
  ["that never ends", Number.MAX_VALUE, () => ({})],
  ["that adds a header", minute, () => ({ token: "t-kept\r\nX-Other: 1" })],
  ["with a line break at its end", minute, () => ({ token: "t-kept\n" })],
  ["with a space", minute, () => ({ token: "t kept" })],
  ["with letters that a header cannot carry", minute, () => ({ token: "t-令牌" })],
];

for (const [why, life, changes] of useless) {
  test(`a kept token ${why} is not used but replaced`, async (t) => {
    const { bot, app, keep, kept, requests } = await newBot(t, [given()]);
    keep({ app, token: "t-kept", expireAt: Date.now() + life, ...changes(app) });
    assert.deepEqual(await tenantToken(bot), { ok: true, token: "t-new" });
    assert.deepEqual([requests.length, kept()?.token, kept()?.app], [1, "t-new", app]);
  });
}

test("a platform at another path of the same host has tokens of its own", async (t) => {
  const { bot, requests } = await newBot(t, [given()]);
  await tenantToken(bot);
  await tenantToken({ ...bot, api: `${bot.api}/open-apis` });
  assert.deepEqual(
    requests.map(({ target }) => target),
    ["/auth/v3/tenant_access_token/internal", "/open-apis/auth/v3/tenant_access_token/internal"],
  );
});

const withoutToken: [why: string, more: object][] = [
  ["no token", { tenant_access_token: undefined }],
  ["an empty token", { tenant_access_token: "" }],
  ["a number for a token", { tenant_access_token: 5 }],
  ["a token that adds a header", { tenant_access_token: "t-new\r\nX-Other: 1" }],
  ["a token with a space", { tenant_access_token: "t new" }],
  ["a token with letters that a header cannot carry", { tenant_access_token: "t-令牌" }],
];

for (const [why, more] of withoutToken) {
  test(`a reply that holds ${why} is a refusal, and nothing is kept`, async (t) => {
    const { bot, kept, requests } = await newBot(t, [given(more)]);
    const text = "the platform's reply holds no token";
    assert.deepEqual(await tenantToken(bot), { ok: false, code: 0, text, advice: "" });
    assert.deepEqual([requests.length, kept()], [1, null]);
  });
}

const refused: [why: string, turn: Turn, code: number | null, text: RegExp, advice: RegExp][] = [
  ["a wrong secret with 200", { body: { code: 10014, msg: "no" } }, 10014, /10014: no$/, /hook setup/],
  [
    "an unknown application with 200",
    { body: { code: 99991543, msg: "no" } },
    99991543,
    /99991543/,
    /HOOK_APP_ID/,
  ],
  [
    "a code beside a token",
    given({ code: 99991662, msg: "app disabled" }),
    99991662,
    /99991662: app disabled$/,
    /enable it/,
  ],
  ["a code that is text", given({ code: "0" }), null, /HTTP 200: \{/, /^$/],
  ["a page with 200", { body: "<html>log in</html>" }, null, /HTTP 200: <html>log in<\/html>$/, /^$/],
  ["nothing with 200", { body: "" }, null, /HTTP 200: an empty body$/, /^$/],
];

for (const [why, turn, code, text, advice] of refused) {
  test(`a platform that answers with ${why} is not asked again, and nothing is kept`, async (t) => {
    const { bot, kept, requests } = await newBot(t, [turn, given()]);
    const refusal = await tenantToken(bot);
    assert.ok(!refusal.ok);
    assert.equal(refusal.code, code);
    assert.match(refusal.text, text);
    assert.match(refusal.advice, advice);
    assert.deepEqual([requests.length, kept()], [1, null]);
  });
}

/** A reply that promises more than comes before the connection ends in order. */
const cut: Turn = { body: '{"code":0,"tenant_access_token":"t-half', headers: { "content-length": "999" } };

test("a reply that is cut in its middle is asked for once more", async (t) => {
  const { bot, kept, requests } = await newBot(t, [cut, given()]);
  assert.deepEqual(await tenantToken(bot), { ok: true, token: "t-new" });
  assert.deepEqual([requests.length, kept()?.token], [2, "t-new"]);
});

test("a reply that is cut each time is a refusal, in which nothing can have arrived, and nothing is kept", async (t) => {
  const { bot, kept, requests } = await newBot(t, [cut]);
  const text = "the connection ended in the middle of the answer";
  assert.deepEqual(await tenantToken(bot), { ok: false, code: null, text, advice: "" });
  assert.deepEqual([requests.length, kept()], [2, null]);
});

test("a whole document in a reply that is cut is no reply", async (t) => {
  const half: Turn = { ...given(), headers: { "content-length": "999" } };
  const { bot, kept } = await newBot(t, [half]);
  assert.equal((await tenantToken(bot)).ok, false);
  assert.equal(kept(), null);
});
