import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { conceal } from "../../src/cli/conceal.ts";
import { debugLog } from "../../src/home/log.ts";
import type { JsonObject } from "../../src/json/parse.ts";
import { folder } from "../support/folder.ts";
import { until } from "../support/until.ts";

// Every invocation of the log listens for the end of the process, which here is the end of all tests.
process.setMaxListeners(0);

const asItIs = (text: string) => text;
const mebibyte = 1024 * 1024;

/** Writes the entries as one invocation does, and waits until they stand in the file. */
async function write(state: string, entries: JsonObject[], hide = asItIs): Promise<void> {
  const log = debugLog(state, hide);
  const mark = `the end ${Math.random()}`;
  for (const entry of entries) log(entry);
  log({ mark });
  const file = join(state, "hook.log");
  await until("the lines are written", () => existsSync(file) && readFileSync(file, "utf8").includes(mark));
}

/** The entries in the log or in the one that was set aside, without the mark that `write` adds. */
function read(state: string, name = "hook.log"): JsonObject[] {
  const lines = readFileSync(join(state, name), "utf8").trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line)).filter((entry) => !("mark" in entry));
}

test("each entry is a line of JSON with the time and the id of the invocation", async (t) => {
  const state = folder(t);
  const before = Date.now();
  await write(state, [{ input: "a\nb" }, { reply: "token", status: 200 }]);
  await write(state, [{ nothing: "c" }]);
  const lines = read(state);
  const ids = lines.map(({ invocation }) => invocation);
  const entries = lines.map(({ time, invocation, ...entry }) => entry);
  assert.deepEqual(entries, [{ input: "a\nb" }, { reply: "token", status: 200 }, { nothing: "c" }]);
  assert.deepEqual([ids[0] === ids[1], ids[1] === ids[2]], [true, false]);
  for (const { time } of lines) {
    assert.match(String(time), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.ok(Date.parse(String(time)) >= before && Date.parse(String(time)) <= Date.now());
  }
});

test("what one invocation writes now and later stands there once, in order", async (t) => {
  const state = folder(t);
  const log = debugLog(state, asItIs);
  for (const input of ["a", "b", "c"]) {
    log({ input });
    await until(
      `${input} is written`,
      () => existsSync(join(state, "hook.log")) && read(state).at(-1)?.input === input,
    );
  }
  assert.deepEqual(
    read(state).map(({ input }) => input),
    ["a", "b", "c"],
  );
});

test("the log is made in folders that are its owner's alone, and so is it", async (t) => {
  const top = folder(t);
  const state = join(top, "state", "shipbell");
  await write(state, [{ input: "a" }]);
  const modes = [join(top, "state"), state, join(state, "hook.log")].map(
    (path) => statSync(path).mode & 0o777,
  );
  assert.deepEqual(modes, [0o700, 0o700, 0o600]);
});

const sizes: [why: string, bytes: number, isSetAside: boolean][] = [
  ["is empty", 0, false],
  ["leaves room for the lines", mebibyte - 1_000, false],
  ["leaves less room than the lines need", mebibyte - 20, true],
  ["is full", mebibyte, true],
  ["is fuller than it should be", 2 * mebibyte, true],
];

for (const [why, bytes, isSetAside] of sizes) {
  test(`a log that ${why} is ${isSetAside ? "set aside" : "gone on with"}`, async (t) => {
    const state = folder(t);
    const before = bytes ? `${"x".repeat(bytes - 1)}\n` : "";
    writeFileSync(join(state, "hook.log"), before);
    writeFileSync(join(state, "hook.log.1"), "older");
    await write(state, [{ input: "a" }]);
    const [now, aside] = ["hook.log", "hook.log.1"].map((name) => readFileSync(join(state, name), "utf8"));
    assert.equal(aside === before, isSetAside);
    assert.equal(aside === "older", !isSetAside);
    assert.equal(now?.startsWith(before), !isSetAside || bytes === 0);
    assert.equal(statSync(join(state, "hook.log")).size < mebibyte, true);
    assert.deepEqual(readdirSync(state).toSorted(), ["hook.log", "hook.log.1"]);
  });
}

test("a log that was set aside is its owner's alone, and so is the new one", async (t) => {
  const state = folder(t);
  writeFileSync(join(state, "hook.log"), "x".repeat(mebibyte), { mode: 0o600 });
  await write(state, [{ input: "a" }]);
  for (const name of readdirSync(state)) assert.equal(statSync(join(state, name)).mode & 0o777, 0o600, name);
});

test("whatever is written, two files of 1 MiB hold it, and the last invocation is among it", async (t) => {
  const state = folder(t);
  const entry = { input: "x".repeat(60_000), error: "y".repeat(60_000) };
  for (let number = 0; number < 24; number++) await write(state, [{ ...entry, number }]);
  for (const name of readdirSync(state)) assert.ok(statSync(join(state, name)).size <= mebibyte, name);
  const numbers = ["hook.log.1", "hook.log"].flatMap((name) => read(state, name)).map(({ number }) => number);
  assert.equal(numbers.at(-1), 23);
  assert.deepEqual(
    numbers,
    numbers.map((_, at) => 24 - numbers.length + at),
  );
});

const limit = 65_536;
const emoji = "🔔";

const texts: [why: string, text: string, expected: string][] = [
  ["a text that just fits", "x".repeat(limit), "x".repeat(limit)],
  ["a longer text", "x".repeat(limit + 1), `${"x".repeat(limit)}… (1 more characters)`],
  ["a far longer text", "x".repeat(8 * mebibyte), `${"x".repeat(limit)}… (8323072 more characters)`],
  ["quotes and line breaks", '"\\\n\u2028', '"\\\n\u2028'],
];

for (const [why, text, expected] of texts) {
  test(`the log holds at most 65,536 characters of a text: ${why}`, async (t) => {
    const state = folder(t);
    await write(state, [{ input: text, status: 200 }]);
    const [{ input, status } = {}] = read(state);
    assert.deepEqual([input === expected, status], [true, 200]);
  });
}

test("a sign that is cut in two leaves a line that is JSON and UTF-8", async (t) => {
  const state = folder(t);
  await write(state, [{ input: `x${emoji.repeat(limit)}` }]);
  const bytes = readFileSync(join(state, "hook.log"));
  assert.ok(bytes.equals(Buffer.from(bytes.toString("utf8"))));
  assert.match(String(read(state)[0]?.input), /^x(?:🔔)+.?… \(\d+ more characters\)$/);
});

const [secret, token] = ["the-app-secret", `t-${"0123456789".repeat(3)}`];

const masked: [why: string, text: string, expected: string][] = [
  ["the application's secret", `it is ${secret}!`, "it is ***!"],
  ["the token", `with ${token}`, "with ***"],
  ["a request to the platform", `{"app_secret":"${secret}"}`, '{"app_secret":"***"}'],
  ["a secret of somebody else", '{"app_secret":"another"}', '{"app_secret":"***"}'],
  ["a token in the platform's reply", '{"tenant_access_token":"t-new"}', '{"tenant_access_token":"***"}'],
  ["a Bearer", "authorization: Bearer abc.def", "authorization: Bearer ***"],
  ["JSON in JSON", JSON.stringify({ a: `{"app_secret":"another"}` }), '{"a":"{\\"app_secret\\":\\"***\\"}"}'],
  ["words that are no secret", "the secret of tea", "the secret of tea"],
];

for (const [why, text, expected] of masked) {
  test(`every text in the log is masked: ${why}`, async (t) => {
    const state = folder(t);
    await write(state, [{ input: text }, { error: text }], (words) => conceal(words, [secret, token]));
    const [input, error] = read(state);
    assert.deepEqual([input?.input, error?.error], [expected, expected]);
  });
}

test("a secret that stands where a long text is cut is not left as a half", async (t) => {
  const state = folder(t);
  const text = `${"x".repeat(limit - 5)}${secret}`;
  await write(state, [{ input: text }], (words) => conceal(words, [secret]));
  assert.equal(readFileSync(join(state, "hook.log"), "utf8").includes(secret.slice(0, 5)), false);
  assert.match(String(read(state)[0]?.input), /^x+\*\*\*$/);
});

const unwritable: [why: string, state: (top: string) => string][] = [
  ["is nowhere", () => ""],
  ["is below a file", (top) => join(top, "file", "shipbell")],
  ["is a file", (top) => join(top, "file")],
  ["cannot be made", () => "/proc/nowhere/shipbell"],
  ["has a folder in place of the log", (top) => join(top, "taken")],
  ["has a folder in place of the log that is set aside", (top) => join(top, "stuck")],
];

for (const [why, state] of unwritable) {
  test(`a log whose folder ${why} is left, and nobody is bothered`, async (t) => {
    const top = folder(t);
    writeFileSync(join(top, "file"), "");
    mkdirSync(join(top, "taken", "hook.log"), { recursive: true });
    mkdirSync(join(top, "stuck", "hook.log.1"), { recursive: true });
    writeFileSync(join(top, "stuck", "hook.log"), "x".repeat(mebibyte));
    const before = readdirSync(top, { recursive: true }).toSorted();
    const log = debugLog(state(top), asItIs);
    log({ input: "a" });
    log({ input: "b" });
    // What is thrown in a timer would end the process: this one is older than those that come later.
    await new Promise((resolve) => setTimeout(resolve, 200));
    assert.deepEqual(readdirSync(top, { recursive: true }).toSorted(), before);
    assert.equal(readFileSync(join(top, "file"), "utf8"), "");
  });
}

test("a log that is nowhere does nothing, not even mask", () => {
  debugLog("", () => assert.fail("it masked"))({ input: "a" });
});
