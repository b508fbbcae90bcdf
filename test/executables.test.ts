import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { entries } from "../scripts/entries.ts";
import { version } from "../src/cli/version.ts";
import { folder } from "./support/folder.ts";
import { built, command, run } from "./support/spawn.ts";

/** What a slim host offers; anything more and the executable would not start there. */
const libraries = [
  "libc.so.6",
  "libdl.so.2",
  "libgcc_s.so.1",
  "libm.so.6",
  "libpthread.so.0",
  "libstdc++.so.6",
];

for (const { name } of entries) {
  test(`${name} --help explains itself with no variable set`, async (t) => {
    const { code, stdout, stderr } = await run(t, name, "", { args: ["--help"] });
    assert.equal(stderr, "");
    assert.match(stdout, new RegExp(`^${name}: \\S.*\\n\\nUsage:\\n`));
    for (const section of ["Variables", "Options", "Exit codes", "Example"]) {
      assert.match(stdout, new RegExp(`^${section}:$`, "m"));
    }
    assert.equal(code, 0);
  });

  test(`${name} --version names the version with no variable set`, async (t) => {
    const ended = await run(t, name, "", { args: ["--version"] });
    assert.deepEqual(ended, { code: 0, signal: null, stdout: `${name} ${version}\n`, stderr: "" });
  });

  // The coding assistant takes some exit codes for orders, so `hook` knows 0 and 1 alone.
  const usageCode = name === "hook" ? 1 : 64;

  test(`${name} refuses an option that it does not know with ${usageCode} and one line`, async (t) => {
    const { code, stdout, stderr } = await run(t, name, "", { args: ["--no-such-option"] });
    assert.match(stderr, new RegExp(`^Cannot run ${name}: .*--no-such-option.*\\n$`));
    assert.deepEqual([code, stdout], [usageCode, ""]);
  });

  if (built) {
    test(`${name} ignores NODE_OPTIONS, so nobody injects code into it`, async (t) => {
      const env = { NODE_OPTIONS: "--require /does/not/exist.js" };
      const { code, stderr } = await run(t, name, "", { args: ["--version"], env });
      assert.deepEqual([code, stderr], [0, ""]);
    });

    test(`${name} starts from another folder through a symbolic link`, async (t) => {
      const link = join(folder(t), "renamed");
      symlinkSync(command(name)[0], link);
      assert.match(execFileSync(link, ["--version"], { cwd: "/", encoding: "utf8" }), /^\w+ \d/);
    });

    test(`${name} is at most 112 MB and needs only glibc and libstdc++`, () => {
      const [file] = command(name);
      assert.ok(statSync(file).size <= 112_000_000, `${statSync(file).size} bytes`);
      const listed = execFileSync("ldd", [file], { encoding: "utf8" });
      const needed = [...listed.matchAll(/^\s*(lib\S+) =>/gm)].map(([, library]) => library);
      assert.deepEqual(
        needed.filter((library) => !libraries.includes(library ?? "")),
        [],
      );
    });
  }
}
