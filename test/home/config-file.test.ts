import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { configFile, faultOf, read, whole } from "../support/config.ts";
import { folder } from "../support/folder.ts";

const onlyPosix = { skip: process.platform === "win32" && "Windows has no modes" };

for (const mode of [0o640, 0o620, 0o610, 0o604, 0o602, 0o601, 0o666, 0o777]) {
  test(`a file of mode ${mode.toString(8)} is refused with the command that mends it`, onlyPosix, (t) => {
    const file = configFile(t, whole, mode);
    const line = `Cannot use ${file}: others may read it and the secret in it; chmod 600 ${file}`;
    assert.equal(faultOf(file), line);
  });
}

for (const mode of [0o600, 0o400, 0o700]) {
  test(`a file of mode ${mode.toString(8)} is its owner's alone, and read`, onlyPosix, (t) => {
    assert.equal(read(configFile(t, whole, mode)).appId, "cli_file");
  });
}

test("on Windows modes say nothing, and the file is read", (t) => {
  assert.equal(read(configFile(t, whole, 0o666), {}, "win32").appId, "cli_file");
});

test("a link is judged by the file that it names", onlyPosix, (t) => {
  const link = join(folder(t), "hook.json");
  symlinkSync(configFile(t, whole, 0o644), link);
  assert.match(faultOf(link), /others may read it.*chmod 600 \S+$/);
});

const odd = [
  "my files/hook.json",
  "it's mine/hook.json",
  "$HOME `id`/hook.json",
  'a"b;c&d/hook.json',
  "配置/hook.json",
];

for (const name of odd) {
  test(`the command that mends ${name} is one that a shell takes, and mends it`, onlyPosix, (t) => {
    const file = configFile(t, whole, 0o644, name);
    const [, command = ""] = /; (chmod 600 .*)$/.exec(faultOf(file)) ?? [];
    execFileSync("/bin/sh", ["-c", command], { stdio: "ignore" });
    assert.equal(read(file).appId, "cli_file");
  });
}

const hidden = "the-hidden-words";

const broken: [why: string, content: string, line: string][] = [
  ["empty", "", ""],
  ["an array", `["${hidden}"]`, ""],
  ["a text", `"${hidden}"`, ""],
  ["null", "null", ""],
  ["cut", `{\n"appId": "a",\n"appSecret": "${hidden}`, " (line 3)"],
  ["one with a comma too many", `{\n"appId": "a",\n"appSecret": "${hidden}",\n}`, " (line 4)"],
  ["one with a comma too few", `{\n"appSecret": "${hidden}"\n"appId": "a"}`, " (line 3)"],
  ["one with a comment", `{\n// ${hidden}\n}`, " (line 2)"],
  ["one with a second document", `{}\n{"appSecret":"${hidden}"}`, " (line 2)"],
  ["one without quotes", `{"appSecret": ${hidden}}`, ""],
];

for (const [why, content, line] of broken) {
  test(`a file that is no JSON object but ${why} is refused without its content`, (t) => {
    const file = configFile(t, content);
    assert.equal(faultOf(file), `Cannot use ${file}: it is not a JSON object${line}`);
  });
}

for (const mode of [0o700, 0o755]) {
  test(`a folder of mode ${mode.toString(8)} in place of the file is told as what it is`, (t) => {
    const path = join(folder(t), "hook.json");
    mkdirSync(path, { mode });
    assert.equal(faultOf(path), `Cannot read ${path}: EISDIR`);
  });
}

test("a link that names itself is told as what it is", onlyPosix, (t) => {
  const link = join(folder(t), "hook.json");
  symlinkSync(link, link);
  assert.equal(faultOf(link), `Cannot read ${link}: ELOOP`);
});

test("a file that its reader may not read is told as what it is", onlyPosix, (t) => {
  const file = configFile(t, whole, 0o000);
  chmodSync(dirname(file), 0o755);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    assert.equal(faultOf(file), `Cannot read ${file}: EACCES`);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});
