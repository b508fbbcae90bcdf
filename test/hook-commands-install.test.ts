import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { newPerson, type Person } from "./support/person.ts";
import { built, command } from "./support/spawn.ts";

const settings =
  '{\n    "model": "opus",\n    "hooks": {\n        "Stop": [{"hooks": [{"type": "command", "command": "x # // y"}]}]\n    }\n}\n';
const slots =
  "Stop, Notification (permission_prompt), Notification (idle_prompt), PermissionRequest, StopFailure";

function wire(person: Person, ...more: string[]) {
  return person.hook(["install", "--command", person.executable, ...more]);
}

function unwire(person: Person, ...more: string[]) {
  return person.hook(["uninstall", "--command", person.executable, ...more]);
}

/** The names in a folder. */
function names(file: string): string[] {
  return readdirSync(dirname(file)).toSorted();
}

test("install makes the settings where there were none, and uninstall removes them", async (t) => {
  const person = newPerson(t);
  const stdout = `${person.settings} calls ${person.executable} now\n  added: ${slots}\n`;
  assert.deepEqual(await wire(person), { code: 0, signal: null, stdout, stderr: "" });
  const { Stop, Notification, PermissionRequest, StopFailure } = JSON.parse(
    person.read(person.settings),
  ).hooks;
  const hooks = [{ type: "command", command: person.executable, args: [], async: true, timeout: 30 }];
  assert.deepEqual([Stop, PermissionRequest, StopFailure], [[{ hooks }], [{ hooks }], [{ hooks }]]);
  assert.deepEqual(Notification, [
    { matcher: "permission_prompt", hooks },
    { matcher: "idle_prompt", hooks },
  ]);
  assert.deepEqual(await unwire(person), {
    code: 0,
    signal: null,
    stdout: `${person.settings} held nothing else and is gone\n`,
    stderr: "",
  });
  assert.deepEqual(names(person.settings), []);
});

test("install keeps a copy, and uninstall leaves the file as it was, byte for byte, with its mode", async (t) => {
  const person = newPerson(t);
  person.write(person.settings, settings, 0o640);
  const { code, stdout } = await wire(person);
  assert.equal(code, 0);
  assert.match(stdout, /\n {2}the file as it was before: .*settings\.json\.before-shipbell\n$/);
  assert.equal(person.read(`${person.settings}.before-shipbell`), settings);
  assert.deepEqual(
    [person.settings, `${person.settings}.before-shipbell`].map((file) => statSync(file).mode & 0o777),
    [0o640, 0o640],
  );
  assert.equal((await unwire(person)).stdout, `${person.settings} has no hook of ours any more\n`);
  assert.equal(person.read(person.settings), settings);
  assert.equal(statSync(person.settings).mode & 0o777, 0o640);
  assert.deepEqual(names(person.settings), ["settings.json"]);
});

test("install twice is install once", async (t) => {
  const person = newPerson(t);
  person.write(person.settings, settings);
  await wire(person);
  const once = person.read(person.settings);
  const again = await wire(person);
  assert.deepEqual(again, {
    code: 0,
    signal: null,
    stdout: `Nothing to do: ${person.settings} calls ${person.executable} already\n`,
    stderr: "",
  });
  assert.equal(person.read(person.settings), once);
  assert.equal(person.read(`${person.settings}.before-shipbell`), settings);
});

test("install brings the hooks of an older copy up to date, and keeps the copy from before the first of them", async (t) => {
  const person = newPerson(t);
  person.write(person.settings, settings);
  const older = join(person.home, "old", "hook");
  person.write(older, "#!/bin/sh\n", 0o755);
  await person.hook(["install", "--command", older]);
  const { stdout } = await wire(person);
  assert.match(stdout, /\n {2}brought up to date: .*\/old\/hook\n/);
  assert.doesNotMatch(person.read(person.settings), /\/old\/hook/);
  assert.equal(person.read(`${person.settings}.before-shipbell`), settings);
  await unwire(person);
  assert.equal(person.read(person.settings), settings);
});

test("a copy from an earlier time is never overwritten", async (t) => {
  const person = newPerson(t);
  person.write(person.settings, settings);
  person.write(`${person.settings}.before-shipbell`, "earlier");
  person.write(`${person.settings}.before-shipbell.1`, "the earliest");
  await wire(person);
  assert.equal(person.read(`${person.settings}.before-shipbell`), settings);
  assert.equal(person.read(`${person.settings}.before-shipbell.1`), "the earliest");
  assert.equal(person.read(`${person.settings}.before-shipbell.2`), "earlier");
  await unwire(person);
  assert.equal(person.read(person.settings), settings);
});

test("a copy from an earlier time says nothing about settings that were not there", async (t) => {
  const person = newPerson(t);
  person.write(`${person.settings}.before-shipbell`, "{}");
  await wire(person);
  await unwire(person);
  assert.deepEqual(names(person.settings), ["settings.json.before-shipbell.1"]);
});

test("uninstall keeps what was changed since install, and the copy from before", async (t) => {
  const person = newPerson(t);
  person.write(person.settings, settings);
  await wire(person);
  const changed = { ...JSON.parse(person.read(person.settings)), theme: "dark" };
  person.write(person.settings, JSON.stringify(changed, null, 2));
  const { stdout } = await unwire(person);
  assert.match(stdout, /has changed since install; the file from before stays: .*before-shipbell\n$/);
  assert.deepEqual(JSON.parse(person.read(person.settings)), { ...JSON.parse(settings), theme: "dark" });
  assert.equal(person.read(`${person.settings}.before-shipbell`), settings);
});

test("uninstall does nothing where nothing is ours", async (t) => {
  const person = newPerson(t);
  const { code, stdout } = await unwire(person);
  assert.deepEqual(
    [code, stdout],
    [0, `Nothing to do: ${person.settings} has no hook of ${person.executable}\n`],
  );
  person.write(person.settings, settings);
  assert.equal((await unwire(person)).code, 0);
  assert.equal(person.read(person.settings), settings);
});

test("--dry-run prints the settings as they would be, and writes nothing", async (t) => {
  const person = newPerson(t);
  person.write(person.settings, settings);
  const shown = await wire(person, "--dry-run");
  assert.deepEqual([shown.code, shown.stderr], [0, `Nothing written; ${person.settings} would be this:\n`]);
  assert.equal(person.read(person.settings), settings);
  assert.deepEqual(names(person.settings), ["settings.json"]);
  await wire(person);
  assert.equal(person.read(person.settings), shown.stdout);
  const back = await unwire(person, "--dry-run");
  assert.deepEqual([back.code, back.stdout], [0, settings]);
  assert.equal(person.read(person.settings), shown.stdout);
});

test("--dry-run says that a file would be removed", async (t) => {
  const person = newPerson(t);
  await wire(person);
  const { code, stdout, stderr } = await unwire(person, "--dry-run");
  assert.deepEqual([code, stdout, stderr], [0, "", `Nothing written; ${person.settings} would be removed\n`]);
  assert.notEqual(person.read(person.settings), "");
});

const places: [
  scope: string,
  env: (home: string) => Record<string, string>,
  file: string,
  isShared: boolean,
][] = [
  ["user", () => ({}), ".claude/settings.json", false],
  ["user", (home) => ({ CLAUDE_CONFIG_DIR: join(home, "elsewhere") }), "elsewhere/settings.json", false],
  ["project", () => ({}), "project/.claude/settings.json", true],
  [
    "project",
    (home) => ({ CLAUDE_CONFIG_DIR: join(home, "elsewhere") }),
    "project/.claude/settings.json",
    true,
  ],
  ["local", () => ({}), "project/.claude/settings.local.json", false],
];

for (const [scope, env, file, isShared] of places) {
  test(`install and uninstall --scope ${scope} change ${file}`, async (t) => {
    const person = newPerson(t);
    const cwd = join(person.home, "project");
    mkdirSync(cwd);
    const options = { cwd, env: env(person.home) };
    const target = ["--scope", scope, "--command", person.executable];
    const { code, stderr } = await person.hook(["install", ...target], options);
    assert.deepEqual([code, stderr.includes("All who check this project out")], [0, isShared]);
    assert.match(person.read(join(person.home, file)), /PermissionRequest/);
    assert.equal((await person.hook(["uninstall", ...target], options)).code, 0);
    assert.equal(person.read(join(person.home, file)), "");
  });
}

test("settings behind a symbolic link are changed where they are", async (t) => {
  const person = newPerson(t);
  const real = join(person.home, "dotfiles", "claude.json");
  person.write(real, settings);
  mkdirSync(dirname(person.settings));
  symlinkSync(real, person.settings);
  await wire(person);
  assert.match(person.read(real), /PermissionRequest/);
  assert.deepEqual(names(real), ["claude.json"]);
  await unwire(person);
  assert.equal(person.read(real), settings);
  assert.deepEqual(names(person.settings), ["settings.json"]);
});

const odd: [why: string, text: string, fault: string][] = [
  ["with a comment", '{\n  // mine\n  "model": "opus"\n}\n', "it is not JSON"],
  ["cut in the middle", '{"model":', "it is not JSON"],
  ["whose hooks are a list", '{"hooks":[]}', '"hooks" in it is no object'],
];

for (const [why, text, fault] of odd) {
  test(`settings ${why} are left alone with a clear error`, async (t) => {
    const person = newPerson(t);
    person.write(person.settings, text);
    const { code, stdout, stderr } = await wire(person);
    assert.deepEqual(
      [code, stdout, stderr],
      [1, "", `Cannot install into ${person.settings}: ${fault}; it was left alone\n`],
    );
    assert.equal(person.read(person.settings), text);
    assert.deepEqual(names(person.settings), ["settings.json"]);
  });
}

test("uninstall leaves settings alone that are not JSON", async (t) => {
  const person = newPerson(t);
  person.write(person.settings, "// mine");
  const { code, stderr } = await unwire(person);
  assert.deepEqual(
    [code, stderr],
    [1, `Cannot uninstall from ${person.settings}: it is not JSON; it was left alone\n`],
  );
});

test("settings that cannot be written are one line, without a stack", async (t) => {
  const person = newPerson(t);
  person.write(join(person.home, ".claude"), "a file where the folder should be");
  const { code, stdout, stderr } = await wire(person);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^Cannot (read|write) .*settings\.json: E[A-Z]+: [^\n]*\n$/);
});

test("install refuses what the assistant could not start", async (t) => {
  const person = newPerson(t);
  const missing = await person.hook(["install", "--command", "/nowhere/hook"]);
  assert.deepEqual([missing.code, missing.stderr], [1, "Cannot install /nowhere/hook: it does not exist\n"]);
  chmodSync(person.executable, 0o644);
  const { code, stderr } = await wire(person);
  assert.deepEqual([code, stderr], [1, `Cannot install ${person.executable}: it cannot be executed\n`]);
  const directory = await person.hook(["install", "--command", person.home]);
  assert.equal(directory.stderr, `Cannot install ${person.home}: it is no file\n`);
  assert.equal(person.read(person.settings), "");
});

test("--command may be relative, and a link to the executable stays a link that outlives an upgrade", async (t) => {
  const person = newPerson(t);
  symlinkSync(person.executable, join(person.home, "hook"));
  assert.equal((await person.hook(["install", "--command", "hook"])).code, 0);
  assert.match(person.read(person.settings), new RegExp(`"command": "${join(person.home, "hook")}"`));
});

test(`install and uninstall without --command ${built ? "are about this executable" : "refuse a source file"}`, async (t) => {
  const person = newPerson(t);
  const { code, stderr } = await person.hook(["install"]);
  const line = "Cannot install: this runs from source; build it, or name the executable with --command\n";
  assert.deepEqual([code, stderr], built ? [0, ""] : [1, line]);
  const wired = person.read(person.settings).includes(JSON.stringify(command("hook")[0]));
  assert.equal(wired, built);
  const back = await person.hook(["uninstall"]);
  const other = "Cannot uninstall: this runs from source; name the executable with --command\n";
  assert.deepEqual([back.code, back.stderr], built ? [0, ""] : [1, other]);
  assert.equal(person.read(person.settings), "");
});

const wrong: [args: string[], stderr: string][] = [
  [["install", "now"], "Cannot run hook install: it takes no arguments; see hook --help\n"],
  [["uninstall", "now"], "Cannot run hook uninstall: it takes no arguments; see hook --help\n"],
  [["install", "--scope", "everybody"], 'Cannot use --scope "everybody": there are user, project, local\n'],
  [["doctor", "--scope", "user"], "Cannot run hook doctor: it takes no --scope; see hook --help\n"],
  [["test", "x"], "Cannot run hook test: it takes no arguments; see hook --help\n"],
  [["setup", "--dry-run"], "Cannot run hook setup: it takes no --dry-run; see hook --help\n"],
  [["lookup"], "Cannot run hook lookup: it takes e-mail addresses; see hook --help\n"],
  [["lookup", "ada"], 'Cannot look up "ada": it is no e-mail address\n'],
  [["send"], "Cannot run hook send: it takes a text; see hook --help\n"],
  [["send", " "], "Cannot run hook send: it takes a text; see hook --help\n"],
  [["instal"], 'Cannot run hook: "instal" is no command and no assistant; see hook --help\n'],
];

for (const [args, stderr] of wrong) {
  test(`hook ${args.join(" ")} is one line and exit code 1`, async (t) => {
    assert.deepEqual(await newPerson(t).hook(args), { code: 1, signal: null, stdout: "", stderr });
  });
}

test("without a home folder install and uninstall say so", async (t) => {
  const person = newPerson(t);
  for (const name of ["install", "uninstall"]) {
    const { code, stderr } = await person.hook([name, "--command", person.executable], { env: { HOME: "" } });
    assert.deepEqual(
      [code, stderr],
      [1, `Cannot ${name}: there is no home folder; set HOME or CLAUDE_CONFIG_DIR\n`],
    );
  }
});
