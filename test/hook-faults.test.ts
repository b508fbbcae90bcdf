import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { JsonObject } from "../src/json/parse.ts";
import { chatOf } from "./support/chat.ts";
import { closedPort, startPeer, type Turn } from "./support/peer.ts";
import { configOf, newPerson } from "./support/person.ts";
import { startPlatform } from "./support/platform.ts";

const done = { code: 0, signal: null, stdout: "", stderr: "" };
const secret = "the-app-secret";
const token = "t-0123456789abcdef0123456789abcdef";

const idle = JSON.stringify({
  hook_event_name: "Notification",
  notification_type: "idle_prompt",
  session_id: "0123456789",
  cwd: "/home/dev/my_shop",
});

const app = { HOOK_APP_ID: "cli_a", HOOK_APP_SECRET: secret, HOOK_OPEN_ID: "ou_a" };
const given: Turn = { body: { code: 0, msg: "ok", tenant_access_token: token, expire: 7200 } };
const ok: Turn = { body: { code: 0, msg: "success", data: { message_id: "om_1" } } };
const reset = { "x-ogw-ratelimit-reset": "1" };

const passing: [why: string, turn: Turn][] = [
  ["a fault of the platform", { status: 503, body: "<html>down</html>" }],
  ["a fault of the platform with a code", { status: 500, body: { code: 1, msg: "internal" } }],
  ["a connection that is cut before the reply", { fault: "reset" }],
  ["a connection that is cut in the middle of the reply", { body: { code: 0 }, fault: "reset in the body" }],
  ["a limit of the gateway", { status: 429, headers: reset, body: { code: 99991400, msg: "rate" } }],
  [
    "a limit of the gateway, as old interfaces say it",
    { status: 400, body: { code: 99991400, msg: "rate" } },
  ],
  ["a limit of a proxy", { status: 429, headers: reset, body: "slow down" }],
  ["a limit of the chat", { status: 400, body: { code: 230020, msg: "rate" } }],
  ["the same message still being worked on", { status: 400, body: { code: 230049, msg: "being sent" } }],
];

for (const [why, turn] of passing) {
  test(`after ${why}, the same message with the same uuid is sent once more`, async (t) => {
    const peer = await startPeer(t, [given, turn, ok]);
    const ended = await newPerson(t).hook([], { stdin: idle, env: { ...app, MESSAGING_API: peer.origin } });
    assert.deepEqual(ended, done);
    const [, first, second, ...more] = peer.requests.map(({ body }) => body);
    assert.deepEqual([first, more], [second, []]);
    assert.match(JSON.parse(first ?? "").uuid, /^.{16,50}$/);
  });

  test(`after ${why} in place of a token, it is asked for once more`, async (t) => {
    const peer = await startPeer(t, [turn, given, ok]);
    const ended = await newPerson(t).hook([], { stdin: idle, env: { ...app, MESSAGING_API: peer.origin } });
    assert.deepEqual([ended, peer.requests.length], [done, 3]);
  });
}

const lasting: [why: string, turns: Turn[], requests: number, stderr: RegExp][] = [
  ["a platform that is down twice", [given, { status: 503, body: "down" }], 3, /HTTP 503: down/],
  ["a connection that is cut twice", [given, { fault: "reset" }], 3, /may have arrived/],
  [
    "a limit that lasts a minute",
    [
      given,
      { status: 429, headers: { "x-ogw-ratelimit-reset": "60" }, body: { code: 99991400, msg: "rate" } },
    ],
    2,
    /99991400.*again in a minute/,
  ],
  [
    "a refusal that only a person can mend",
    [
      given,
      { status: 400, headers: { "x-tt-logid": "202611" }, body: { code: 230013, msg: "NO availability" } },
    ],
    2,
    /230013: NO availability \(log id 202611\)\. .*可用范围/,
  ],
  ["a code that nobody knows", [given, { status: 400, body: { code: 4242, msg: "odd" } }], 2, /4242: odd\n$/],
  ["a reply without a code", [given, { status: 404, body: "404 page not found" }], 2, /HTTP 404: 404 page/],
  [
    "words that steer a terminal",
    [given, { status: 400, body: { code: 4242, msg: "odd\n\u001b[2J" } }],
    2,
    /^[ -~]*\n$/,
  ],
];

for (const [why, turns, requests, stderr] of lasting) {
  test(`hook exits 1 and says in one line what to do after ${why}`, async (t) => {
    const peer = await startPeer(t, turns);
    const ended = await newPerson(t).hook([], { stdin: idle, env: { ...app, MESSAGING_API: peer.origin } });
    assert.deepEqual([ended.code, ended.stdout, peer.requests.length], [1, "", requests]);
    assert.match(ended.stderr, /^Cannot send the card to ou_a: [^\n]*\n$/);
    assert.match(ended.stderr, stderr);
  });
}

test("hook exits 1 when nobody listens", async (t) => {
  const env = { ...app, MESSAGING_API: `http://127.0.0.1:${await closedPort()}` };
  const { code, stdout, stderr } = await newPerson(t).hook([], { stdin: idle, env });
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^Cannot send the card to ou_a: .*ECONNREFUSED[^\n]*\n$/);
});

const im = "/open-apis/im/";
const once: [why: string, fault: JsonObject][] = [
  ["a reply that is cut", { reset: "middle", path: im }],
  ["a fault that hides that it arrived", { httpStatus: 502, body: "bad gateway", delivered: true, path: im }],
  ["a reply that comes too late", { delayMs: 7_000, path: im }],
];

for (const [why, fault] of once) {
  test(`one card rings once after ${why}`, async (t) => {
    const platform = await startPlatform(t);
    platform.fault(fault);
    assert.deepEqual(await newPerson(t, platform).hook([], { stdin: idle }), done);
    assert.equal(platform.messages().length, 1);
  });
}

test("a platform that says no more is left after 10 s, however many are told", async (t) => {
  const peer = await startPeer(t, [given, { fault: "stall" }]);
  const begin = performance.now();
  const env = { ...app, HOOK_OPEN_ID: "ou_a,ou_b", MESSAGING_API: peer.origin };
  const { code, stderr } = await newPerson(t).hook([], { stdin: idle, env });
  assert.deepEqual([code, peer.requests.length], [1, 5]);
  // Their last tries may have had a tenth of a second more or less, which makes it two lines.
  assert.match(stderr, /^(Cannot send the card to ou_[^\n]*: no answer within \d\.?\d? s[^\n]*\n){1,2}$/);
  const took = performance.now() - begin;
  assert.ok(took > 8_000 && took < 20_000, `${took} ms`);
});

const said = "All done: <b>the tests</b> pass in my_shop, and the summary is long enough to be shown.";
const stop = JSON.stringify({ ...JSON.parse(idle), hook_event_name: "Stop", last_assistant_message: said });

const facts = "✅ 任务完成\n\n项目 my_shop Session 01234567\n时间 TIME";
const content: [code: number, text: RegExp][] = [
  [230099, /All done: .*the tests.*my_shop, and the summary/],
  [230001, /All done: .*the tests.*my_shop, and the summary/],
  [230025, /All done: .*the tests.*my_shop, and the summary/],
  [200570, /All done: .*the tests.*my_shop, and the summary/],
];

for (const [code, text] of content) {
  test(`a card that the platform refuses with ${code} is sent once more as plain text`, async (t) => {
    const platform = await startPlatform(t);
    platform.fault({ code, httpStatus: 400, path: im });
    assert.deepEqual(await newPerson(t, platform).hook([], { stdin: stop }), done);
    const [[words = ""] = [], ...more] = chatOf(platform);
    assert.deepEqual(more, []);
    assert.equal(words.slice(0, facts.length), facts);
    assert.match(words, text);
  });
}

for (const code of [230022, 230028]) {
  test(`a card whose words the platform refuses with ${code} is sent without them`, async (t) => {
    const platform = await startPlatform(t);
    platform.fault({ code, httpStatus: 400, path: im });
    assert.deepEqual(await newPerson(t, platform).hook([], { stdin: stop }), done);
    const [[words = ""] = []] = chatOf(platform);
    assert.match(words, /my_shop/);
    assert.doesNotMatch(words, /All done/);
  });
}

test("a platform that refuses the plain text too is not asked a third time", async (t) => {
  const platform = await startPlatform(t);
  platform.fault({ code: 230099, httpStatus: 400, path: im, times: 9 });
  const { code, stderr } = await newPerson(t, platform).hook([], { stdin: stop });
  assert.deepEqual([code, platform.refusals().length, platform.messages()], [1, 2, []]);
  assert.match(stderr, /^Cannot send the card to ou_ada: .*230099.*the text too[^\n]*\n$/);
});

const receivers: [id: string, stderr: RegExp][] = [
  ["ou_other_app", /99992361.*belongs to another application.*hook lookup/],
  ["ou_nobody", /99992351.*hook lookup/],
  ["ou_unavailable", /230013.*可用范围/],
  ["ou_resigned", /230029.*HOOK_OPEN_ID/],
  ["ou_stopped", /230053.*allow them/],
  ["oc_elsewhere", /230002.*群机器人/],
  ["eve@example.com", /99992402.*hook lookup/],
];

for (const [id, stderr] of receivers) {
  test(`one receiver that is refused, ${id}, does not stop the others`, async (t) => {
    const platform = await startPlatform(t);
    const env = { HOOK_OPEN_ID: `ou_ada, ${id},lin@example.com,oc_sandbox,ou_ada` };
    const ended = await newPerson(t, platform).hook([], { stdin: idle, env });
    assert.deepEqual([ended.code, ended.stdout], [1, ""]);
    assert.match(ended.stderr, stderr);
    assert.ok(ended.stderr.startsWith(`Cannot send the card to ${id}: `), ended.stderr);
    const told = platform.messages().map(({ to }) => to);
    assert.deepEqual(told.sort(), ["lin@example.com", "oc_sandbox", "ou_ada"]);
  });
}

test("a permission that is missing is named, with the page where it is requested", async (t) => {
  const platform = await startPlatform(t, { scopes: [] });
  const { code, stderr } = await newPerson(t, platform).hook([], { stdin: idle });
  assert.equal(code, 1);
  assert.match(stderr, /^Cannot send the card to ou_ada: .*99991672[^\n]*\n$/);
  const advice =
    /lacks im:message or im:message:send_as_bot or .*: request it at https:\/\/open\.feishu\.cn\/app\/cli_sandbox\/auth\S+ and publish/;
  assert.match(stderr, advice);
});

/** Every file below a folder. */
function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

const echo = { msg: `${secret} ${token} "app_secret":"${secret}" Bearer ${token}` };
const betrayals: [why: string, turns: Turn[]][] = [
  ["all goes well", [given, ok]],
  ["the platform repeats the secret", [{ status: 400, body: { code: 10014, ...echo } }]],
  ["the platform repeats the token", [given, { status: 400, body: { code: 230013, ...echo } }]],
  ["the platform refuses the token", [given, { status: 400, body: { code: 99991663, ...echo } }]],
  ["the platform refuses the card", [given, { status: 400, body: { code: 230099, ...echo } }]],
  ["the platform repeats them outside of JSON", [given, { status: 502, body: echo.msg }]],
  ["the reply with the token is cut", [{ ...given, fault: "reset in the body" }]],
  ["the connection is cut", [given, { fault: "reset" }]],
];

for (const [why, turns] of betrayals) {
  test(`no secret and no token in any file or output when ${why}`, async (t) => {
    const peer = await startPeer(t, turns);
    const person = newPerson(t);
    const said = {
      last_assistant_message: `${idle} The secret is ${secret}, see Authorization: Bearer ${token}`,
    };
    const stdin = JSON.stringify({ ...JSON.parse(idle), hook_event_name: "Stop", ...said });
    const file = { appId: "cli_a", appSecret: secret, receivers: ["ou_a"], messagingApi: peer.origin };
    person.write(person.config, JSON.stringify(file));
    const { stdout, stderr } = await person.hook([], { stdin });
    const files = filesIn(person.home).filter((path) => !/\/(hook|token)\.json$/.test(path));
    assert.ok(files.some((path) => path.endsWith("/hook.log")));
    for (const text of [stdout, stderr, ...files.map((path) => readFileSync(path, "utf8"))])
      for (const hidden of [secret, token]) assert.ok(!text.includes(hidden), text);
    const kept = person.read(join(person.home, ".local/state/shipbell/token.json"));
    assert.ok(!kept.includes(secret));
  });
}

const lacking: [why: string, changes: object, stderr: string][] = [
  ["the application's id", { appId: "" }, "there is no application id (HOOK_APP_ID)"],
  ["the application's secret", { appSecret: "" }, "there is no application secret (HOOK_APP_SECRET)"],
  ["the receiver", { receivers: [] }, "there is no receiver (HOOK_OPEN_ID)"],
];

for (const [why, changes, lack] of lacking) {
  test(`hook exits 1 and names what to set when ${why} is missing`, async (t) => {
    const platform = await startPlatform(t);
    const person = newPerson(t);
    person.write(person.config, JSON.stringify({ ...configOf(platform), ...changes }));
    const stderr = `Cannot send the card: ${lack}; run hook setup, or set the variable\n`;
    assert.deepEqual(await person.hook([], { stdin: idle }), { ...done, code: 1, stderr });
    assert.deepEqual(platform.told(), []);
  });
}
