import assert from "node:assert/strict";
import { mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { configOf, newPerson, type Person } from "./support/person.ts";
import { type StartedPlatform, startPlatform } from "./support/platform.ts";
import { hasTerminal, startInTerminal } from "./support/terminal.ts";

/** Runs setup with these lines as the answers. */
function answer(person: Person, { api }: StartedPlatform, lines: string[], env: Record<string, string> = {}) {
  const stdin = lines.map((line) => `${line}\n`).join("");
  return person.hook(["setup", "--command", person.executable], {
    stdin,
    env: { MESSAGING_API: api, ...env },
  });
}

test("setup goes from an application to the first card, and lets the assistant call it", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t);
  const { app, user, api } = platform;
  const { code, stdout, stderr } = await answer(person, platform, [app.id, app.secret, user.email, "y"]);
  assert.match(
    stdout,
    /^ada@example\.com is ou_ada\nThe configuration is in .*hook\.json\nA card is in your chat\n.*settings\.json calls .*hook now\n/,
  );
  assert.equal(person.read(person.config), `${JSON.stringify(configOf(platform), null, 2)}\n`);
  assert.deepEqual(
    [person.config, dirname(person.config)].map((file) => statSync(file).mode & 0o777),
    [0o600, 0o700],
  );
  assert.deepEqual(
    platform.messages().map(({ to, card }) => [to, JSON.stringify(card).includes("✅ 配置完成")]),
    [["ou_ada", true]],
  );
  assert.match(person.read(person.settings), /PermissionRequest/);
  assert.match(
    stderr,
    /^In the developer console, http:.*\n.*添加应用能力.*\n.*im:message:send_as_bot.*\n.*可用范围/,
  );
  assert.deepEqual([code, (stdout + stderr + JSON.stringify(api)).includes(app.secret)], [0, false]);
  assert.equal((await person.hook(["doctor", "--command", person.executable])).code, 0);
});

test("setup takes an open id in the place of an address, and no for an answer", async (t) => {
  const platform = await startPlatform(t, { scopes: ["im:message:send_as_bot"] });
  const person = newPerson(t);
  const { app } = platform;
  const { code, stdout } = await answer(person, platform, [app.id, app.secret, "ou_lin", "n"]);
  assert.match(stdout, /\nClaude Code calls it after: hook install\n$/);
  assert.deepEqual([code, platform.messages()[0]?.to, person.read(person.settings)], [0, "ou_lin", ""]);
});

test("setup is done when the answers end at the last question", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t);
  const { app, user } = platform;
  const { code, stdout } = await answer(person, platform, [app.id, app.secret, user.email]);
  assert.match(stdout, /hook install\n$/);
  assert.deepEqual([code, person.read(person.settings)], [0, ""]);
});

test("setup writes no address of the platform when it is the usual one, and trims the answers", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t);
  const { app, user, api } = platform;
  await answer(person, platform, [` ${app.id} `, `\t${app.secret}`, ` ${user.email}`], {
    MESSAGING_API: `${api}/`,
  });
  assert.deepEqual(JSON.parse(person.read(person.config)), configOf(platform));
});

test("setup replaces a configuration only when told so, and keeps its options", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t);
  const old = JSON.stringify({ ...configOf(platform), appId: "cli_old", receivers: ["ou_old"], minChars: 7 });
  person.write(person.config, old, 0o644);
  const kept = await answer(person, platform, ["n"]);
  assert.deepEqual([kept.code, kept.stdout, person.read(person.config)], [0, "Nothing was changed\n", old]);
  assert.equal((await answer(person, platform, [""])).stdout, "Nothing was changed\n");
  const { app, user } = platform;
  const { code } = await answer(person, platform, ["yes", app.id, app.secret, user.email], {
    MESSAGING_API: "",
  });
  assert.deepEqual(
    [code, JSON.parse(person.read(person.config)), statSync(person.config).mode & 0o777],
    [0, { ...configOf(platform), minChars: 7 }, 0o600],
  );
});

test("setup replaces a configuration that is broken", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t);
  person.write(person.config, "appId: cli_x");
  const { app, user } = platform;
  const { code } = await answer(person, platform, ["y", app.id, app.secret, user.email]);
  assert.deepEqual([code, JSON.parse(person.read(person.config))], [0, configOf(platform)]);
});

test("setup closes a folder that was open to others", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t);
  mkdirSync(dirname(person.config), { recursive: true, mode: 0o755 });
  const { app, user } = platform;
  await answer(person, platform, [app.id, app.secret, user.email]);
  assert.equal(statSync(dirname(person.config)).mode & 0o777, 0o700);
});

type Failing = [why: string, settings: object, lines: string[], stderr: RegExp];
const good = ["cli_sandbox", "sandbox-app-secret"];

const failing: Failing[] = [
  [
    "a wrong secret",
    {},
    ["cli_sandbox", "s3cr3t-of-another-app"],
    /Cannot get a token: .*10014.*\nIn the developer console:\n {2}- 凭证与基础信息: copy App ID and App Secret again\nNothing was written/,
  ],
  ["an empty secret", {}, ["cli_sandbox", ""], /The id or the secret is empty\nNothing was written/],
  ["answers that end too early", {}, ["cli_sandbox"], /Cannot set up: the input ended before the answer\n$/],
  [
    "an address that nobody has",
    {},
    [...good, "eve@example.com"],
    /Cannot find eve@example\.com\.[\s\S]*企业邮箱[\s\S]*Nothing was written/,
  ],
  ["an empty address", {}, [...good, ""], /The address is empty\nNothing was written/],
  [
    "a missing permission to look people up",
    { scopes: ["im:message:send_as_bot"] },
    [...good, "ada@example.com"],
    /Cannot look ada@example\.com up: .*99991672.*\nIn the developer console:\n {2}- 权限管理: request contact:user\.id:readonly\n {2}- 版本管理与发布: publish.*\nNothing was written/,
  ],
];

for (const [why, settings, lines, stderr] of failing) {
  test(`setup says what to do about ${why}, and writes nothing`, async (t) => {
    const platform = await startPlatform(t, settings);
    const person = newPerson(t);
    const ended = await answer(person, platform, lines);
    assert.match(ended.stderr, stderr);
    assert.deepEqual([ended.code, person.read(person.config), platform.messages()], [1, "", []]);
    assert.doesNotMatch(ended.stdout + ended.stderr, /s3cr3t|sandbox-app-secret/);
  });
}

test("setup says what to do when the card is refused, and keeps the configuration", async (t) => {
  const platform = await startPlatform(t, { scopes: ["contact:user.id:readonly"] });
  const person = newPerson(t);
  const { app, user } = platform;
  const { code, stdout, stderr } = await answer(person, platform, [app.id, app.secret, user.email]);
  assert.match(stderr, /Cannot send the card: .*99991672/);
  for (const step of [
    "添加应用能力: add 机器人",
    "im:message:send_as_bot",
    "可用范围: add yourself",
    "approved",
    "one message",
  ])
    assert.match(stderr, new RegExp(`\n {2}- .*${step}`));
  assert.match(stdout, /\nThe configuration is in .*\nClaude Code calls it after/);
  assert.deepEqual([code, person.read(person.config) === ""], [1, false]);
});

test("setup blames the connection, not the application, when nobody answers", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t);
  const { code, stderr } = await answer(person, platform, good, {
    MESSAGING_API: "http://127.0.0.1:1/open-apis",
  });
  assert.match(
    stderr,
    /Cannot get a token: .*ECONNREFUSED.*; check the network, HTTPS_PROXY and MESSAGING_API\n/,
  );
  assert.doesNotMatch(stderr, /凭证与基础信息/);
  assert.equal(code, 1);
});

test("setup does not take a kept token for a right secret", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  await person.hook(["send", "so that a token is kept"]);
  const { code, stderr } = await answer(person, platform, ["y", platform.app.id, "wrong"]);
  assert.match(stderr, /Cannot get a token: .*10014/);
  assert.equal(code, 1);
});

test("no secret stands in any file but the configuration, whatever was typed", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  const { app, user } = platform;
  await answer(person, platform, ["y", app.id, "s3cr3t-of-another-app"]);
  await answer(person, platform, ["y", app.id, app.secret, user.email, "y"]);
  const holders = readdirSync(person.home, { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => /s3cr3t|sandbox-app-secret/.test(person.read(file)));
  assert.deepEqual(holders, [person.config]);
  assert.match(person.read(join(person.home, ".local/state/shipbell/hook.log")), /10014/);
});

test("setup names the variables that outrank what it wrote", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t);
  const { app, user } = platform;
  const { code, stderr } = await answer(person, platform, [app.id, app.secret, user.email], {
    HOOK_OPEN_ID: "ou_lin",
  });
  assert.match(stderr, /\nHOOK_OPEN_ID in this environment outranks the file: unset it\n/);
  assert.deepEqual([code, platform.messages()[0]?.to], [0, "ou_ada"]);
});

test("setup needs a home folder, and an address of the platform that is one", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t);
  const homeless = await answer(person, platform, good, { HOME: "" });
  assert.deepEqual(
    [homeless.code, homeless.stderr],
    [1, "Cannot set up: there is no home folder; set HOME or XDG_CONFIG_HOME\n"],
  );
  const { code, stderr } = await answer(person, platform, good, { MESSAGING_API: "feishu" });
  assert.deepEqual([code, stderr], [1, "Cannot use MESSAGING_API: it is no http or https address\n"]);
});

test("setup in a terminal shows no secret and asks again what went wrong", {
  skip: !hasTerminal,
}, async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t);
  const { app, user, api } = platform;
  const terminal = startInTerminal(t, "hook", {
    args: ["setup", "--command", person.executable],
    env: { ...person.env, MESSAGING_API: api },
  });
  await terminal.type("(App ID): ", `${app.id}\r`);
  await terminal.type("not shown): ", "a-wrong-secret\r");
  await terminal.type(`(App ID) [${app.id}]: `, "\r");
  await terminal.type("not shown) [as before]: ", `${app.secret}\r`);
  await terminal.type("open id: ", "eve@example.com\r");
  await terminal.type("open id [eve@example.com]: ", `${user.email}\r`);
  platform.fault({ code: 230013, path: "/open-apis/im/", times: 1 });
  await terminal.type("Try again? [Y/n] ", "\r");
  await terminal.type("[Y/n] ", "\r");
  const { code } = await terminal.end();
  const screen = terminal.screen();
  assert.equal(code, 0);
  assert.doesNotMatch(screen, /a-wrong-secret|sandbox-app-secret/);
  assert.match(screen, /eve@example\.com/);
  assert.deepEqual(JSON.parse(person.read(person.config)), configOf(platform));
  assert.match(person.read(person.settings), /PermissionRequest/);
});

test("setup shows no secret that is pasted ahead of its question", { skip: !hasTerminal }, async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t);
  const { app, user, api } = platform;
  const env = { ...person.env, MESSAGING_API: api };
  const terminal = startInTerminal(t, "hook", { args: ["setup"], env });
  await terminal.type("(App ID): ", `${app.id}\r${app.secret}\r${user.email}\rn\r`);
  assert.equal((await terminal.end()).code, 0);
  assert.doesNotMatch(terminal.screen(), /sandbox-app-secret/);
  assert.deepEqual(JSON.parse(person.read(person.config)), configOf(platform));
});

test("Ctrl-C ends setup with 1, and nothing is written", { skip: !hasTerminal }, async (t) => {
  const person = newPerson(t);
  const terminal = startInTerminal(t, "hook", { args: ["setup"], env: person.env });
  await terminal.type("(App ID): ", "\u0003");
  assert.equal((await terminal.end()).code, 1);
  assert.match(terminal.screen(), /Cannot set up: the input ended before the answer/);
  assert.equal(person.read(person.config), "");
});
