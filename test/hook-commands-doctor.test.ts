import assert from "node:assert/strict";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { configOf, newPerson, type Person } from "./support/person.ts";
import { type StartedPlatform, startPlatform } from "./support/platform.ts";

/** A person for whom all is well. */
async function newPatient(
  t: Parameters<typeof newPerson>[0],
): Promise<{ person: Person; platform: StartedPlatform }> {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  await person.hook(["install", "--command", person.executable]);
  return { person, platform };
}

function examine(person: Person, env: Record<string, string> = {}) {
  return person.hook(["doctor", "--command", person.executable], { env });
}

test("doctor ticks everything when all is well, and writes to nobody", async (t) => {
  const { person, platform } = await newPatient(t);
  const { code, stdout, stderr } = await examine(person);
  assert.equal(
    stdout,
    [
      `✓ configuration: ${person.config}`,
      `✓ files: nobody else may look into ${person.home}/.local/state/shipbell`,
      "✓ proxy: none",
      "✓ token: the platform knows the application",
      "✓ permission to look people up: contact:user.id:readonly",
      "✓ receiver ou_ada: nothing speaks against it",
      `✓ ${person.settings} calls ${person.executable}`,
      "",
    ].join("\n"),
  );
  assert.deepEqual([code, stderr, platform.messages()], [0, "", []]);
});

test("doctor looks at the hooks of an older copy as at its own", async (t) => {
  const { person } = await newPatient(t);
  const { code, stdout } = await person.hook(["doctor"]);
  assert.match(stdout, new RegExp(`✓ ${person.settings} calls ${person.executable}\n`));
  assert.equal(code, 0);
});

test("doctor takes the configuration from variables, and names them without their values", async (t) => {
  const { person, platform } = await newPatient(t);
  rmSync(person.config);
  const { code, stdout } = await examine(person, {
    HOOK_APP_ID: platform.app.id,
    HOOK_APP_SECRET: platform.app.secret,
    HOOK_OPEN_ID: "ou_lin",
    MESSAGING_API: platform.api,
  });
  assert.match(stdout, /^✓ configuration: HOOK_APP_ID, HOOK_APP_SECRET, HOOK_OPEN_ID, MESSAGING_API\n/);
  assert.deepEqual([code, stdout.includes(platform.app.secret)], [0, false]);
});

type Harm = (person: Person, platform: StartedPlatform) => void;

function configured(changes: object): Harm {
  return (person, platform) =>
    person.write(person.config, JSON.stringify({ ...configOf(platform), ...changes }));
}

const files: [why: string, harm: Harm, finding: RegExp][] = [
  [
    "no configuration",
    (person) => rmSync(person.config),
    /✗ configuration\n {2}there is no application id .*run hook setup(?![\s\S]*token)/,
  ],
  [
    "a configuration that others may read",
    (person) => chmodSync(person.config, 0o640),
    /✗ configuration\n {2}Cannot use .*hook\.json: others may read it.*chmod 600 .*hook\.json\n/,
  ],
  [
    "a configuration that is not JSON",
    (person) => person.write(person.config, "appId: x"),
    /✗ configuration\n {2}Cannot use .*not a JSON object/,
  ],
  [
    "an application without receivers",
    configured({ receivers: [] }),
    /✗ configuration\n {2}there is no receiver [\s\S]*✓ token/,
  ],
  [
    "an option that there is not",
    configured({ minchars: 1 }),
    /✗ options in .*hook\.json\n {2}"minchars" is no option/,
  ],
  [
    "a folder that others may look into",
    (person) => chmodSync(dirname(person.config), 0o755),
    /✗ files: others may look into .*\.config\/shipbell\n {2}chmod 700 .*\.config\/shipbell\n/,
  ],
  [
    "a token that others may read",
    (person) => person.write(join(person.home, ".local/state/shipbell/token.json"), "{}", 0o644),
    /✗ files: others may look into .*token\.json\n {2}chmod 600 .*token\.json\n/,
  ],
  [
    "a state folder that is in the way of itself",
    (person) => {
      rmSync(join(person.home, ".local/state/shipbell"), { recursive: true });
      person.write(join(person.home, ".local/state/shipbell"), "a file", 0o700);
    },
    /✗ state folder: .*\n {2}token and debug log are not kept/,
  ],
];

const app: [why: string, harm: Harm, finding: RegExp][] = [
  [
    "a wrong secret, though a token is kept",
    configured({ appSecret: "wrong" }),
    /✗ token\n {2}the platform replied 10014.*凭证与基础信息/,
  ],
  [
    "an application that there is not",
    configured({ appId: "cli_none" }),
    /✗ token\n {2}the platform replied 99991543/,
  ],
  [
    "a receiver of another application",
    configured({ receivers: ["ou_other_app", "ou_ada"] }),
    /✗ receiver ou_other_app\n {2}.*99992361.*run hook lookup[\s\S]*✓ receiver ou_ada/,
  ],
  [
    "a receiver who may not use the application",
    configured({ receivers: ["ou_unavailable"] }),
    /✗ receiver ou_unavailable\n {2}.*230013.*可用范围/,
  ],
  [
    "an address that nobody has",
    configured({ receivers: ["eve@example.com"] }),
    /✗ receivers\n {2}Cannot find eve@example\.com\.[\s\S]*✗ receiver eve@example\.com\n/,
  ],
  ["a chat that is no chat", configured({ receivers: ["oc_other"] }), /✗ receiver oc_other\n {2}.*230002/],
];

const settings: [why: string, harm: Harm, finding: RegExp][] = [
  [
    "no hooks",
    (person) => rmSync(person.settings),
    /✗ Claude Code does not call this\n {2}run hook install\n$/,
  ],
  [
    "hooks that call nothing",
    (person) => rmSync(person.executable),
    /✗ .*settings\.json calls .*: it does not exist\n {2}run hook install --scope user\n/,
  ],
  [
    "hooks that call what cannot be executed",
    (person) => chmodSync(person.executable, 0o644),
    /✗ .*settings\.json calls .*: it cannot be executed\n/,
  ],
  [
    "a hook that is missing",
    (person) =>
      person.write(person.settings, person.read(person.settings).replace("idle_prompt", "auth_success")),
    /✗ .* calls .*: it lacks Notification \(idle_prompt\)\n {2}run hook install --scope user\n/,
  ],
  [
    "settings that are not JSON",
    (person) => person.write(person.settings, "// mine"),
    /✗ settings .*settings\.json\n {2}it is no JSON object, and Claude Code ignores it\n✗ Claude Code does not call this/,
  ],
  [
    "hooks that are switched off",
    (person) => person.write(join(person.home, ".claude/settings.local.json"), '{"disableAllHooks":true}'),
    /✗ disableAllHooks in .*settings\.local\.json\n {2}Claude Code calls no hook/,
  ],
];

for (const [why, harm, finding] of [...files, ...app, ...settings]) {
  test(`doctor finds ${why} and exits 1`, async (t) => {
    const { person, platform } = await newPatient(t);
    await person.hook(["send", "so that a token is kept"]);
    harm(person, platform);
    const { code, stdout, stderr } = await examine(person);
    assert.match(stdout, finding);
    assert.deepEqual([code, stderr, stdout.includes(platform.app.secret)], [1, "", false]);
  });
}

test("doctor names the permissions that are missing, and where they are granted", async (t) => {
  const platform = await startPlatform(t, { scopes: [] });
  const person = newPerson(t, platform);
  const { code, stdout } = await examine(person);
  assert.match(
    stdout,
    /✗ permission to look people up\n {2}.*99991672.*lacks contact:user\.id:readonly: request it at https:/,
  );
  assert.match(stdout, /✗ receiver ou_ada\n {2}.*99991672.*im:message:send_as_bot.*https:/);
  assert.equal(code, 1);
});

test("doctor finds hooks in each scope", async (t) => {
  const { person } = await newPatient(t);
  const cwd = join(person.home, "project");
  mkdirSync(cwd);
  for (const scope of ["project", "local"])
    await person.hook(["install", "--scope", scope, "--command", person.executable], { cwd });
  const { stdout } = await person.hook(["doctor", "--command", person.executable], { cwd });
  assert.match(
    stdout,
    /✓ .*\/\.claude\/settings\.json calls .*\n✓ .*\/project\/\.claude\/settings\.json calls .*\n✓ .*settings\.local\.json calls .*\n$/,
  );
});

const variables: [why: string, env: Record<string, string>, finding: RegExp][] = [
  ["a muted shell", { HOOK_MUTE: "1" }, /✗ HOOK_MUTE is set\n {2}this shell sends nothing/],
  ["a mute that is neither on nor off", { HOOK_MUTE: "maybe" }, /✗ configuration\n {2}Cannot use HOOK_MUTE/],
  [
    "a proxy that is no address",
    { HTTPS_PROXY: "user:pass word" },
    /✗ proxy\n {2}Cannot use HTTPS_PROXY: it is no http or https address\n(?![\s\S]*token)/,
  ],
  [
    "an address of the platform that is none",
    { MESSAGING_API: "open.feishu.cn" },
    /✗ configuration\n {2}Cannot use MESSAGING_API/,
  ],
  [
    "nowhere to keep anything",
    { HOME: "", XDG_CONFIG_HOME: "/" },
    /✗ state folder\n {2}there is no home folder: set HOME or XDG_STATE_HOME\n/,
  ],
  [
    "a platform that does not answer",
    { MESSAGING_API: "http://127.0.0.1:1/open-apis" },
    /✗ token\n {2}.*ECONNREFUSED/,
  ],
];

for (const [why, env, finding] of variables) {
  test(`doctor finds ${why} and exits 1`, async (t) => {
    const { person } = await newPatient(t);
    const { code, stdout, stderr } = await examine(person, env);
    assert.match(stdout, finding);
    assert.deepEqual([code, stderr, stdout.includes("pass word")], [1, "", false]);
  });
}

test("doctor names the proxy's variables, not their values", async (t) => {
  const { person } = await newPatient(t);
  const env = { HTTPS_PROXY: "http://me:my-password@proxy.example.com:8080", NO_PROXY: "127.0.0.1" };
  const { code, stdout } = await examine(person, env);
  assert.match(stdout, /✓ proxy: HTTPS_PROXY, NO_PROXY\n/);
  assert.deepEqual([code, stdout.includes("my-password")], [0, false]);
});
