import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "../support/ask.ts";
import { askToken, newBot } from "../support/bot.ts";
import { startPlatform } from "../support/platform.ts";

const minute = 60_000;

test("an app gets a token for two hours", async (t) => {
  const platform = await startPlatform(t);
  platform.freeze();
  const { status, body } = await askToken(platform);
  const { tenant_access_token: token, ...rest } = body;
  assert.deepEqual([status, rest], [200, { code: 0, msg: "ok", expire: 7200 }]);
  assert.match(String(token), /^t-[0-9a-f]{32}$/);
});

test("the same token comes again with the time that it has left, until that is under 30 minutes", async (t) => {
  const platform = await startPlatform(t);
  platform.freeze();
  const first = (await askToken(platform)).body;
  platform.pass(90 * minute);
  const again = (await askToken(platform)).body;
  assert.deepEqual(again, { ...first, expire: 1800 });
  platform.pass(1_000);
  const fresh = (await askToken(platform)).body;
  assert.notEqual(fresh.tenant_access_token, first.tenant_access_token);
  assert.equal(fresh.expire, 7200);
});

test("both tokens are good until the older one ends", async (t) => {
  const platform = await startPlatform(t);
  platform.freeze();
  const old = await newBot(platform);
  platform.pass(91 * minute);
  const fresh = await newBot(platform);
  assert.notEqual(old.token, fresh.token);
  assert.deepEqual([(await old.send()).body.code, (await fresh.send()).body.code], [0, 0]);
  platform.pass(29 * minute);
  assert.deepEqual([(await old.send()).body.code, (await fresh.send()).body.code], [99991663, 0]);
});

const refused: [why: string, changes: object, code: number][] = [
  ["a wrong secret", { app_secret: "wrong" }, 10014],
  ["an unknown app", { app_id: "cli_other" }, 99991543],
  ["no app", { app_id: undefined }, 10003],
  ["no secret", { app_secret: "" }, 10003],
  ["a secret that is a number", { app_secret: 1 }, 10003],
];

for (const [why, changes, code] of refused) {
  test(`no token for ${why}: ${code}`, async (t) => {
    const platform = await startPlatform(t);
    const { status, body } = await askToken(platform, changes);
    assert.deepEqual([status, body.code, body.tenant_access_token], [400, code, undefined]);
    assert.doesNotMatch(JSON.stringify(platform.refusals()), /wrong/);
  });
}

test("no token for what is not JSON: 9499", async (t) => {
  const { api } = await startPlatform(t);
  const { status, body } = await ask("POST", `${api}/auth/v3/tenant_access_token/internal`, "{");
  assert.deepEqual([status, body.code], [400, 9499]);
});

const bearers: [why: string, authorization: string, code: number][] = [
  ["no token", "", 99991661],
  ["another scheme", "Basic dDp0", 99991661],
  ["a token that was never issued", "Bearer t-0123456789", 99991663],
  ["a user's token", "Bearer u-0123456789", 99991668],
  ["a token of another form", "Bearer 0123456789", 99991671],
];

for (const path of ["/contact/v3/users/batch_get_id", "/im/v1/messages?receive_id_type=open_id"]) {
  for (const [why, authorization, code] of bearers) {
    test(`POST ${path} refuses ${why} with ${code}`, async (t) => {
      const bot = await newBot(await startPlatform(t));
      const { status, headers, body } = await bot.post(path, {}, authorization ? { authorization } : {});
      assert.deepEqual([status, body.code], [400, code]);
      const error = body.error as { log_id: string; troubleshooter: string };
      assert.equal(error.log_id, headers.get("x-tt-logid"));
      assert.match(error.troubleshooter, new RegExp(`log_id=${error.log_id}$`));
    });
  }
}

test("a revoked token is refused with 99991663, and the next one is another", async (t) => {
  const platform = await startPlatform(t);
  const bot = await newBot(platform);
  platform.revokeTokens();
  assert.equal((await bot.send()).body.code, 99991663);
  const next = await newBot(platform);
  assert.notEqual(next.token, bot.token);
  assert.equal((await next.send()).body.code, 0);
});

test("an app without the permission is refused with 99991672, which names it and the page that grants it", async (t) => {
  const bot = await newBot(await startPlatform(t, { scopes: ["contact:user.id:readonly"] }));
  const { status, body } = await bot.send();
  assert.deepEqual([status, body.code], [400, 99991672]);
  const error = body.error as { permission_violations: { subject: string }[]; helps: { url: string }[] };
  assert.deepEqual(
    error.permission_violations.map(({ subject }) => subject),
    ["im:message", "im:message:send_as_bot", "im:message:send"],
  );
  assert.match(error.helps[0]?.url ?? "", /^https:\/\/.*\/app\/cli_sandbox\/auth\?q=im:message,/);
});

test("an app without the permission to look people up is refused with 99991672", async (t) => {
  const bot = await newBot(await startPlatform(t, { scopes: ["im:message"] }));
  const { status, body } = await bot.post("/contact/v3/users/batch_get_id", { emails: [] });
  assert.deepEqual([status, body.code], [400, 99991672]);
  assert.equal((await bot.send()).body.code, 0);
});
