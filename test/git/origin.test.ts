import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { originOf } from "../../src/git/origin.ts";
import { folder } from "../support/folder.ts";

function git(cwd: string, ...args: string[]): void {
  const { status, stderr } = spawnSync("git", args, { cwd, encoding: "utf8" });
  assert.equal(status, 0, stderr);
}

const password = ["hun", "ter", "2"].join("");
const addresses: [why: string, address: string, name: string][] = [
  ["https", "https://github.com/acme/my-shop.git", "my-shop"],
  ["https without .git", "https://github.com/acme/my-shop", "my-shop"],
  ["https with a slash at the end", "https://github.com/acme/my-shop.git/", "my-shop"],
  ["https with a password", `https://ada:${password}@git.example.com/acme/my-shop.git`, "my-shop"],
  [
    "https with a password that holds a slash",
    `https://ada:${password}/x@git.example.com/acme/my-shop.git`,
    "my-shop",
  ],
  ["https with a token in the query", `https://git.example.com/my-shop.git?token=${password}`, "my-shop"],
  ["a password and no path", `https://ada:${password}@git.example.com`, ""],
  ["a password and a host that is none", `https://ada:${password}@git example`, ""],
  ["ssh in short", "git@github.com:acme/my-shop.git", "my-shop"],
  ["ssh in short without an owner", "git@host:my-shop.git", "my-shop"],
  ["ssh in short of an alias", "work:acme/my-shop.git", "my-shop"],
  ["ssh", "ssh://git@github.com:22/acme/my-shop.git", "my-shop"],
  ["ssh with the colon of the short form", "ssh://git@github.com:acme/my-shop.git", "my-shop"],
  ["git", "git://host/my-shop.git", "my-shop"],
  ["a file's address", "file:///srv/git/my-shop.git", "my-shop"],
  ["a path", "/srv/git/my-shop.git", "my-shop"],
  ["a path to a working copy", "/srv/my-shop/.git", "my-shop"],
  ["a path from here", "../my-shop", "my-shop"],
  ["a path of Windows", "C:\\git\\my-shop.git", "my-shop"],
  ["dots in a name", "https://github.com/acme/my.shop.js.git", "my.shop.js"],
  ["the root", "/", ""],
];

for (const [why, address, name] of addresses) {
  test(`the repository's name by ${why}`, (t) => {
    const top = folder(t);
    git(top, "init", "-q");
    git(top, "config", "remote.origin.url", address);
    assert.equal(originOf(top).repository, name);
  });
}

test("Git knows the name of the user, and the last of two counts", (t) => {
  const top = folder(t);
  git(top, "init", "-q");
  git(top, "config", "--add", "user.name", "Eve");
  git(top, "config", "--add", "user.name", "Ada =\n Lovelace");
  assert.equal(originOf(top).user, "Ada =\n Lovelace");
});

test("the top folder is found from below it, and of a worktree too", (t) => {
  const top = folder(t);
  git(top, "init", "-q");
  const below = join(top, "a/b");
  mkdirSync(below, { recursive: true });
  assert.equal(originOf(below).top, top);
  const commit = ["-c", "user.name=a", "-c", "user.email=a", "commit", "-q", "--allow-empty", "-m", "a"];
  git(top, ...commit);
  const tree = join(folder(t), "tree");
  git(top, "worktree", "add", "-q", tree);
  assert.equal(originOf(tree).top, tree);
});

test("other remotes are not asked", (t) => {
  const top = folder(t);
  git(top, "init", "-q");
  git(top, "remote", "add", "upstream", "https://github.com/other/elsewhere.git");
  assert.deepEqual([originOf(top).repository, originOf(top).top], ["", top]);
});

test("a folder without a repository is its own top", (t) => {
  const top = folder(t);
  assert.deepEqual([originOf(top).repository, originOf(top).top], ["", top]);
});
