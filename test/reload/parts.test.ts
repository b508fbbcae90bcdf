import assert from "node:assert/strict";
import { test } from "node:test";
import { newBrake } from "../../src/reload/brake.ts";
import { readDuration } from "../../src/reload/duration.ts";
import { newSeen } from "../../src/reload/seen.ts";
import { readStart } from "../../src/reload/start.ts";

const second = 1_000_000_000n;

test("readStart keeps all digits of the time, whatever a label holds", () => {
  const labels = '"maintainer":"\\"timeNano\\":1","timeNano":"7","name":"/admin-web"';
  const line = `{"Type":"container","Action":"start","Actor":{"ID":"i","Attributes":{${labels}}},"time":1732100000,"timeNano":1732100000123456789}`;
  assert.deepEqual(readStart(line), { id: "i", name: "admin-web", time: 1732100000123456789n });
  const older = line.replace(/,"timeNano":\d+\}$/, "}");
  assert.equal(readStart(older)?.time, 1732100000n * second);
});

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
  assert.deepEqual([seen.isNew(start("x", 4n)), seen.isNew(start("x", 5n))], [false, true]);
});

test("newBrake lets a container go again when it has calmed down", () => {
  const judge = newBrake({ starts: 2, milliseconds: 10_000 });
  const at = (seconds: bigint, id = "x") => judge({ id, name: "a", time: seconds * second });
  assert.deepEqual([at(0n), at(1n), at(2n), at(3n), at(3n, "y")], ["go", "go", "loop", "still", "go"]);
  assert.deepEqual([at(30n), at(31n), at(32n)], ["go", "go", "loop"]);
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
];

for (const [text, expected] of durations) {
  test(`readDuration of ${JSON.stringify(text)}`, () => assert.equal(readDuration(text), expected));
}
