import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { ask } from "./support/ask.ts";
import { folder } from "./support/folder.ts";
import { connectRaw } from "./support/raw.ts";
import { startRelay, untilIdle } from "./support/relay.ts";
import { hangingScript, notingScript, script } from "./support/script.ts";
import { run } from "./support/spawn.ts";
import { until } from "./support/until.ts";

const fixtures = JSON.parse(
  readFileSync(join(import.meta.dirname, "fixtures/watchtower-messages.json"), "utf8"),
);
const messages = Object.entries(fixtures.messages as Record<string, string>);
const wrapped = (message: string) => JSON.stringify({ message, title: "部署通知" });

const payloads: [why: string, body: string, type: string, payload: string, name: string][] = [
  [
    "JSON as Watchtower posts it",
    '{"message":"Creating /a\\n","title":"Watchtower updates on prod-01"}',
    "application/json",
    '{"message":"Creating /a\\n","title":"Watchtower updates on prod-01"}',
    "Watchtower updates on prod-01",
  ],
  ["text that calls itself JSON", "Creating /a\n", "application/json", wrapped("Creating /a"), "部署通知"],
  ["JSON that calls itself text", '{"Action":"start"}', "text/plain", '{"Action":"start"}', "start"],
  ["neither title nor Action", '{"a":1}', "application/json", '{"a":1}', "unknown"],
  ["JSON that is no object", "42", "application/json", wrapped("42"), "部署通知"],
  ["nothing", "", "text/plain", wrapped(""), "部署通知"],
];

for (const [why, body, type, payload, name] of payloads) {
  test(`relay answers 200 and hands over: ${why}`, async (t) => {
    const { file, noted } = notingScript(folder(t));
    const relay = await startRelay(t, { NOTIFY_SCRIPT: file });
    const answer = await relay.notify(body, { "content-type": type });
    assert.deepEqual([answer.status, answer.text], [200, '{"ok":true}']);
    assert.equal(answer.headers.get("content-type"), "application/json");
    await untilIdle(relay);
    assert.deepEqual(noted(), [payload]);
    assert.match(
      relay.log(),
      new RegExp(`^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d info Received #1: ${name}$`, "m"),
    );
    assert.match(relay.log(), /^\S+ \S+ info Delivered #1$/m);
  });
}

test("relay hands over every message of Watchtower, in order of arrival", async (t) => {
  const { file, noted } = notingScript(folder(t));
  const relay = await startRelay(t, { NOTIFY_SCRIPT: file });
  const posts = messages.map(([title, message]) => ({ message, title }));
  for (const post of posts) assert.equal((await relay.notify(post)).status, 200);
  await untilIdle(relay);
  assert.deepEqual(
    noted(),
    posts.map((post) => JSON.stringify(post)),
  );
});

test("relay answers before the script ends", async (t) => {
  const relay = await startRelay(t, { NOTIFY_SCRIPT: hangingScript(folder(t)) });
  assert.equal((await relay.notify("a")).status, 200);
  await until("the script runs", async () => (await relay.health()).running === 1);
  await relay.stop("SIGKILL");
});

const requests: [why: string, method: string, target: string, status: number, allow: string | null][] = [
  ["POST to another path", "POST", "/", 404, null],
  ["POST to a longer path", "POST", "/notify/", 404, null],
  ["POST with a query", "POST", "/notify?template=json", 200, null],
  ["GET", "GET", "/notify", 405, "POST"],
  ["HEAD", "HEAD", "/notify", 405, "POST"],
  ["PUT", "PUT", "/notify", 405, "POST"],
  ["DELETE", "DELETE", "/notify", 405, "POST"],
];

test("relay answers other paths with 404 and other methods with 405, and runs nothing for them", async (t) => {
  const { file, noted } = notingScript(folder(t));
  const relay = await startRelay(t, { NOTIFY_SCRIPT: file });
  for (const [why, method, target, status, allow] of requests) {
    const answer = await ask(method, `${relay.origin}${target}`);
    assert.deepEqual([answer.status, answer.headers.get("allow")], [status, allow], why);
  }
  await untilIdle(relay);
  assert.deepEqual(noted(), [wrapped("")]);
});

test("relay takes 1 MiB and refuses more", async (t) => {
  const path = folder(t);
  const relay = await startRelay(t, { NOTIFY_SCRIPT: script(path, `wc -c >> ${path}/sizes`) });
  const mebibyte = "x".repeat(1024 * 1024);
  assert.equal((await relay.notify(mebibyte)).status, 200);
  assert.equal((await relay.notify(`${mebibyte}x`)).status, 413);
  await untilIdle(relay);
  assert.equal(Number(readFileSync(join(path, "sizes"), "utf8")), Buffer.byteLength(wrapped(mebibyte)));
});

test("relay runs nothing for a request that is cut off in the middle", async (t) => {
  const { file, noted } = notingScript(folder(t));
  const relay = await startRelay(t, { NOTIFY_SCRIPT: file });
  const raw = await connectRaw(t, relay.port);
  raw.send("POST /notify HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nCreating /a");
  raw.end();
  await raw.closed;
  await relay.notify("after");
  await untilIdle(relay);
  assert.deepEqual(noted(), [wrapped("after")]);
});

const hostile: [why: string, title: string, shown: string][] = [
  ["a forged line", "a\n2026-01-01 00:00:00 info forged", "a?2026-01-01 00:00:00 info forged"],
  ["a terminal's escape sequence", "\u001b[2Ja", "?[2Ja"],
  ["a name without end", "é".repeat(500), `${"é".repeat(199)}…`],
];

test("relay's log shows what came without its control characters, and cut", async (t) => {
  const text = "printf 'out\\033[2J\\rput\\n'; printf 'err\\0or' >&2";
  const relay = await startRelay(t, { NOTIFY_SCRIPT: script(folder(t), text) });
  for (const [why, title, shown] of hostile) {
    await relay.notify({ title });
    await until(why, () => relay.log().includes(`: ${shown}\n`));
  }
  await untilIdle(relay);
  assert.match(relay.log(), /^\S+ \S+ info out\?\[2J$/m);
  assert.match(relay.log(), /^\S+ \S+ info put$/m);
  assert.match(relay.log(), /^\S+ \S+ error err\?or$/m);
  for (const line of relay.log().trimEnd().split("\n")) {
    assert.match(line, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d (info|warn|error) /);
  }
});

test("relay listens on IPv4 and IPv6 by default, on one address when told", async (t) => {
  const relay = await startRelay(t, {});
  assert.equal((await ask("GET", `http://127.0.0.1:${relay.port}/healthz`)).status, 200);
  assert.equal((await ask("GET", `http://[::1]:${relay.port}/healthz`)).status, 200);
  const one = await startRelay(t, { NOTIFIER_HOST: "127.0.0.1" });
  await assert.rejects(ask("GET", `http://[::1]:${one.port}/healthz`));
});

const settings: [why: string, env: Record<string, string>, line: RegExp][] = [
  ["a port that is no number", { NOTIFIER_PORT: "abc" }, /^Cannot use NOTIFIER_PORT: "abc" .*0 to 65535$/],
  ["a port that is none", { NOTIFIER_PORT: "65536" }, /^Cannot use NOTIFIER_PORT: "65536" /],
  ["a number of retries that is none", { NOTIFIER_RETRIES: "-1" }, /^Cannot use NOTIFIER_RETRIES: "-1" /],
  [
    "a token file that is missing",
    { NOTIFIER_TOKEN_FILE: "/no/such/file" },
    /NOTIFIER_TOKEN_FILE names: ENOENT$/,
  ],
];

for (const [why, env, line] of settings) {
  test(`relay refuses ${why} with 64 and one line`, async (t) => {
    const { code, stdout, stderr } = await run(t, "relay", "", { env });
    assert.deepEqual([code, stdout], [64, ""]);
    assert.match(stderr.trimEnd(), line);
  });
}

test("relay refuses arguments with 64", async (t) => {
  const { code, stderr } = await run(t, "relay", "", { args: ["start"] });
  assert.deepEqual([code, stderr], [64, "Cannot run relay: it takes no arguments; see relay --help\n"]);
});

test("relay says in one line that its port is in use, exits 1 and has run nothing", async (t) => {
  const path = folder(t);
  const queue = join(path, "queue");
  const before = await startRelay(t, { NOTIFIER_STATE_DIR: queue, NOTIFY_SCRIPT: hangingScript(path) });
  await before.notify("a");
  await before.stop("SIGKILL");
  const other = createServer().listen(0);
  t.after(() => other.close());
  await until("the port", () => other.address());
  const { port } = other.address() as { port: number };
  const { file, noted } = notingScript(path);
  const env = { NOTIFIER_PORT: String(port), NOTIFIER_STATE_DIR: queue, NOTIFY_SCRIPT: file };
  const { code, stderr } = await run(t, "relay", "", { env });
  assert.deepEqual([code, stderr], [1, `Cannot listen on port ${port}: it is already in use\n`]);
  assert.deepEqual(noted(), []);
});
