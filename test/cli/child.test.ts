import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { type Program, runProgram } from "../../src/cli/child.ts";
import { folder } from "../support/folder.ts";
import { untilGone } from "../support/gone.ts";
import { script } from "../support/script.ts";
import { until } from "../support/until.ts";

const env = { PATH: process.env.PATH, MARK: "from the relay" };

/** Runs a shell script in a folder of its own. */
function sh(t: TestContext, text: string, options: Partial<Program> = {}) {
  const file = script(folder(t), text);
  return runProgram({ file, env, stdin: "", timeout: 30_000, grace: 200, ...options });
}

test("runProgram gives the program its standard input, its environment and no arguments", async (t) => {
  const ran = await sh(t, 'cat; printf " %s %s" "$MARK" "$#"; echo aside >&2', { stdin: '{"a":"é"}' });
  assert.deepEqual(ran, { failure: "", stdout: '{"a":"é"} from the relay 0', stderr: "aside\n" });
});

const failures: [text: string, failure: string][] = [
  ["exit 0", ""],
  ["exit 1", "exit 1"],
  ["exit 255", "exit 255"],
  ["kill -KILL $$", "killed by SIGKILL"],
  ["kill -SEGV $$", "killed by SIGSEGV"],
];

for (const [text, failure] of failures) {
  test(`runProgram says "${failure}" of: ${text}`, async (t) => {
    assert.deepEqual(await sh(t, text), { failure, stdout: "", stderr: "" });
  });
}

const unstartable: [why: string, make: (file: string) => void, failure: string][] = [
  ["there is no file", () => {}, "cannot start: ENOENT"],
  ["the file may not be run", (file) => writeFileSync(file, "#!/bin/sh\n"), "cannot start: EACCES"],
  ["it is a folder", (file) => mkdirSync(file), "cannot start: EACCES"],
  [
    "its interpreter is missing",
    (file) => writeFileSync(file, "#!/no/such/interpreter\n", { mode: 0o755 }),
    "cannot start: ENOENT",
  ],
];

for (const [why, make, failure] of unstartable) {
  test(`runProgram survives a program that cannot be started: ${why}`, async (t) => {
    const file = join(folder(t), "program");
    make(file);
    const ran = await runProgram({ file, env, stdin: "x".repeat(1e6), timeout: 30_000, grace: 200 });
    assert.deepEqual(ran, { failure, stdout: "", stderr: "" });
  });
}

test("runProgram looks the file up at each run", async (t) => {
  const file = join(folder(t), "program");
  const run = () => runProgram({ file, env, stdin: "", timeout: 30_000, grace: 200 });
  assert.equal((await run()).failure, "cannot start: ENOENT");
  writeFileSync(file, "#!/bin/sh\necho here\n");
  chmodSync(file, 0o755);
  assert.equal((await run()).stdout, "here\n");
});

test("runProgram starts no shell: what a shell would read as a command is a name", async (t) => {
  const file = script(folder(t), "echo plain").replace(/script-\d+\.sh$/, "$(echo);x.sh");
  writeFileSync(file, "#!/bin/sh\necho plain\n", { mode: 0o755 });
  const ran = await runProgram({ file, env, stdin: "", timeout: 30_000, grace: 200 });
  assert.equal(ran.stdout, "plain\n");
});

test("runProgram does not mind input that is left unread", async (t) => {
  const ran = await sh(t, "exec <&-; echo done", { stdin: "x".repeat(1024 * 1024) });
  assert.deepEqual(ran, { failure: "", stdout: "done\n", stderr: "" });
});

test("runProgram gives all of 1 MiB to a program that reads late", async (t) => {
  const ran = await sh(t, "sleep 0.3; wc -c", { stdin: "x".repeat(1024 * 1024) });
  assert.equal(ran.stdout.trim(), "1048576");
});

test("runProgram keeps 64 KiB of each stream, drains the rest and says how much that was", async (t) => {
  const ran = await sh(t, "head -c 1000000 /dev/zero | tr '\\0' o; head -c 70000 /dev/zero | tr '\\0' e >&2");
  assert.equal(ran.failure, "");
  assert.equal(ran.stdout, `${"o".repeat(65_536)}\n(934464 more bytes were left out)`);
  assert.equal(ran.stderr, `${"e".repeat(65_536)}\n(4464 more bytes were left out)`);
});

test("runProgram terminates a program that takes too long", async (t) => {
  const ran = await sh(t, "echo begun; exec sleep 300", { timeout: 1_500 });
  assert.deepEqual(ran, { failure: "timed out after 1.5 s", stdout: "begun\n", stderr: "" });
});

/** Tells a program to stop as soon as the file is there. */
function stopAt(file: string): AbortSignal {
  const stop = new AbortController();
  void until("the program is under way", () => existsSync(file)).then(() => stop.abort());
  return stop.signal;
}

test("runProgram lets a program that is terminated clean up", async (t) => {
  const mark = join(folder(t), "mark");
  const text = `trap 'echo cleaned; exit 0' TERM; touch ${mark}; while :; do sleep 0.05; done`;
  const { failure, stdout } = await sh(t, text, { stop: stopAt(mark), grace: 2_000 });
  assert.deepEqual([failure, stdout], ["stopped early", "cleaned\n"]);
});

test("runProgram kills a program that ignores SIGTERM, with all that it started", async (t) => {
  const ids = folder(t);
  const child = `trap "" TERM; echo $$ > ${ids}/child; sleep 300`;
  const text = `trap '' TERM; echo $$ > ${ids}/self; sh -c '${child}' & wait`;
  await sh(t, text, { stop: stopAt(join(ids, "child")) });
  await untilGone(join(ids, "self"));
  await untilGone(join(ids, "child"));
});

test("runProgram kills a silent straggler of a program that obeys SIGTERM", async (t) => {
  const ids = folder(t);
  const child = `trap "" TERM; echo $$ > ${ids}/child; exec sleep 300`;
  await sh(t, `sh -c '${child}' > /dev/null 2>&1 & exec sleep 300`, { stop: stopAt(join(ids, "child")) });
  await untilGone(join(ids, "child"));
});

test("runProgram does not wait for a grandchild that holds the pipes: it is killed", async (t) => {
  const ids = folder(t);
  const begin = performance.now();
  const ran = await sh(t, `sleep 300 & echo $! > ${ids}/child; echo done`);
  assert.deepEqual(ran, { failure: "", stdout: "done\n", stderr: "" });
  assert.ok(performance.now() - begin < 20_000);
  await untilGone(join(ids, "child"));
});

test("runProgram goes on although a grandchild left the group with the pipes", async (t) => {
  const file = join(folder(t), "child");
  const text = `setsid sh -c 'echo $$ > ${file}; exec sleep 300' & while [ ! -s ${file} ]; do sleep 0.02; done; echo done`;
  const pipes = () => process.getActiveResourcesInfo().filter((name) => name === "PipeWrap").length;
  const before = pipes();
  const ran = await sh(t, text);
  await until("the pipes are closed", () => pipes() <= before);
  process.kill(Number(readFileSync(file, "utf8")), "SIGKILL");
  assert.deepEqual(ran, { failure: "", stdout: "done\n", stderr: "" });
});

test("runProgram leaves alone what a program started for good, with pipes of its own", async (t) => {
  const ids = folder(t);
  await sh(t, `sleep 300 > /dev/null 2>&1 < /dev/null & echo $! > ${ids}/child`);
  const pid = Number(readFileSync(join(ids, "child"), "utf8"));
  assert.equal(process.kill(pid, "SIGKILL"), true);
});

test("runProgram ends early when it is told to stop", async (t) => {
  const stop = new AbortController();
  const ran = sh(t, "echo begun; exec sleep 300", { stop: stop.signal });
  stop.abort();
  assert.equal((await ran).failure, "stopped early");
  assert.equal((await sh(t, "exec sleep 300", { stop: stop.signal })).failure, "stopped early");
});

/** Runs a process that runs the program and ends in order as soon as the file is there. */
async function runAndLeave(path: string, file: string, mark: string): Promise<void> {
  const source = join(import.meta.dirname, "../../src/cli/child.ts");
  const main = join(path, "main.ts");
  writeFileSync(
    main,
    `import { existsSync } from "node:fs";
     import { runProgram } from ${JSON.stringify(source)};
     const ran = runProgram({ file: ${JSON.stringify(file)}, env: {}, stdin: "", timeout: 60_000, grace: 100 });
     const isThere = () => existsSync(${JSON.stringify(join(path, mark))}) && process.exit(0);
     setInterval(isThere, 10);
     ran.then(({ stdout }) => stdout === "ended\\n" && process.exit(0));`,
  );
  await promisify(execFile)(process.execPath, [main]);
}

test("a program does not outlive the process that runs it, when that ends in order", async (t) => {
  const ids = folder(t);
  await runAndLeave(ids, script(ids, `echo $$ > ${ids}/self; exec sleep 300`), "self");
  await untilGone(join(ids, "self"));
});

test("a process that ends leaves alone what a program before started for good", async (t) => {
  const ids = folder(t);
  const text = `sleep 300 > /dev/null 2>&1 < /dev/null & echo $! > ${ids}/child; echo ended`;
  await runAndLeave(ids, script(ids, text), "never");
  assert.equal(process.kill(Number(readFileSync(join(ids, "child"), "utf8")), "SIGKILL"), true);
});
