import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { configOf, newPerson } from "./support/person.ts";
import { startPlatform } from "./support/platform.ts";
import { collect, run, start } from "./support/spawn.ts";

const done = { code: 0, signal: null, stdout: "", stderr: "" };
const idle = '{"hook_event_name":"Notification","notification_type":"idle_prompt","cwd":"/home/dev/shop"}';
const log = ".local/state/shipbell/hook.log";

test("hook acts as soon as the document is whole, though nobody closes its input", async (t) => {
  const platform = await startPlatform(t);
  const { env } = newPerson(t, platform);
  const child = start(t, "hook", { env });
  const ended = collect(child);
  const begin = performance.now();
  child.stdin.write(idle.slice(0, 20));
  await sleep(100); // so that it comes in two parts; nothing fails when it does not
  child.stdin.write(idle.slice(20));
  assert.deepEqual(await ended, done);
  assert.ok(performance.now() - begin < 4_500, "it did not wait for the end of its patience");
  assert.equal(platform.messages().length, 1);
});

test("hook gives up after 5 s without a whole document, and exits 0", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  const child = start(t, "hook", { env: person.env });
  const ended = collect(child);
  const begin = performance.now();
  child.stdin.write(idle.slice(0, 20));
  assert.deepEqual(await ended, done);
  const took = performance.now() - begin;
  assert.ok(took > 4_500 && took < 20_000, `${took} ms`);
  assert.match(person.read(join(person.home, log)), /"nothing":"standard input held no whole JSON document/);
});

const long = (bytes: number) => idle.replace("shop", `${"x".repeat(bytes - idle.length)}/shop`);

test("hook reads an event of almost 8 MiB", async (t) => {
  const platform = await startPlatform(t);
  assert.deepEqual(await newPerson(t, platform).hook([], { stdin: long(8 * 1024 * 1024 - 1) }), done);
  assert.equal(platform.messages().length, 1);
});

test("hook sends nothing for more than 8 MiB, and exits 0", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  assert.deepEqual(await person.hook([], { stdin: long(8 * 1024 * 1024 + 1) }), done);
  assert.deepEqual(platform.told(), []);
  assert.match(person.read(join(person.home, log)), /longer than 8388608 bytes/);
});

test("hook leaves input alone that an argument makes unnecessary", async (t) => {
  const platform = await startPlatform(t);
  const child = start(t, "hook", { env: newPerson(t, platform).env, args: [idle] });
  assert.deepEqual(await collect(child), done);
  assert.equal(platform.messages().length, 1);
});

test("hook answers arguments that mean nothing with 1, never 2", async (t) => {
  for (const args of [["sent"], ["--nonsense"], ["codex", "--dry-run"]]) {
    const { code, stdout, stderr } = await newPerson(t).hook(args, { stdin: idle });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /^Cannot [^\n]*hook --help\n$/);
  }
});

for (const mode of [0o640, 0o604, 0o620]) {
  test(`a configuration of mode ${mode.toString(8)} is refused with the command that mends it`, async (t) => {
    const platform = await startPlatform(t);
    const person = newPerson(t, platform);
    person.write(person.config, person.read(person.config), mode);
    const stderr = `Cannot use ${person.config}: others may read it and the secret in it; chmod 600 ${person.config}\n`;
    assert.deepEqual(await person.hook([], { stdin: idle }), { ...done, code: 1, stderr });
    assert.deepEqual(platform.told(), []);
  });
}

const broken: [why: string, text: string, stderr: RegExp][] = [
  ["is no JSON", '{\n"appSecret": "the-app-secret",,}', /is not a JSON object/],
  ["is an array", "[]", /is not a JSON object/],
  ["has a number for the secret", '{"appSecret":5}', /appSecret is no string/],
  ["has an object among the receivers", '{"receivers":[{}]}', /receivers is no string/],
  ["has options that are none", '{"minChars":"many","quietHours":5}', /minChars.*quietHours/],
  ["has an address that is none", '{"messagingApi":"open.feishu.cn"}', /no http or https address/],
];

for (const [why, text, stderr] of broken) {
  test(`a configuration that ${why} is refused in one line that does not repeat it`, async (t) => {
    const person = newPerson(t);
    person.write(person.config, text);
    const ended = await person.hook([], { stdin: idle });
    assert.deepEqual([ended.code, ended.stdout], [1, ""]);
    assert.match(ended.stderr, /^Cannot use [^\n]*\n$/);
    assert.match(ended.stderr, stderr);
    assert.doesNotMatch(ended.stderr, /the-app-secret/);
  });
}

test("a broken configuration does not matter to what is no event", async (t) => {
  const person = newPerson(t);
  person.write(person.config, "{");
  assert.deepEqual(await person.hook([], { stdin: "" }), done);
});

const lists: [why: string, receivers: unknown][] = [
  ["a list", ["ou_ada", " lin@example.com ", "ou_ada"]],
  ["one text with commas", "ou_ada, lin@example.com,,ou_ada"],
];

for (const [why, receivers] of lists) {
  test(`the file's receivers as ${why} are written to, each once`, async (t) => {
    const platform = await startPlatform(t);
    const person = newPerson(t);
    person.write(person.config, JSON.stringify({ ...configOf(platform), receivers }));
    assert.deepEqual(await person.hook([], { stdin: idle }), done);
    assert.deepEqual(
      platform.messages().map(({ to }) => to),
      ["ou_ada", "lin@example.com"],
    );
  });
}

test("variables come before the file", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t);
  const { app, api, user } = platform;
  const other = { appId: "cli_x", appSecret: "x", receivers: ["ou_x"], messagingApi: "http://127.0.0.1:9" };
  person.write(person.config, JSON.stringify(other));
  person.write(join(person.home, "secret"), `${app.secret}\n`);
  const env = {
    HOOK_APP_ID: app.id,
    HOOK_APP_SECRET_FILE: join(person.home, "secret"),
    HOOK_OPEN_ID: user.openId,
    MESSAGING_API: `${api}/`,
  };
  assert.deepEqual(await person.hook([], { stdin: idle, env }), done);
  assert.equal(platform.messages().length, 1);
});

test("XDG_CONFIG_HOME and XDG_STATE_HOME say where the files are", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t);
  person.write(join(person.home, "c/shipbell/hook.json"), JSON.stringify(configOf(platform)));
  const env = { XDG_CONFIG_HOME: join(person.home, "c"), XDG_STATE_HOME: join(person.home, "s") };
  assert.deepEqual(await person.hook([], { stdin: idle, env }), done);
  assert.deepEqual(readdirSync(join(person.home, "s/shipbell")).toSorted(), ["hook.log", "token.json"]);
  assert.ok(!readdirSync(person.home).includes(".local"));
});

const homeless: [why: string, home: string | undefined][] = [
  ["there is no home", undefined],
  ["the home does not exist and cannot", "/proc/nowhere"],
  ["the home is a file", "/dev/null"],
  ["the home is relative", "home"],
];

for (const [why, home] of homeless) {
  test(`the card is sent when ${why}`, async (t) => {
    const platform = await startPlatform(t);
    const { app, api, user } = platform;
    const env = { HOOK_APP_ID: app.id, HOOK_APP_SECRET: app.secret, HOOK_OPEN_ID: user.openId };
    const all = { ...env, MESSAGING_API: api, ...(home && { HOME: home }) };
    assert.deepEqual(await run(t, "hook", idle, { env: all }), done);
    assert.equal(platform.messages().length, 1);
  });
}

test("the card is sent when the state cannot be written, and the configuration can be read", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  person.write(join(person.home, ".local"), "a file in the place of the folder");
  const request = idle.replace('"Notification"', '"PermissionRequest"');
  assert.deepEqual(await person.hook([], { stdin: request }), done);
  assert.deepEqual(await person.hook([], { stdin: idle }), done);
  assert.equal(platform.messages().length, 1);
});

test("the debug log holds the input and every reply, masked, by time and invocation", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  await person.hook([], { stdin: idle });
  await person.hook([], { stdin: "" });
  const file = join(person.home, log);
  assert.equal(statSync(file).mode & 0o777, 0o600);
  const lines = person
    .read(file)
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const keys = lines.map((line) => Object.keys(line).join());
  const reply = "time,invocation,reply,status,text,logId";
  const input = "time,invocation,input";
  assert.deepEqual(keys, [input, reply, reply, input, "time,invocation,nothing"]);
  assert.equal(lines[0].input, idle);
  assert.deepEqual([lines[1].reply, lines[1].status, lines[2].reply], ["token", 200, "message"]);
  assert.equal(JSON.parse(lines[1].text).tenant_access_token, "***");
  assert.equal(JSON.parse(lines[2].text).code, 0);
  assert.ok(lines.every(({ time }) => Math.abs(Date.parse(time) - Date.now()) < 120_000));
  const ids = lines.map(({ invocation }) => invocation);
  assert.deepEqual(ids, [ids[0], ids[0], ids[0], ids[3], ids[3]]);
  assert.notEqual(ids[0], ids[3]);
});

test("the debug log is set aside at 1 MiB, once", async (t) => {
  const person = newPerson(t);
  const file = join(person.home, log);
  const full = `${"x".repeat(1024 * 1024 - 10)}\n`;
  person.write(`${file}.1`, "older");
  person.write(file, full);
  await person.hook([], { stdin: "" });
  assert.equal(person.read(`${file}.1`), full);
  assert.match(person.read(file), /^\{[^\n]*"nothing"[^\n]*\}\n$/m);
  assert.deepEqual(readdirSync(join(file, "..")).toSorted(), ["hook.log", "hook.log.1"]);
});

test("the debug log does not hold a text longer than itself", async (t) => {
  const person = newPerson(t);
  await person.hook([], { stdin: "x".repeat(3 * 1024 * 1024) });
  assert.ok(statSync(join(person.home, log)).size < 128 * 1024);
});

test("HOOK_MUTE=1 silences a shell, HOOK_MUTE=0 does not", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  assert.deepEqual(await person.hook([], { stdin: idle, env: { HOOK_MUTE: "1" } }), done);
  assert.deepEqual(platform.told(), []);
  assert.deepEqual(await person.hook([], { stdin: idle, env: { HOOK_MUTE: "0" } }), done);
  assert.equal(platform.messages().length, 1);
});

test("no input makes hook crash, exit with another code than 0 or 1, print, or send what the platform refuses", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  person.write(
    person.config,
    JSON.stringify({ ...configOf(platform), minChars: 0, permissionRequests: "send" }),
  );
  const name = fc.constantFrom(
    "Stop",
    "Notification",
    "PermissionRequest",
    "StopFailure",
    "AfterAgent",
    "x",
    "",
  );
  const type = fc.constantFrom("permission_prompt", "idle_prompt", "ToolPermission", "x", "");
  const words = fc.oneof(fc.string({ unit: "binary", maxLength: 2_000 }), fc.jsonValue());
  const event = fc.record({
    hook_event_name: fc.oneof(name, words),
    notification_type: fc.oneof(type, words),
    ...{ session_id: words, cwd: words, message: words, last_assistant_message: words },
    ...{ tool_name: words, tool_input: words, error: words, background_tasks: words },
  });
  const bytes = fc.uint8Array({ maxLength: 200 }).map((array) => Buffer.from(array));
  const stdin = fc.oneof(
    { weight: 6, arbitrary: event.map((value) => JSON.stringify(value)) },
    fc.json(),
    bytes,
  );
  await fc.assert(
    fc.asyncProperty(stdin, async (input) => {
      const ended = await run(t, "hook", input, { env: person.env });
      assert.deepEqual(ended, done);
      assert.deepEqual(platform.refusals(), []);
    }),
    { numRuns: 40 },
  );
  assert.notEqual(platform.messages().length, 0);
});
