import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { newBrake } from "../../src/reload/brake.ts";
import { readDuration } from "../../src/reload/duration.ts";
import { newRow } from "../../src/reload/row.ts";
import { newSeen } from "../../src/reload/seen.ts";
import { readStart } from "../../src/reload/start.ts";
import { until } from "../support/until.ts";

const second = 1_000_000_000n;

test("readStart keeps all digits of the time, whatever a label holds", () => {
  const labels = '"maintainer":"\\"timeNano\\":1","timeNano":"7","name":"/admin-web"';
  const line = `{"Type":"container","Action":"start","Actor":{"ID":"i","Attributes":{${labels}}},"time":1732100000,"timeNano":1732100000123456789}`;
  assert.deepEqual(readStart(line), { id: "i", name: "admin-web", time: 1732100000123456789n });
  const older = line.replace(/,"timeNano":\d+\}$/, "}");
  assert.equal(readStart(older)?.time, 1732100000n * second);
});

const lines: [why: string, line: string, isStart: boolean][] = [
  ["Docker 25's", lineOf("container", "start", ',"timeNano":7'), true],
  ["Podman 4's", lineOf("container", "start", ',"timeNano":7,"HealthStatus":""'), true],
  ["one with spaces", lineOf("container", "start", ', "timeNano" : 7 '), true],
  ["the end of a container", lineOf("container", "die", ',"timeNano":7'), false],
  ["the start of a process within", lineOf("container", "exec_start: ls", ',"timeNano":7'), false],
  ["a state of health", lineOf("container", "health_status: healthy", ',"timeNano":7'), false],
  ["another type", lineOf("network", "start", ',"timeNano":7'), false],
  ["one without a time", lineOf("container", "start", ""), false],
  ["one whose time is a text", lineOf("container", "start", ',"timeNano":"7"'), false],
  ["one whose time is below 0", lineOf("container", "start", ',"timeNano":-7'), false],
  ["one without attributes", '{"Type":"container","Action":"start","Actor":{"ID":"i"},"timeNano":7}', false],
  ["one without an actor", '{"Type":"container","Action":"start","timeNano":7}', false],
  ["one that is no object", '["container","start"]', false],
];

function lineOf(type: string, action: string, more: string): string {
  return `{"Type":"${type}","Action":"${action}","Actor":{"ID":"i","Attributes":{"name":"a"}}${more}}`;
}

for (const [why, line, isStart] of lines) {
  test(`readStart of ${why} is a start: ${isStart}`, () => {
    assert.deepEqual(readStart(line), isStart ? { id: "i", name: "a", time: 7n } : null);
  });
}

test("newSeen knows an event by id and nanoseconds, and 1024 of them", () => {
  const seen = newSeen();
  const start = (id: string, time: bigint) => ({ id, name: "a", time });
  assert.equal(seen.newest(), null);
  assert.deepEqual([start("x", 5n), start("x", 5n), start("y", 5n), start("x", 4n)].map(seen.isNew), [
    true,
    false,
    true,
    true,
  ]);
  assert.equal(seen.newest(), 5n);
  for (let n = 0n; n < 1_022n; n++) seen.isNew(start("z", n));
  assert.equal(seen.newest(), 1_021n);
  assert.deepEqual([seen.isNew(start("y", 5n)), seen.isNew(start("x", 5n))], [false, true]);
});

test("newSeen tells nanoseconds apart beyond 2^53", () => {
  const seen = newSeen();
  const at = (time: bigint) => seen.isNew({ id: "x", name: "a", time });
  const large = 2n ** 60n;
  assert.deepEqual([at(large), at(large + 1n), at(large)], [true, true, false]);
  assert.equal(seen.newest(), large + 1n);
});

test("newBrake lets a container go again when it has calmed down", () => {
  const judge = newBrake({ starts: 2, milliseconds: 10_000 });
  const at = (seconds: bigint, id = "x") => judge({ id, name: "a", time: seconds * second });
  assert.deepEqual([at(0n), at(1n), at(2n), at(3n), at(3n, "y")], ["go", "go", "loop", "still", "go"]);
  assert.deepEqual([at(30n), at(31n), at(32n)], ["go", "go", "loop"]);
});

test("newBrake lets through what is as far apart as it allows", () => {
  const judge = newBrake({ starts: 1, milliseconds: 1_000 });
  const at = (time: bigint) => judge({ id: "x", name: "a", time });
  assert.deepEqual([at(0n), at(second), at(2n * second - 1n), at(3n * second)], ["go", "go", "loop", "go"]);
});

test("newBrake remembers the 1024 containers that started last", () => {
  const judge = newBrake({ starts: 1, milliseconds: 3_600_000 });
  const at = (id: string | number) => judge({ id: String(id), name: "a", time: 0n });
  assert.deepEqual([at("x"), at("y"), at("x"), at("y")], ["go", "go", "loop", "loop"]);
  for (let id = 0; id < 1_022; id++) at(id);
  assert.deepEqual([at("x"), at("new"), at("x")], ["still", "go", "still"]);
  // The newest start of y is the oldest now, so it has made room, and its loop is forgotten with it.
  assert.deepEqual([at("y"), at("y")], ["go", "loop"]);
});

test("newRow does its jobs one at a time in order, also those that come while the last one is done", async () => {
  const done: string[] = [];
  const row = newRow(async (name: string) => {
    done.push(`${name}, ${row.waiting()} wait`);
    if (name === "b") row.push("d");
    await sleep(1);
    done.push(name);
  });
  for (const name of ["a", "b", "c"]) row.push(name);
  await until("all four", () => done.length === 8, 60);
  row.push("e");
  await until("one more", () => done.length === 10, 60);
  const expected = "a, 0 wait|a|b, 1 wait|b|c, 1 wait|c|d, 0 wait|d|e, 0 wait|e";
  assert.equal(done.join("|"), expected);
  assert.equal(row.waiting(), 0);
});

const durations: [text: string, expected: number | null][] = [
  ["500ms", 500],
  ["2s", 2_000],
  ["1m", 60_000],
  ["3", 3_000],
  ["0", 0],
  ["1.5s", null],
  ["-1s", null],
  ["1h", null],
  ["", null],
  ["99999999m", null],
  ["1440m", 86_400_000],
  ["86400001ms", null],
  ["999999999ms", null],
  [" 7 ", 7_000],
  ["1 s", null],
  ["2s1", null],
];

for (const [text, expected] of durations) {
  test(`readDuration of ${JSON.stringify(text)}`, () => assert.equal(readDuration(text), expected));
}
