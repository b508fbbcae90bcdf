import assert from "node:assert/strict";
import { chmodSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { startPeer, type Turn } from "./support/peer.ts";
import { newPerson, type Person } from "./support/person.ts";
import { type StartedPlatform, startPlatform } from "./support/platform.ts";

const done = { code: 0, signal: null, stdout: "", stderr: "" };

/** An event of a session of its own: the same words of one session ring once. */
function eventOf(session: string): string {
  return JSON.stringify({
    hook_event_name: "Notification",
    notification_type: "idle_prompt",
    session_id: session,
    cwd: `/home/dev/${session}`,
  });
}

const event = eventOf("shop");

function tokenFileOf({ home }: Person): string {
  return join(home, ".local/state/shipbell/token.json");
}

type Kept = { app: string; token: string; expireAt: number };

function kept(person: Person): Kept {
  return JSON.parse(person.read(tokenFileOf(person)));
}

/** How often the platform was asked for a token. */
function asked(platform: StartedPlatform): number {
  return platform.told().filter((line) => line.startsWith("info answered token")).length;
}

test("the token is kept in a file that only its owner can read, and used by the next hook", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  assert.deepEqual(await person.hook([], { stdin: event }), done);
  const file = tokenFileOf(person);
  assert.deepEqual([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777], [0o600, 0o700]);
  const first = kept(person);
  assert.deepEqual(await person.hook(["claude"], { stdin: eventOf("bakery") }), done);
  assert.deepEqual([kept(person), asked(platform), platform.messages().length], [first, 1, 2]);
});

test("what the file of the token held before is not readable by others afterwards", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  person.write(tokenFileOf(person), "{}");
  chmodSync(tokenFileOf(person), 0o644);
  await person.hook([], { stdin: event });
  assert.equal(statSync(tokenFileOf(person)).mode & 0o777, 0o600);
});

const lives: [why: string, expire: object, seconds: number][] = [
  ["7000 s for a fresh token", { expire: 7200 }, 7000],
  ["never more than 7000 s", { expire: 86_400 }, 7000],
  ["200 s less than it still lives", { expire: 1900 }, 1700],
  ["7000 s where the platform does not say", {}, 7000],
];

for (const [why, expire, seconds] of lives) {
  test(`the token is kept for ${why}`, async (t) => {
    const token = { code: 0, msg: "ok", tenant_access_token: "t-a", ...expire };
    const peer = await startPeer(t, [{ body: token }, { body: { code: 0 } }]);
    const person = newPerson(t);
    const before = Date.now();
    await person.hook([], { stdin: event, env: envOf(peer.origin) });
    const { expireAt } = kept(person);
    assert.ok(expireAt >= before + seconds * 1000 && expireAt <= Date.now() + seconds * 1000, `${expireAt}`);
  });
}

test("a token that another machine was given before is kept only as long as it lives", async (t) => {
  const platform = await startPlatform(t);
  const [one, two] = [newPerson(t, platform), newPerson(t, platform)];
  await one.hook([], { stdin: event });
  platform.pass(80 * 60_000);
  await two.hook([], { stdin: event });
  assert.equal(kept(two).token, kept(one).token);
  assert.ok(kept(two).expireAt <= Date.now() + 2200_000);
});

/** A whole configuration by variables, for a peer that is no platform. */
function envOf(api: string): Record<string, string> {
  return {
    HOOK_APP_ID: "cli_a",
    HOOK_APP_SECRET: "the-app-secret",
    HOOK_OPEN_ID: "ou_a",
    MESSAGING_API: api,
  };
}

const useless: [why: string, file: (platform: StartedPlatform) => string][] = [
  ["is empty", () => ""],
  ["was cut short", () => '{"app":"cli_sandb'],
  ["is no object", () => "[1]"],
  ["holds a number for a token", ({ api, app }) => cache(`${app.id} ${api}`, 60_000, 5)],
  ["holds what no header can carry", ({ api, app }) => cache(`${app.id} ${api}`, 60_000, "t-a\r\nX: y")],
  ["is of another application", ({ api }) => cache(`cli_other ${api}`, 60_000)],
  ["is of another platform", ({ app }) => cache(`${app.id} https://open.larksuite.com/open-apis`, 60_000)],
  ["has ended", ({ api, app }) => cache(`${app.id} ${api}`, -1)],
  ["was written by a clock that was ahead", ({ api, app }) => cache(`${app.id} ${api}`, 7_300_000)],
];

function cache(app: string, life: number, token: unknown = "t-of-before"): string {
  return JSON.stringify({ app, token, expireAt: Date.now() + life });
}

for (const [why, file] of useless) {
  test(`a new token is taken when the kept one ${why}`, async (t) => {
    const platform = await startPlatform(t);
    const person = newPerson(t, platform);
    person.write(tokenFileOf(person), file(platform));
    assert.deepEqual(await person.hook([], { stdin: event }), done);
    assert.deepEqual(platform.refusals(), []);
    assert.match(kept(person).token, /^t-/);
    assert.notEqual(kept(person).token, "t-of-before");
  });
}

test("the kept token is used while it is good, which the rows above rely on", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  person.write(tokenFileOf(person), cache(`${platform.app.id} ${platform.api}`, 60_000));
  assert.deepEqual(await person.hook([], { stdin: event }), done);
  assert.deepEqual(
    platform.refusals().map(({ code }) => code),
    [99991663],
  );
});

test("a folder in the place of the token's file keeps no card back", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  person.write(join(tokenFileOf(person), "x"), "");
  assert.deepEqual(await person.hook([], { stdin: event }), done);
  assert.equal(platform.messages().length, 1);
});

test("a token that was revoked is replaced once, and the card arrives", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  await person.hook([], { stdin: event });
  const before = kept(person).token;
  platform.revokeTokens();
  assert.deepEqual(await person.hook([], { stdin: eventOf("bakery") }), done);
  assert.deepEqual([platform.messages().length, asked(platform)], [2, 2]);
  assert.notEqual(kept(person).token, before);
});

const given = (token: string): Turn => ({
  body: { code: 0, msg: "ok", tenant_access_token: token, expire: 7200 },
});

const refused: [status: number, code: number][] = [
  [400, 99991661],
  [400, 99991663],
  [400, 99991664],
  [400, 99991665],
  [400, 99991668],
  [400, 99991671],
  [400, 99991677],
  [200, 99991663],
  [401, 99991668],
];

for (const [status, code] of refused) {
  test(`HTTP ${status} with ${code} gets a new token, once`, async (t) => {
    const turns = [
      given("t-old"),
      { status, body: { code, msg: "no" } },
      given("t-new"),
      { body: { code: 0 } },
    ];
    const peer = await startPeer(t, turns);
    const person = newPerson(t);
    assert.deepEqual(await person.hook([], { stdin: event, env: envOf(peer.origin) }), done);
    const bearers = peer.requests.map(({ headers }) => headers.authorization);
    assert.deepEqual(bearers, [undefined, "Bearer t-old", undefined, "Bearer t-new"]);
    assert.equal(kept(person).token, "t-new");
    assert.equal(peer.requests[1]?.body, peer.requests[3]?.body);
  });
}

test("a platform that refuses the new token too is not asked for ever", async (t) => {
  const no = { status: 400, body: { code: 99991663, msg: "Invalid access token" } };
  const peer = await startPeer(t, [given("t-old"), no, given("t-new"), no]);
  const { code, stdout, stderr } = await newPerson(t).hook([], { stdin: event, env: envOf(peer.origin) });
  assert.deepEqual([code, stdout, peer.requests.length], [1, "", 4]);
  assert.match(stderr, /^Cannot send the card to ou_a: .*99991663.*enabled[^\n]*\n$/);
});

const tokenless: [why: string, turn: Turn, stderr: RegExp][] = [
  [
    "the secret is wrong",
    { status: 400, body: { code: 10014, msg: "app secret invalid" } },
    /10014.*run hook setup/,
  ],
  [
    "there is no such application",
    { status: 400, body: { code: 99991543, msg: "no" } },
    /99991543.*HOOK_APP_ID/,
  ],
  ["the reply holds no token", { body: { code: 0, msg: "ok" } }, /holds no token/],
  ["the reply is no JSON", { body: "<html>captive portal</html>" }, /HTTP 200: <html>captive portal/],
  [
    "this machine's address is not allowed",
    { status: 400, body: { code: 99991401, msg: "ip" } },
    /IP 白名单/,
  ],
];

for (const [why, turn, stderr] of tokenless) {
  test(`without a token, because ${why}, hook fails with 1, one line and a trace in the debug log`, async (t) => {
    const peer = await startPeer(t, [turn]);
    const person = newPerson(t);
    const ended = await person.hook([], {
      stdin: event,
      env: { ...envOf(peer.origin), HOOK_OPEN_ID: "ou_a,ou_b" },
    });
    assert.deepEqual([ended.code, ended.stdout, peer.requests.length], [1, "", 1]);
    assert.match(ended.stderr, /^Cannot send the card to ou_a, ou_b: [^\n]*\n$/);
    assert.match(ended.stderr, stderr);
    assert.match(person.read(join(person.home, ".local/state/shipbell/hook.log")), /"error":"Cannot send/);
  });
}

test("fifty hooks at once with nothing kept: all cards arrive, and what is kept is whole", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  const projects = Array.from({ length: 50 }, (_, at) => `shop${at}`);
  const ended = await Promise.all(projects.map((name) => person.hook([], { stdin: eventOf(name) })));
  assert.deepEqual(
    ended,
    projects.map(() => done),
  );
  const texts = platform.messages().map(({ card }) => /shop\d+/.exec(JSON.stringify(card))?.[0]);
  assert.deepEqual(texts.toSorted(), projects.toSorted());
  assert.deepEqual(platform.refusals(), []);
  assert.match(kept(person).token, /^t-/);
  rmSync(tokenFileOf(person));
  assert.deepEqual(await person.hook([], { stdin: event }), done);
});
