import assert from "node:assert/strict";
import { networkInterfaces } from "node:os";
import { test } from "node:test";
import { ask } from "./support/ask.ts";
import { folder } from "./support/folder.ts";
import { connectRaw } from "./support/raw.ts";
import { startRelay, untilIdle } from "./support/relay.ts";
import { hangingScript, notingScript, script } from "./support/script.ts";
import { run } from "./support/spawn.ts";
import { until } from "./support/until.ts";

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString("base64")}`;

const tokens: [why: string, authorization: string | null, status: number][] = [
  ["no token", null, 401],
  ["a wrong token", "Bearer no", 401],
  ["the token as Bearer", "Bearer tok", 200],
  ["the token as Basic password, as generic://relay:tok@host sends it", basic("relay:tok"), 200],
  ["a wrong Basic password", basic("relay:no"), 401],
];

test("relay with a token takes no post without it, and runs nothing", async (t) => {
  const { file, noted } = notingScript(folder(t));
  const relay = await startRelay(t, { NOTIFY_SCRIPT: file, NOTIFIER_TOKEN: "tok" });
  for (const [why, authorization, status] of tokens) {
    const answer = await relay.notify({ why }, authorization === null ? {} : { authorization });
    assert.equal(answer.status, status, why);
  }
  assert.match((await relay.notify("a")).headers.get("www-authenticate") ?? "", /Bearer.*Basic/);
  await untilIdle(relay);
  assert.deepEqual(
    noted(),
    [tokens[2], tokens[3]].map((row) => JSON.stringify({ why: row?.[0] })),
  );
  assert.doesNotMatch(relay.log(), /tok/);
});

test("relay's counters need no token and count what happened", async (t) => {
  const path = folder(t);
  const text = "grep -q fail && { echo no >&2; exit 1; } || exit 0";
  const relay = await startRelay(t, { NOTIFY_SCRIPT: script(path, text), NOTIFIER_TOKEN: "tok" });
  const before = await relay.health();
  assert.deepEqual(before, {
    ok: true,
    waiting: 0,
    running: 0,
    delivered: 0,
    failed: 0,
    lastErrorTime: null,
    durable: true,
  });
  for (const body of ["well", "fail", "well"]) await relay.notify(body, { authorization: "Bearer tok" });
  await untilIdle(relay);
  const { lastErrorTime, ...after } = await relay.health();
  assert.deepEqual(after, { ok: true, waiting: 0, running: 0, delivered: 2, failed: 1, durable: true });
  assert.ok(Math.abs(Date.now() - Date.parse(String(lastErrorTime))) < 60_000);

  const { status, headers, text: metrics } = await ask("GET", `${relay.origin}/metrics`);
  assert.deepEqual([status, headers.get("content-type")], [200, "text/plain; version=0.0.4; charset=utf-8"]);
  const rows: [name: string, type: string, value: string][] = [
    ["accepted_total", "counter", "3"],
    ["refused_total", "counter", "0"],
    ["delivered_total", "counter", "2"],
    ["failed_runs_total", "counter", "1"],
    ["waiting", "gauge", "0"],
    ["running", "gauge", "0"],
    ["failed", "gauge", "1"],
    ["durable", "gauge", "1"],
  ];
  for (const [name, type, value] of rows) {
    const lines = `# HELP shipbell_relay_${name} .+\n# TYPE shipbell_relay_${name} ${type}\nshipbell_relay_${name} ${value}\n`;
    assert.match(metrics, new RegExp(lines));
  }
  assert.match(metrics, /^shipbell_relay_last_error_timestamp_seconds 1\d{9}(\.\d+)?$/m);
});

test("relay takes notifications until 10,000 wait, then answers 503", async (t) => {
  const relay = await startRelay(t, { NOTIFY_SCRIPT: hangingScript(folder(t)) });
  await relay.notify("the one that runs");
  await until("it runs", async () => (await relay.health()).running === 1);
  const post = "POST /notify HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\nCreating /a";
  const connections = await Promise.all(Array.from({ length: 10 }, () => connectRaw(t, relay.port)));
  for (const raw of connections) raw.send(post.repeat(1_000));
  const answers = () => connections.map((raw) => raw.text()).join("");
  await until("all are answered", () => answers().match(/"ok":true/g)?.length === 10_000, 120);
  assert.equal((await relay.health()).waiting, 10_000);
  const refused = [await relay.notify("one more"), await relay.notify("and another")];
  assert.deepEqual(
    refused.map(({ status, headers }) => [status, headers.get("retry-after")]),
    [
      [503, "30"],
      [503, "30"],
    ],
  );
  assert.equal(relay.log().match(/error Refusing notifications: the queue is full$/gm)?.length, 1);
  assert.match((await ask("GET", `${relay.origin}/metrics`)).text, /^shipbell_relay_refused_total 2$/m);
});

test("relay --healthcheck is 0 for a relay that serves, 1 for none", async (t) => {
  const relay = await startRelay(t, { NOTIFIER_TOKEN: "tok" });
  const check = (port: number) =>
    run(t, "relay", "", { args: ["--healthcheck"], env: { NOTIFIER_PORT: String(port) } });
  const well = await check(relay.port);
  assert.deepEqual([well.code, well.stderr], [0, ""]);
  assert.equal(JSON.parse(well.stdout).ok, true);
  const none = await check(1);
  assert.deepEqual([none.code, none.stdout], [1, ""]);
  assert.match(none.stderr, /^The relay is not well: no relay answers on 127\.0\.0\.1:1 .*\n$/);
});

test("relay --healthcheck and --retry-failed find a relay that listens on one address", async (t) => {
  const address = Object.values(networkInterfaces())
    .flat()
    .find((entry) => entry?.family === "IPv4" && !entry.internal)?.address;
  if (!address) return t.skip("this machine has no address but loopback");
  const relay = await startRelay(t, { NOTIFIER_HOST: address });
  const env = { NOTIFIER_PORT: String(relay.port), NOTIFIER_HOST: address };
  assert.equal((await run(t, "relay", "", { args: ["--healthcheck"], env })).code, 0);
  assert.equal((await run(t, "relay", "", { args: ["--retry-failed"], env })).code, 0);
});
