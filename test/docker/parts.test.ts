import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress } from "../../src/docker/address.ts";
import { backoff } from "../../src/docker/backoff.ts";
import { splitLines } from "../../src/docker/lines.ts";
import { nanoseconds, readState } from "../../src/docker/state.ts";
import { versionFor } from "../../src/docker/version.ts";
import { wordsOf } from "../../src/docker/words.ts";

const addresses: [given: string, wantsTls: boolean, options: object, isSecure: boolean, base: string][] = [
  ["", false, { socketPath: "/var/run/docker.sock" }, false, ""],
  ["unix:///run/podman/podman.sock", true, { socketPath: "/run/podman/podman.sock" }, false, ""],
  ["tcp://proxy", false, { host: "proxy", port: 2375 }, false, ""],
  ["tcp://proxy", true, { host: "proxy", port: 2376 }, true, ""],
  ["tcp://proxy:80", false, { host: "proxy", port: 80 }, false, ""],
  ["tcp://[::1]:443", true, { host: "::1", port: 443 }, true, ""],
  ["http://10.0.0.1:2375/engine/", false, { host: "10.0.0.1", port: 2375 }, false, "/engine"],
  ["https://proxy:9000", false, { host: "proxy", port: 9000 }, true, ""],
];

for (const [given, wantsTls, options, isSecure, base] of addresses) {
  test(`readAddress of ${JSON.stringify(given)} with TLS ${wantsTls}`, () => {
    const address = readAddress(given, wantsTls);
    assert.deepEqual([address.options, address.isSecure, address.base], [options, isSecure, base]);
  });
}

for (const given of [
  "ssh://h",
  "/run/docker.sock",
  "unix://",
  "tcp://",
  "tcp://u:p@h",
  "tcp://u@h",
  "tcp://:p@h",
  "tcp://:2375",
  "npipe:////./pipe/x",
]) {
  test(`readAddress refuses ${given}`, () => {
    assert.throws(() => readAddress(given, false), /^Error: Cannot use DOCKER_HOST/);
  });
}

test("splitLines gives the same lines wherever the chunks end", () => {
  const bytes = Buffer.from('{"a":"é"}\r\n\n\u001e{"b":2}\n{"c":3');
  for (let size = 1; size <= bytes.length; size++) {
    const lines: string[] = [];
    const split = splitLines((line) => lines.push(line), assert.fail);
    for (let at = 0; at < bytes.length; at += size) split(bytes.subarray(at, at + size));
    assert.deepEqual(lines, ['{"a":"é"}', '{"b":2}']);
  }
});

test("splitLines leaves out what is longer than its limit, and tells it once a line", () => {
  const lines: string[] = [];
  let told = 0;
  const split = splitLines(
    (line) => lines.push(line),
    () => told++,
    4,
  );
  for (const chunk of ["12", "34", "5", "6\nab", "cd\n", "abcde\nx\n"]) split(Buffer.from(chunk));
  assert.deepEqual([lines, told], [["abcd", "x"], 2]);
});

test("splitLines keeps its own copy of a line that has not ended", () => {
  const lines: string[] = [];
  const split = splitLines((line) => lines.push(line), assert.fail);
  const chunk = Buffer.from("a\nbc");
  split(chunk);
  chunk.fill(0);
  split(Buffer.from("d\n"));
  assert.deepEqual(lines, ["a", "bcd"]);
});

test("splitLines reads a line as long as its limit, and none that is a byte longer", () => {
  const lines: string[] = [];
  let told = 0;
  const split = splitLines(
    (line) => lines.push(line),
    () => told++,
  );
  const limit = 8 << 20;
  for (const size of [limit, limit + 1]) split(Buffer.concat([Buffer.alloc(size, "x"), Buffer.from("\n")]));
  assert.deepEqual([lines.map(({ length }) => length), told], [[limit], 1]);
});

const states: [why: string, text: string, expected: object | null][] = [
  ["Docker's", '{"State":{"StartedAt":"1970-01-01T00:00:00.000000007Z","Running":true}}', running()],
  ["one that says nothing of running", '{"State":{"StartedAt":"1970-01-01T00:00:00.000000007Z"}}', running()],
  [
    "one that does not run",
    '{"State":{"StartedAt":"1970-01-01T00:00:00.000000007Z","Running":false}}',
    { ...running(), isRunning: false },
  ],
  ["one with a health check", withHealth("Health"), { ...running(), health: "healthy" }],
  ["Podman 4's with a health check", withHealth("Healthcheck"), { ...running(), health: "healthy" }],
  [
    "one whose health check is null",
    '{"State":{"StartedAt":"1970-01-01T00:00:00.000000007Z","Health":null}}',
    running(),
  ],
  ["no JSON", "Forbidden", null],
  ["no state", "{}", null],
  ["no time of start", '{"State":{"Running":true}}', null],
];

function running() {
  return { startedAt: 7n, isRunning: true, health: "" };
}

function withHealth(key: string): string {
  return `{"State":{"StartedAt":"1970-01-01T00:00:00.000000007Z","${key}":{"Status":"healthy"}}}`;
}

for (const [why, text, expected] of states) {
  test(`readState of ${why}`, () => assert.deepEqual(readState(text), expected));
}

const pauses: [tries: number, random: number, milliseconds: number][] = [
  [1, 0, 500],
  [1, 1, 1_000],
  [3, 0.5, 2_250],
  [6, 1, 30_000],
  [1_000_000, 1, 30_000],
  [1_000_000, 0, 500],
];

for (const [tries, random, milliseconds] of pauses) {
  test(`backoff before try ${tries} with ${random} is ${milliseconds} ms`, () => {
    assert.equal(backoff(tries, random), milliseconds);
  });
}

const times: [text: string, expected: bigint | null][] = [
  ["2024-11-20T10:53:20.123456789Z", 1732100000123456789n],
  ["2024-11-20T12:53:20.1+02:00", 1732100000100000000n],
  ["2024-11-20T10:53:20Z", 1732100000000000000n],
  ["2024-11-20T10:53:20.1234567891Z", null],
  ["2024-11-20T10:53:20.Z", null],
  ["2024-11-20T10:53:20", null],
  ["0001-01-01T00:00:00Z", -62135596800000000000n],
  ["yesterday", null],
  ["2024-13-20T10:53:20Z", null],
];

for (const [text, expected] of times) {
  test(`nanoseconds of ${text} are exact`, () => assert.equal(nanoseconds(text), expected));
}

const words: [status: number, text: string, expected: string][] = [
  [404, '{"message":"No such container: nginx"}', "404: No such container: nginx"],
  [500, '{"message":""}', '500: {"message":""}'],
  [500, '{"cause":"sick"}', '500: {"cause":"sick"}'],
  [502, "<html>\n\n  <b>Bad gateway</b>\n", "502: <html> <b>Bad gateway</b>"],
  [500, " a\u001b[31mb\u202ec\u0000 ", "500: a?[31mb?c?"],
  [500, "", "500"],
  [403, "", "403; a socket proxy may need to allow it"],
  [500, "x".repeat(1_000), `500: ${"x".repeat(300)}`],
];

for (const [status, text, expected] of words) {
  test(`wordsOf ${status} with ${JSON.stringify(text.slice(0, 40))}`, () => {
    assert.equal(wordsOf({ status, text }), `the engine replied ${expected}`);
  });
}

const versions: [theirs: string, spoken: string][] = [
  ["1.9", "1.9"],
  ["1.24", "1.24"],
  ["1.43", "1.43"],
  ["1.45", "1.44"],
  ["1.100", "1.44"],
  ["2.1", "1.44"],
  ["0.50", "0.50"],
  ["", "1.44"],
  ["1", "1.44"],
  ["1.4/../x", "1.44"],
];

for (const [theirs, spoken] of versions) {
  test(`versionFor an engine of ${theirs || "no version"} is ${spoken}`, () => {
    assert.equal(versionFor(theirs), spoken);
  });
}
