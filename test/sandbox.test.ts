import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { ask } from "./support/ask.ts";
import { folder } from "./support/folder.ts";
import { run, start } from "./support/spawn.ts";
import { until } from "./support/until.ts";

const text = { msg_type: "text", content: { text: "Hello" } };

/** Starts the sandbox on a free port and waits until it says where it listens. */
async function startSandbox(t: TestContext, env: Record<string, string> = {}) {
  const child = start(t, "sandbox", { env: { SANDBOX_PORT: "0", ...env } });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (more: string) => (output += more));
  child.stderr.setEncoding("utf8").on("data", (more: string) => (output += more));
  const seen = (pattern: RegExp) => until(`${pattern} in the output`, () => pattern.exec(output)?.[1], 60);
  const origin = await seen(/^Listening on (http:\/\/\S+)$/m);
  const webhook = await seen(/^The webhook is (http:\/\/\S+)$/m);
  return { child, origin, webhook, seen, output: () => output };
}

test("sandbox says where it listens and takes a message at the address that it names", async (t) => {
  const { origin, webhook, seen } = await startSandbox(t);
  assert.match(origin, /^http:\/\/127\.0\.0\.1:\d+$/);
  assert.equal((await ask("POST", webhook, text)).body.code, 0);
  await seen(/^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d info received webhook text for de… \(46 bytes\))$/m);
  const messages = JSON.parse((await ask("GET", `${origin}/messages`)).text);
  assert.partialDeepStrictEqual(messages, [{ kind: "webhook", text: "Hello" }]);
  await ask("DELETE", `${origin}/messages`);
  assert.equal((await ask("GET", `${origin}/messages`)).text, "[]");
});

test("sandbox shows what arrived and what was refused on its page", async (t) => {
  const { origin, webhook } = await startSandbox(t);
  await ask("POST", webhook, text);
  await ask("POST", webhook, "junk");
  const page = await ask("GET", `${origin}/`);
  assert.match(page.headers.get("content-type") ?? "", /^text\/html/);
  assert.match(page.text, /<title>Chat sandbox<\/title>.*\/open-apis\/bot\/v2\/hook\/demo/s);
  const { body } = await ask("GET", `${origin}/feed?epoch=0&after=0`);
  assert.match(JSON.stringify(body.entries), /"id":1,.*Hello.*"id":2,.*Refused: 9499/);
});

test("sandbox fails on request, then works again", async (t) => {
  const { origin, webhook } = await startSandbox(t);
  assert.equal((await ask("POST", `${origin}/faults`, { code: 11232, delayMs: 1 })).status, 201);
  assert.equal((await ask("POST", webhook, text)).body.code, 11232);
  assert.equal((await ask("POST", webhook, text)).body.code, 0);
});

test("sandbox plays the platform that its variables describe", async (t) => {
  const { origin, webhook } = await startSandbox(t, {
    SANDBOX_HOOKS: "first, second",
    SANDBOX_APP_ID: "cli_mine",
    SANDBOX_APP_SECRET: "mine",
    SANDBOX_SCOPES: "contact:user.id:readonly",
    SANDBOX_USERS: "eve@example.com=ou_eve",
    SANDBOX_RATE: "1",
  });
  assert.match(webhook, /\/hook\/first$/);
  const asked = { app_id: "cli_mine", app_secret: "mine" };
  const token = await ask("POST", `${origin}/open-apis/auth/v3/tenant_access_token/internal`, asked);
  const bearer = { authorization: `Bearer ${token.body.tenant_access_token}` };
  const lookup = `${origin}/open-apis/contact/v3/users/batch_get_id`;
  const { body } = await ask("POST", lookup, { emails: ["eve@example.com"] }, bearer);
  assert.deepEqual(body.data, { user_list: [{ email: "eve@example.com", user_id: "ou_eve" }] });
  const send = `${origin}/open-apis/im/v1/messages?receive_id_type=open_id`;
  assert.equal((await ask("POST", send, {}, bearer)).body.code, 99991672);

  const second = webhook.replace("first", "second");
  const codes = await Promise.all(Array.from({ length: 60 }, () => ask("POST", second, text)));
  assert.ok(codes.some(({ body: reply }) => reply.code === 11232));
});

test("sandbox asks for a signature when a file gives it a secret, and never shows the secret", async (t) => {
  const file = join(folder(t), "secret");
  writeFileSync(file, "a-signing-secret\n");
  const { webhook, seen, output } = await startSandbox(t, { SANDBOX_SECRET_FILE: file });
  assert.equal((await ask("POST", webhook, text)).body.code, 19021);
  await seen(/(refused webhook text for de…)/);
  assert.doesNotMatch(output(), /a-signing-secret/);
});

const hosts: [why: string, env: Record<string, string>, status: number][] = [
  ["refuses a foreign host name by default", {}, 403],
  ["takes any host name when it is told its address", { SANDBOX_HOST: "127.0.0.1" }, 200],
];

for (const [why, env, expected] of hosts) {
  test(`sandbox ${why}`, async (t) => {
    const { origin } = await startSandbox(t, env);
    const asked = request(`${origin}/messages`, { headers: { host: "evil.example" }, agent: false }).end();
    const [reply] = await once(asked, "response");
    assert.equal(reply.resume().statusCode, expected);
  });
}

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(`sandbox stops on ${signal} with 0`, async (t) => {
    const { child, webhook } = await startSandbox(t);
    await ask("POST", webhook, text);
    child.kill(signal);
    assert.deepEqual(await once(child, "exit"), [0, null]);
  });
}

test("sandbox ends at once on a second signal, though a reply is stalled", async (t) => {
  const { child, origin, webhook, seen } = await startSandbox(t);
  await ask("POST", `${origin}/faults`, { delayMs: 600_000 });
  const stalled = assert.rejects(ask("POST", webhook, text));
  await seen(/(received webhook)/);
  child.kill("SIGTERM");
  await seen(/(info Stopping on SIGTERM)/);
  child.kill("SIGINT");
  assert.deepEqual(await once(child, "exit"), [130, null]);
  await stalled;
});

test("sandbox cannot listen where another process does: 1 and one line", async (t) => {
  const { origin } = await startSandbox(t);
  const { port } = new URL(origin);
  const ended = await run(t, "sandbox", "", { env: { SANDBOX_PORT: port } });
  assert.deepEqual([ended.code, ended.stdout], [1, ""]);
  assert.match(ended.stderr, new RegExp(`^Cannot listen on port ${port}: it is already in use\\n$`));
});

const wrong: [why: string, env: Record<string, string>, args: string[], stderr: RegExp][] = [
  [
    "a port in words",
    { SANDBOX_PORT: "abc" },
    [],
    /^Cannot use SANDBOX_PORT: "abc" is not a whole number from 0/,
  ],
  ["a port out of range", { SANDBOX_PORT: "65536" }, [], /^Cannot use SANDBOX_PORT: "65536"/],
  ["users in another form", { SANDBOX_USERS: "ada" }, [], /^Cannot use SANDBOX_USERS: .*email=ou_id/],
  ["a switch in words", { SANDBOX_RATE: "maybe" }, [], /^Cannot use SANDBOX_RATE: /],
  ["a secret's file that is missing", { SANDBOX_SECRET_FILE: "/no/file" }, [], /SANDBOX_SECRET_FILE.*ENOENT/],
  ["an argument", {}, ["extra"], /^Cannot run sandbox: it takes no arguments/],
];

for (const [why, env, args, expected] of wrong) {
  test(`sandbox refuses ${why} with 64 and one line`, async (t) => {
    const { code, stdout, stderr } = await run(t, "sandbox", "", {
      env: { SANDBOX_PORT: "0", ...env },
      args,
    });
    assert.deepEqual([code, stdout], [64, ""]);
    assert.match(stderr, expected);
    assert.equal(stderr.split("\n").length, 2);
  });
}
