import assert from "node:assert/strict";
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, writeFileSync, writeSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folder } from "../support/folder.ts";

const program = join(import.meta.dirname, "../support/reader.ts");

/** Longer than a test may take: who waits for it was not eager. */
const long = 600_000;

type Reading = {
  limit?: number;
  patience?: number;
  code?: number;
  /** A command in which `"$@"` is the reader, in the place of the reader itself. */
  shell?: string;
  /** The command's descriptor 3. */
  third?: number;
};

/** Starts a reader; `ended` gives its exit code and what it said. */
function start(t: TestContext, { limit = 1_000_000, patience = long, code = 0, shell = "", third }: Reading) {
  const words = [process.execPath, program, ...[limit, patience, code].map(String)];
  const [file = "", ...args] = shell ? ["sh", "-c", shell, "sh", ...words] : words;
  const child = spawn(file, args, { detached: true, stdio: ["pipe", "pipe", "pipe", third ?? "ignore"] });
  t.after(() => killAll(child));
  const [stdin, stdout, stderr] = [...child.stdio] as Socket[] as [Socket, Socket, Socket];
  stdin.on("error", () => {}); // it may end without reading all
  let said = "";
  for (const stream of [stdout, stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  return { stdin, ended: once(child, "close").then(([exit]) => [exit, said]) };
}

/** The process and what it started. */
function killAll({ pid }: ChildProcess): void {
  try {
    process.kill(-Number(pid), "SIGKILL");
  } catch {
    // All have ended.
  }
}

const é = Buffer.from("é");

const whole: [why: string, pieces: (string | Buffer)[], said: string][] = [
  ["in one piece", ['{"a":1}'], '7 bytes: {"a":1}'],
  ["with blank lines after it", ['{"a":1}\r\n\n \t'], '12 bytes: {"a":1}'],
  [
    "in pieces that look like the end",
    ['{"a":', '[{"b":2}', ',{"c":{}', "}]}"],
    '24 bytes: {"a":[{"b":2},{"c":{}}]}',
  ],
  [
    "in pieces that part a character",
    ['{"a":"', é.subarray(0, 1), é.subarray(1), '"}'],
    '10 bytes: {"a":"é"}',
  ],
  ["after a byte-order mark", ['\uFEFF{"a":1}'], '10 bytes: {"a":1}'],
  ["of many chunks", [`{"a":"${"x".repeat(200_000)}"}`], `200008 bytes: {"a":"${"x".repeat(200_000)}"}`],
];

for (const [why, pieces, said] of whole) {
  test(`a document ${why} is read while standard input stays open`, async (t) => {
    const { stdin, ended } = start(t, {});
    for (const piece of pieces) await new Promise((resolve) => stdin.write(piece, resolve));
    assert.deepEqual(await ended, [0, `${said}\n`]);
  });
}

const closed: [why: string, text: string | Buffer, said: string][] = [
  ["nothing", "", "standard input is empty"],
  ["half a document", '{"a":', "standard input is no JSON document"],
  ["plain text", "hello }", "standard input is no JSON document"],
  ["bytes that are no text", Buffer.from([0xff, 0xfe, 0x7d]), "standard input is no JSON document"],
  ["two documents", '{"a":1}\n{"b":2}\n', "standard input is no JSON document"],
  ["a document that is no object", "[1]", "3 bytes: [1]"],
  ["a document with much white space after it", `{"a":1}${" ".repeat(100)}`, '107 bytes: {"a":1}'],
  ["a document of just the limit", `{"a":"${"x".repeat(92)}"}`, `100 bytes: {"a":"${"x".repeat(92)}"}`],
  ["more than the limit", `{"a":"${"x".repeat(93)}"}`, "standard input is longer than 100 bytes"],
];

for (const [why, text, said] of closed) {
  test(`standard input that holds ${why} and is closed is found out`, async (t) => {
    const { stdin, ended } = start(t, { limit: why.includes("white space") ? 1_000 : 100 });
    stdin.end(text);
    assert.deepEqual(await ended, [0, `${said}\n`]);
  });
}

test("more than the limit is not waited for to its end", async (t) => {
  const { stdin, ended } = start(t, { limit: 100 });
  stdin.write("x".repeat(101));
  assert.deepEqual(await ended, [0, "standard input is longer than 100 bytes\n"]);
});

const late = "standard input held no whole JSON document within 0.2 s\n";

const silent: [why: string, text: string, code: number, said: string][] = [
  ["without a word", "", 0, late],
  ["without a word, when that is a failure", "", 1, late],
  ["in the middle of a document", '{"a":', 0, late],
  ["after a document that does not look like one", '{"a":1}'.padEnd(100), 0, '100 bytes: {"a":1}\n'],
];

for (const [why, text, code, said] of silent) {
  test(`a writer that falls silent ${why} is given up, and does not keep the process`, async (t) => {
    const { stdin, ended } = start(t, { patience: 200, code });
    if (text) stdin.write(text);
    assert.deepEqual(await ended, [code, said]);
  });
}

const shells: [why: string, shell: string, said: string][] = [
  ["no standard input", '"$@" <&-', "standard input is empty"],
  ["/dev/null", '"$@" < /dev/null', "standard input is empty"],
  ["a folder", '"$@" < /', "standard input cannot be read: EISDIR"],
];

for (const [why, shell, said] of shells) {
  test(`${why} is read as such`, async (t) => {
    assert.deepEqual(await start(t, { shell }).ended, [0, `${said}\n`]);
  });
}

const pipes: [why: string, flags: number, shell: string][] = [
  ["a pipe", 0, '"$@" <&3'],
  ["a pipe that does not block", constants.O_NONBLOCK, '"$@" <&3'],
];

for (const [why, flags, shell] of pipes) {
  test(`a document in ${why} is read while it stays open, and silence is given up`, async (t) => {
    const pipe = openPipe(t, flags);
    const silent = start(t, { shell, patience: 200, third: pipe });
    assert.deepEqual(await silent.ended, [0, late]);
    const { ended } = start(t, { shell, third: pipe });
    writeSync(pipe, '{"a":1}');
    assert.deepEqual(await ended, [0, '7 bytes: {"a":1}\n']);
  });
}

/** A pipe that this process holds open. */
function openPipe(t: TestContext, flags: number): number {
  const file = join(folder(t), "pipe");
  execFileSync("mkfifo", [file]);
  const pipe = openSync(file, constants.O_RDWR | flags);
  t.after(() => closeSync(pipe));
  return pipe;
}

test("a file is read", async (t) => {
  const file = join(folder(t), "event.json");
  writeFileSync(file, '{"a":1}\n');
  const { ended } = start(t, { shell: `"$@" < '${file}'` });
  assert.deepEqual(await ended, [0, '8 bytes: {"a":1}\n']);
});
