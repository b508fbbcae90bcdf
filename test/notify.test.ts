import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { JsonObject } from "../src/json/parse.ts";
import { certificate } from "./support/certificate.ts";
import { folder } from "./support/folder.ts";
import { closedPort, startPeer, startTunnel, type Turn } from "./support/peer.ts";
import { startPlatform } from "./support/platform.ts";
import { run, start } from "./support/spawn.ts";

const update = JSON.stringify({ title: "Watchtower updates on prod-01", message: "Creating /admin-web\n" });
const notified = "Notified the group chat\n";
const ok: Turn = { body: { code: 0 } };

/** Title, colour and the contents of the fields of a card. */
function read(card: unknown): [title: string, template: string, fields: string[]] {
  const { header, elements } = card as {
    header: { title: { content: string }; template: string };
    elements: [{ fields: { text: { content: string } }[] }];
  };
  return [header.title.content, header.template, elements[0].fields.map(({ text }) => text.content)];
}

const missing: [why: string, env: Record<string, string>][] = [
  ["is not set", {}],
  ["is empty", { CHAT_WEBHOOK_URL: "" }],
  [
    "is blank, whatever else is wrong",
    { CHAT_WEBHOOK_URL: " ", CHAT_ONLY_CHANGES: "maybe", CHAT_WEBHOOK_SECRET_FILE: "/none" },
  ],
];

for (const [why, env] of missing) {
  test(`notify fails with 1 and one line when CHAT_WEBHOOK_URL ${why}`, async (t) => {
    const ended = await run(t, "notify", update, { env });
    assert.deepEqual(ended, {
      code: 1,
      signal: null,
      stdout: "",
      stderr: "Cannot notify: CHAT_WEBHOOK_URL is empty\n",
    });
  });
}

test("notify does not wait for its input when CHAT_WEBHOOK_URL is empty", async (t) => {
  const child = start(t, "notify");
  const [code] = await new Promise<[number | null]>((resolve) => child.on("exit", (code) => resolve([code])));
  assert.equal(code, 1);
});

const nothing: [why: string, stdin: string | Buffer, stderr: RegExp][] = [
  ["plain text", "Creating /admin-web", /^Nothing sent: .*not a JSON object\n$/],
  ["nothing", "", /^Nothing sent: .*not a JSON object\n$/],
  ["half of a JSON text", update.slice(0, -1), /^Nothing sent: .*not a JSON object\n$/],
  ["bytes that are no text", Buffer.from([0xff, 0xfe, 0]), /^Nothing sent: .*not a JSON object\n$/],
  ["an array", "[]", /^Nothing sent: .*not a JSON object\n$/],
  ["a number", "42", /^Nothing sent: .*not a JSON object\n$/],
  ["an unknown Action", '{"Action":"die"}', /^Nothing sent: .*"Action".*template=json.*\n$/],
  ["keys that steer a terminal", '{"\\u009b2J\\u202e":1}', /^Nothing sent: [ -~]*\n$/],
];

for (const [why, stdin, stderr] of nothing) {
  test(`notify sends nothing for ${why}, says why and exits 0`, async (t) => {
    const peer = await startPeer(t, [ok]);
    const ended = await run(t, "notify", stdin, { env: { CHAT_WEBHOOK_URL: peer.origin } });
    assert.match(ended.stderr, stderr);
    assert.deepEqual([ended.code, ended.stdout, peer.requests.length], [0, "", 0]);
  });
}

const cards: [
  why: string,
  payload: JsonObject,
  title: string,
  template: string,
  fields: (string | RegExp)[],
][] = [
  [
    "a generic payload",
    { title: "t", message: "Creating /admin-web\nCreating /agent-api" },
    "🚀 部署通知 — 容器已更新",
    "green",
    [
      "**更新容器**\nadmin-web\nagent-api",
      "",
      "**详情**\n```\nCreating /admin-web\nCreating /agent-api\n```",
    ],
  ],
  [
    "a message that names nobody",
    { message: "Watchtower 1.7.1" },
    "🚀 部署通知 — 容器已更新",
    "green",
    ["**更新容器**\n(见详情)", "", "**详情**\n```\nWatchtower 1.7.1\n```"],
  ],
  [
    "the event start",
    { Action: "start", Name: "/my_app", ImageName: "r.example.com:5000/team/my_app:develop" },
    "✅ 部署通知 — 容器启动",
    "green",
    ["**容器**\nmy_app", "**镜像**\nmy_app:develop", "", "**事件**\nstart"],
  ],
  [
    "the event stop",
    { Action: "stop", ImageName: "nginx" },
    "⏸ 部署通知 — 容器停止",
    "yellow",
    ["**容器**\nunknown", "**镜像**\nnginx", "", "**事件**\nstop"],
  ],
  [
    "the event update",
    { Action: "update", Name: "a", ImageName: "b/c:1" },
    "🚀 部署通知 — 镜像更新",
    "green",
    ["**容器**\na", "**镜像**\nc:1", "", "**事件**\nupdate"],
  ],
  [
    "a report in JSON",
    {
      report: { updated: [{ name: "/a", imageName: "o/a", state: "Updated" }] },
      entries: [],
      title: "Updates on h",
    },
    "🚀 部署通知 — 容器已更新",
    "green",
    ["**更新容器**\na", "", "**详情**\n```\nUpdates on h\n- a (o/a): Updated\n```"],
  ],
];

for (const [why, payload, title, template, fields] of cards) {
  test(`notify makes ${why} a card that the platform takes`, async (t) => {
    const { webhook, messages } = await startPlatform(t);
    const ended = await run(t, "notify", JSON.stringify(payload), { env: { CHAT_WEBHOOK_URL: webhook } });
    assert.deepEqual(ended, { code: 0, signal: null, stdout: notified, stderr: "" });
    const [seenTitle, seenTemplate, seenFields] = read(messages()[0]?.card);
    const withoutTime = seenFields.map((text) =>
      text.replace(/^\*\*时间\*\*\n\d{4}(-\d\d){2} \d\d(:\d\d){2}$/, ""),
    );
    assert.deepEqual([seenTitle, seenTemplate, withoutTime], [title, template, fields]);
    assert.equal(messages().length, 1);
  });
}

test("the card's time is local, by TZ", async (t) => {
  const { stdout } = await run(t, "notify", update, { args: ["--dry-run"], env: { TZ: "Etc/GMT-14" } });
  const [, , [, time = ""]] = read(JSON.parse(stdout).card);
  const shown = Date.parse(`${time.replace("**时间**\n", "").replace(" ", "T")}+14:00`);
  assert.ok(Math.abs(Date.now() - shown) < 300_000, time);
});

test("a card is signed when CHAT_WEBHOOK_SECRET is set, or the file that CHAT_WEBHOOK_SECRET_FILE names", async (t) => {
  const { webhook, messages } = await startPlatform(t, { secret: "s3cret" });
  const files = folder(t);
  writeFileSync(join(files, "url"), `${webhook}\n`);
  writeFileSync(join(files, "secret"), "s3cret\n");
  const byValue = { CHAT_WEBHOOK_URL: webhook, CHAT_WEBHOOK_SECRET: "s3cret" };
  const byFile = {
    CHAT_WEBHOOK_URL_FILE: join(files, "url"),
    CHAT_WEBHOOK_SECRET_FILE: join(files, "secret"),
  };
  for (const env of [byValue, byFile])
    assert.equal((await run(t, "notify", update, { env })).stdout, notified);
  assert.deepEqual(
    messages().map(({ signed }) => signed),
    [true, true],
  );
});

test("a refusal is printed with the platform's words and what to do, and exits 1", async (t) => {
  const { webhook } = await startPlatform(t, { secret: "s3cret" });
  const env = { CHAT_WEBHOOK_URL: webhook, CHAT_WEBHOOK_SECRET: "wrong" };
  const { code, stdout, stderr } = await run(t, "notify", update, { env });
  assert.match(
    stderr,
    /^Cannot notify: the webhook replied with HTTP 200: .*19021.*\n.*CHAT_WEBHOOK_SECRET.*\n$/,
  );
  assert.deepEqual([code, stdout], [1, ""]);
});

const replies: [why: string, turn: Turn, code: number][] = [
  ["code 0", { body: { code: 0 } }, 0],
  ["StatusCode 0", { body: { StatusCode: 0 } }, 0],
  ["code 0 with another HTTP status", { status: 500, body: { code: 0 } }, 0],
  ["a code other than 0", { body: { code: 19_001, msg: "t0ken s3cret" } }, 1],
  ["a zero that is text", { body: { code: "0" } }, 1],
  ["neither code", { body: {} }, 1],
  ["a page", { status: 403, body: "<html>/hook/t0ken\n</html>" }, 1],
  ["nothing", {}, 1],
  ["a reset", { fault: "reset" }, 1],
  ["half a reply", { body: '{"code":0', fault: "reset in the body" }, 1],
];

for (const [why, turn, expected] of replies) {
  test(`a webhook that replies with ${why} means exit ${expected}, one post and no secret shown`, async (t) => {
    const { origin, requests } = await startPeer(t, [turn, ok]);
    const env = { CHAT_WEBHOOK_URL: `${origin}/hook/t0ken`, CHAT_WEBHOOK_SECRET: "s3cret" };
    const { code, stdout, stderr } = await run(t, "notify", update, { env });
    assert.deepEqual([code, stdout, requests.length], [expected, expected ? "" : notified, 1]);
    assert.match(stderr, expected ? /^Cannot notify: .+\n(.+\n)?$/ : /^$/);
    assert.doesNotMatch(stderr, /t0ken|s3cret/);
  });
}

test("a rate limit is waited for as the platform asks", async (t) => {
  const limit: Turn = { status: 429, headers: { "x-ogw-ratelimit-reset": "2" }, body: { code: 99_991_400 } };
  const { origin, requests } = await startPeer(t, [limit, ok]);
  const begin = performance.now();
  assert.equal((await run(t, "notify", update, { env: { CHAT_WEBHOOK_URL: origin } })).stdout, notified);
  assert.equal(requests.length, 2);
  assert.ok(performance.now() - begin >= 2_000);
});

test("a peer that stalls is given up after 10 s and not asked twice; one that is not there after 15 s", async (t) => {
  const slow = async (turn: Turn) => {
    const { origin, requests } = await startPeer(t, [turn]);
    const { code, stderr } = await run(t, "notify", update, { env: { CHAT_WEBHOOK_URL: `${origin}/t0ken` } });
    assert.equal(stderr, "Cannot notify: no answer within 10 s; the card may have arrived all the same\n");
    assert.deepEqual([code, requests.length], [1, 1]);
  };
  const absent = async () => {
    const url = `http://127.0.0.1:${await closedPort()}/t0ken`;
    const { code, stderr } = await run(t, "notify", update, { env: { CHAT_WEBHOOK_URL: url } });
    assert.match(stderr, /^Cannot notify: connect ECONNREFUSED 127\.0\.0\.1:\d+ \(tried 5 times\)\n$/);
    assert.equal(code, 1);
  };
  await Promise.all([slow({ fault: "stall" }), slow({ body: "{", fault: "stall in the body" }), absent()]);
});

const wrong: [why: string, env: Record<string, string>, args: string[], stderr: RegExp][] = [
  [
    "a webhook that is no address",
    { CHAT_WEBHOOK_URL: "t0ken" },
    [],
    /^Cannot use CHAT_WEBHOOK_URL: it is no http or https address\n$/,
  ],
  ["a webhook of another scheme", { CHAT_WEBHOOK_URL: "file:///t0ken" }, [], /CHAT_WEBHOOK_URL/],
  ["such a webhook on a dry run", { CHAT_WEBHOOK_URL: "t0ken" }, ["--dry-run"], /CHAT_WEBHOOK_URL/],
  ["a webhook file that is missing", { CHAT_WEBHOOK_URL_FILE: "/none" }, [], /CHAT_WEBHOOK_URL_FILE.*ENOENT/],
  [
    "a switch that is neither",
    { CHAT_WEBHOOK_URL: "http://x", CHAT_ONLY_CHANGES: "maybe" },
    [],
    /CHAT_ONLY_CHANGES/,
  ],
  ["another switch", { CHAT_WEBHOOK_URL: "http://x", CHAT_FLAG_FAILURES: "2" }, [], /CHAT_FLAG_FAILURES/],
  [
    "a proxy that is no address",
    { CHAT_WEBHOOK_URL: "http://x", HTTPS_PROXY: "t0ken" },
    [],
    /Cannot use HTTPS_PROXY/,
  ],
  ["an argument", {}, ["payload.json"], /takes no arguments/],
];

for (const [why, env, args, stderr] of wrong) {
  test(`${why} is wrong usage: 64, one line, no secret`, async (t) => {
    const ended = await run(t, "notify", update, { env, args });
    assert.match(ended.stderr, stderr);
    assert.match(ended.stderr, /^[^\n]+\n$/);
    assert.doesNotMatch(ended.stderr, /t0ken/);
    assert.deepEqual([ended.code, ended.stdout], [64, ""]);
  });
}

const filtered: [why: string, payload: string, env: Record<string, string>, sent: boolean][] = [
  ["a start-up message", '{"message":"Watchtower 1.7.1"}', {}, false],
  [
    "a report where all is fresh",
    '{"message":"1 Scanned, 0 Updated, 0 Failed\\n- nginx (nginx:1): Fresh"}',
    {},
    false,
  ],
  ["an update", update, {}, true],
  ["an update without names", '{"message":"Found new image\\nStarted new container"}', {}, true],
  ["a container event", '{"Action":"stop"}', {}, true],
  ["a failure", '{"message":"a (b): Failed Error: c"}', {}, false],
  [
    "a failure that is to be flagged",
    '{"message":"a (b): Failed Error: c"}',
    { CHAT_FLAG_FAILURES: "1" },
    true,
  ],
];

for (const [why, payload, more, sent] of filtered) {
  test(`CHAT_ONLY_CHANGES ${sent ? "sends" : "leaves out"} ${why}`, async (t) => {
    const { webhook, messages } = await startPlatform(t);
    const env = { CHAT_WEBHOOK_URL: webhook, CHAT_ONLY_CHANGES: "1", ...more };
    const ended = await run(t, "notify", payload, { env });
    const stdout = sent ? notified : "Nothing sent: nothing was updated\n";
    assert.deepEqual(ended, { code: 0, signal: null, stdout, stderr: "" });
    assert.equal(messages().length, sent ? 1 : 0);
  });
}

test("CHAT_FLAG_FAILURES makes the card yellow and lists what failed", async (t) => {
  const env = { CHAT_FLAG_FAILURES: "1" };
  const payload = JSON.stringify({ message: "/a (o/a): Updated\n/b (o/b): Failed Error: x" });
  const { stdout } = await run(t, "notify", payload, { args: ["--dry-run"], env });
  const [, template, [updated, , failed]] = read(JSON.parse(stdout).card);
  assert.deepEqual([template, updated, failed], ["yellow", "**更新容器**\na", "**失败容器**\nb"]);
});

test("--dry-run prints the very body that would be sent, and sends nothing", async (t) => {
  const peer = await startPeer(t, [ok]);
  const env = { CHAT_WEBHOOK_URL: peer.origin, CHAT_WEBHOOK_SECRET: "s3cret" };
  const { code, stdout, stderr } = await run(t, "notify", update, { args: ["--dry-run"], env });
  assert.deepEqual([code, stderr, peer.requests.length], [0, "", 0]);
  const { timestamp, sign, ...message } = JSON.parse(stdout);
  assert.match(`${timestamp} ${sign}`, /^\d{10} \S{43}=$/);
  assert.deepEqual(Object.keys(message), ["msg_type", "card"]);
  assert.doesNotMatch(stdout, /s3cret/);
});

test("--preview prints the card as a person reads it, without a webhook and without colours in a pipe", async (t) => {
  const { code, stdout, stderr } = await run(t, "notify", update, { args: ["--preview"] });
  assert.match(
    stdout,
    /^┃ 🚀 部署通知 — 容器已更新 {2}\(green\)\n┃\n┃ 更新容器\n┃ admin-web\n┃\n┃ 时间\n┃ .+\n┃\n┃ 详情\n┃ {3}Creating \/admin-web\n$/,
  );
  assert.deepEqual([code, stderr], [0, ""]);
});

test("a payload that comes in pieces is read to its end", async (t) => {
  const child = start(t, "notify", { args: ["--dry-run"] });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stdin.write(update.slice(0, 20));
  await sleep(300);
  child.stdin.end(update.slice(20));
  await new Promise((resolve) => child.on("close", resolve));
  assert.match(stdout, /admin-web/);
});

test("a webhook over https is reached with the certificate authority of NODE_EXTRA_CA_CERTS", async (t) => {
  const tls = certificate();
  const file = join(folder(t), "ca.pem");
  writeFileSync(file, tls.cert);
  const { port, requests } = await startPeer(t, [ok], { tls });
  for (const host of ["localhost", "127.0.0.1"]) {
    const env = { CHAT_WEBHOOK_URL: `https://${host}:${port}/hook`, NODE_EXTRA_CA_CERTS: file };
    assert.equal((await run(t, "notify", update, { env })).stdout, notified);
  }
  assert.equal(requests.length, 2);
});

test("HTTPS_PROXY is used for a webhook over https, by CONNECT", async (t) => {
  const tls = certificate();
  const file = join(folder(t), "ca.pem");
  writeFileSync(file, tls.cert);
  const peer = await startPeer(t, [ok], { tls });
  const proxy = await startTunnel(t, peer.port);
  const env = {
    HTTPS_PROXY: proxy.origin,
    NODE_EXTRA_CA_CERTS: file,
    CHAT_WEBHOOK_URL: "https://localhost/hook/x",
  };
  assert.equal((await run(t, "notify", update, { env })).stdout, notified);
  assert.deepEqual(proxy.asked, ["CONNECT localhost:443 HTTP/1.1"]);
  assert.equal(peer.requests.length, 1);
});

test("HTTP_PROXY is used for the webhook, unless NO_PROXY names its host", async (t) => {
  const proxy = await startPeer(t, [ok]);
  const target = await startPeer(t, [ok]);
  const env = { HTTP_PROXY: proxy.origin, NO_PROXY: "127.0.0.1" };
  const through = await run(t, "notify", update, {
    env: { ...env, CHAT_WEBHOOK_URL: "http://chat.invalid/hook/x" },
  });
  const past = await run(t, "notify", update, {
    env: { ...env, CHAT_WEBHOOK_URL: `${target.origin}/hook/x` },
  });
  assert.deepEqual([through.stdout, past.stdout], [notified, notified]);
  assert.deepEqual(
    proxy.requests.map((request) => request.target),
    ["http://chat.invalid/hook/x"],
  );
  assert.deepEqual(
    target.requests.map((request) => request.target),
    ["/hook/x"],
  );
});
