import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { entries } from "../../scripts/entries.ts";
import { version } from "../../src/cli/version.ts";
import { folder } from "../support/folder.ts";

const root = join(import.meta.dirname, "../..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

test("the executables' version is the package's", () => {
  assert.equal(version, manifest.version);
});

test("the product has no runtime dependency, and every tool is pinned exactly", () => {
  assert.equal(manifest.dependencies, undefined);
  const pinned = { ...manifest.devDependencies, ...manifest.optionalDependencies };
  assert.deepEqual(
    Object.values(pinned).filter((range) => !/^\d+\.\d+\.\d+$/.test(String(range))),
    [],
  );
});

test("every entry in src is built, and nothing else", () => {
  const files = readdirSync(join(root, "src")).filter((name) => name.endsWith(".ts"));
  assert.deepEqual(files.toSorted(), entries.map(({ name }) => `${name}.ts`).toSorted());
});

test("bin holds nothing in git but its own .gitignore", () => {
  const tracked = execFileSync("git", ["ls-files", "bin"], { cwd: root, encoding: "utf8" });
  assert.equal(tracked, "bin/.gitignore\n");
});

const climbs: [why: string, file: string, line: string][] = [
  ["a room that does I/O", "src/deploy/zz-ring.ts", 'export { readFileSync as x } from "node:fs";'],
  ["a room that uses plumbing", "src/deploy/zz-ring.ts", 'export { call as x } from "../http/call.ts";'],
  [
    "a room that uses a door's I/O",
    "src/deploy/zz-ring.ts",
    'export { sendCard as x } from "../chat/webhook.ts";',
  ],
  ["a door that uses a room", "src/chat/zz-ring.ts", 'export { x } from "../deploy/card.ts";'],
  ["a door that uses another door", "src/queue/zz-ring.ts", 'export { card as x } from "../chat/card.ts";'],
  ["plumbing that uses a door", "src/cli/zz-ring.ts", 'export { card as x } from "../chat/card.ts";'],
  ["the ground that uses plumbing", "src/json/zz-ring.ts", 'export { log as x } from "../cli/log.ts";'],
  ["an entry that uses an entry", "src/zz-ring.ts", 'export { x } from "./notify.ts";'],
  ["the environment read outside an entry", "src/chat/zz-ring.ts", "export const x = process.env.HOME;"],
];

for (const [why, file, line] of climbs) {
  test(`the linter refuses ${why}`, (t) => {
    const house = folder(t);
    copyFileSync(join(root, "biome.json"), join(house, "biome.json"));
    mkdirSync(dirname(join(house, file)), { recursive: true });
    writeFileSync(join(house, file), `${line}\n`);
    const lint = ["lint", "--vcs-enabled=false", "--vcs-use-ignore-file=false", file];
    const linted = spawnSync(join(root, "node_modules/.bin/biome"), lint, { cwd: house, encoding: "utf8" });
    assert.match(linted.stderr + linted.stdout, /noRestrictedImports|noProcessEnv/);
    assert.equal(linted.status, 1);
  });
}
