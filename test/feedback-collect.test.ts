import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { folder } from "./support/folder.ts";
import { type Fed, feed, question, send } from "./support/github.ts";

const bare = { ...question, project: "", framework_version: null, submitter: undefined };
const password = ["hun", "ter", "2-of-Ada"].join("");

/** A project in a folder of its own; the environment keeps the machine's configuration of Git out. */
function newProject(t: TestContext, origin = "", files: Record<string, string> = {}): string {
  const top = folder(t);
  git(top, "init", "-q");
  if (origin) git(top, "config", "remote.origin.url", origin);
  write(top, files);
  return top;
}

function write(top: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, name)), { recursive: true });
    writeFileSync(join(top, name), text);
  }
}

function git(cwd: string, ...args: string[]): void {
  const { status, stderr } = spawnSync("git", args, { cwd, encoding: "utf8" });
  assert.equal(status, 0, stderr);
}

/** A dry run in a folder. */
function look(
  t: TestContext,
  cwd: string,
  record: object = bare,
  env: Record<string, string> = {},
): Promise<Fed> {
  return feed(t, record, { cwd, env, args: ["--dry-run"] });
}

/** The rows of the table, a value for each heading. */
function tableOf({ result }: Fed): Record<string, string> {
  const rows = [...(result.issue?.body ?? "").matchAll(/^\| ([^|]+) \| (.*) \|$/gm)];
  return Object.fromEntries(
    rows.filter(([, name]) => name !== "---").map(([, name, value]) => [name, value]),
  );
}

const origins: [why: string, address: string, name: string][] = [
  ["https", "https://github.com/acme/my-shop.git", "my-shop"],
  ["https with a password", `https://ada:${password}@git.example.com/acme/my-shop.git`, "my-shop"],
  ["ssh in short", "git@github.com:acme/my-shop.git", "my-shop"],
  ["ssh", "ssh://git@git.example.com:22/acme/my-shop.git", "my-shop"],
  ["a path", "/srv/git/my-shop.git", "my-shop"],
];

for (const [why, address, name] of origins) {
  test(`the project is the name of the origin by ${why}`, async (t) => {
    const fed = await look(t, newProject(t, address));
    assert.deepEqual([fed.code, tableOf(fed)], [0, { Project: name }]);
    assert.ok(!(fed.stdout + fed.stderr).includes(password));
  });
}

test("a password in the origin is not sent either", async (t) => {
  const cwd = newProject(t, `https://ada:${password}@git.example.com/acme/my-shop.git`);
  const { posts, stdout, stderr } = await send(t, [{ body: [] }, { status: 201 }], bare, { cwd });
  assert.match(posts[0]?.body ?? "", /Project \| my-shop/);
  assert.ok(!(posts[0]?.body + stdout + stderr).includes(password));
});

test("without an origin the project is the name of the top folder, in a folder below it too", async (t) => {
  const top = newProject(t, "", { "a/b/file": "" });
  for (const cwd of [top, join(top, "a/b")]) {
    assert.deepEqual(tableOf(await look(t, cwd)), { Project: basename(top) });
  }
});

test("without a repository the project is the name of the folder", async (t) => {
  const cwd = folder(t);
  assert.deepEqual(tableOf(await look(t, cwd)), { Project: basename(cwd) });
});

test("without Git it is the name of the top folder, and nobody the submitter", async (t) => {
  const top = newProject(t, "https://github.com/acme/my-shop.git", { "a/file": "" });
  const fed = await look(t, join(top, "a"), bare, { PATH: folder(t) });
  assert.deepEqual([fed.code, fed.stderr, tableOf(fed)], [0, "", { Project: basename(top) }]);
});

test("a Git that fails is as none", async (t) => {
  const [top, bin] = [newProject(t), folder(t)];
  writeFileSync(join(bin, "git"), "#!/bin/sh\necho fatal: no >&2\nexit 128\n", { mode: 0o755 });
  const fed = await look(t, top, bare, { PATH: bin });
  assert.deepEqual([fed.code, fed.stderr, tableOf(fed)], [0, "", { Project: basename(top) }]);
});

test("the submitter is the user of Git, that of the repository before that of the machine", async (t) => {
  const [top, home] = [newProject(t, "/srv/my-shop.git"), folder(t)];
  write(home, { config: "[user]\n\tname = Ada Lovelace\n" });
  const env = { GIT_CONFIG_GLOBAL: join(home, "config") };
  assert.equal(tableOf(await look(t, top, bare, env)).Submitter, "Ada Lovelace");
  git(top, "config", "user.name", "爱达 | @ada");
  assert.equal(tableOf(await look(t, top, bare, env)).Submitter, "爱达 &#124; @&#8203;ada");
});

const markers: [why: string, files: Record<string, string>, version: string | undefined][] = [
  ["no .claude", { "README.md": "v1.2.3-20261121" }, undefined],
  ["no marker in it", { ".claude/a.md": "v1.2.3" }, undefined],
  [
    "a marker",
    { ".claude/rules/core.md": "<!-- kit:core v1.2.3-20261121 — DO NOT EDIT -->" },
    "v1.2.3-20261121",
  ],
  ["a marker in a hidden file", { ".claude/.kit/.version": "v1.2.3-20261121\n" }, "v1.2.3-20261121"],
  [
    "markers of several days",
    { ".claude/a": "v9.0.0-20261119", ".claude/b/c": "v1.0.0-20261121", ".claude/d": "v2.0.0-20261120" },
    "v1.0.0-20261121",
  ],
  [
    "markers of one day",
    { ".claude/a": "v1.9.0-20261121", ".claude/b": "v1.10.0-20261121", ".claude/c": "v1.2.99-20261121" },
    "v1.10.0-20261121",
  ],
  ["a day that never was", { ".claude/a": "v1.0.0-20260230 v1.0.0-20261301" }, undefined],
  ["a huge file", { ".claude/a": `v1.0.0-20261121\n${"x".repeat(1024 * 1024)}` }, undefined],
];

for (const [why, files, version] of markers) {
  test(`the framework's version where there is ${why}`, async (t) => {
    const top = newProject(t, "/srv/my-shop.git", { ...files, "src/file": "" });
    assert.equal(tableOf(await look(t, join(top, "src")))["Framework version"], version);
  });
}

test("a marker behind a link is none", async (t) => {
  const [top, elsewhere] = [newProject(t, "", { ".claude/a": "v1.0.0-20260101" }), folder(t)];
  write(elsewhere, { "b/c": "v2.0.0-20261121" });
  symlinkSync(join(elsewhere, "b/c"), join(top, ".claude/c"));
  symlinkSync(join(elsewhere, "b"), join(top, ".claude/b"));
  assert.equal(tableOf(await look(t, top))["Framework version"], "v1.0.0-20260101");
});

test("FRAMEWORK_VERSION comes before the markers", async (t) => {
  const top = newProject(t, "", { ".claude/a": "v2.0.0-20261121" });
  const env = { FRAMEWORK_VERSION: "v1.0.0-20260101" };
  assert.equal(tableOf(await look(t, top, bare, env))["Framework version"], "v1.0.0-20260101");
});

for (const wrong of ["4.5.6", "v4.5.6-20260230", "latest"]) {
  test(`FRAMEWORK_VERSION=${wrong} is a fault, and nothing is sent`, async (t) => {
    const env = { FRAMEWORK_VERSION: wrong };
    const { code, result, stdout, requests } = await send(t, [], bare, { env });
    assert.deepEqual([code, requests, stdout.includes(wrong)], [64, [], false]);
    assert.deepEqual(
      result.errors?.map(({ field }) => field),
      ["framework_version"],
    );
  });
}

const leaveTrace = (t: TestContext): [env: Record<string, string>, trace: string] => {
  const bin = folder(t);
  writeFileSync(join(bin, "git"), `#!/bin/sh\necho called >> '${bin}/trace'\n`, { mode: 0o755 });
  return [{ PATH: `${bin}:/usr/bin:/bin` }, join(bin, "trace")];
};

test("what the record says wins, and Git is not even asked", async (t) => {
  const [env, trace] = leaveTrace(t);
  const top = newProject(t, "/srv/elsewhere.git", { ".claude/a": "v9.9.9-20261121" });
  const fed = await look(t, top, question, { ...env, FRAMEWORK_VERSION: "latest" });
  const expected = { Project: "my-shop", "Framework version": "v1.2.3-20261121", Submitter: "Ada" };
  assert.deepEqual([tableOf(fed), existsSync(trace)], [expected, false]);
});

test("Git is asked once for all that it knows", async (t) => {
  const [env, trace] = leaveTrace(t);
  await look(t, folder(t), bare, env);
  assert.equal(readFileSync(trace, "utf8"), "called\n");
});

const secret = ["gh", "p_", "16C7e42F292c6912E7710c838347Ae178B4a"].join("");

test("a secret in what was found out is refused and shown nowhere", async (t) => {
  const cwd = newProject(t, `https://git.example.com/acme/${secret}.git`);
  git(cwd, "config", "user.name", secret);
  const { code, result, stdout, stderr, requests } = await send(t, [], bare, { cwd });
  assert.deepEqual([code, requests, (stdout + stderr).includes(secret)], [65, [], false]);
  const places = result.secrets?.map(({ field, line }) => `${field} ${line}`);
  assert.deepEqual(places, ["project 1", "submitter 1"]);
});
