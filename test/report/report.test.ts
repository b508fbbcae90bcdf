import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type FieldName, fields } from "../../src/report/fields.ts";
import { faultOf, readReport, said } from "../../src/report/report.ts";
import { bug, question } from "../support/github.ts";

test("a report has a value for each field", () => {
  const reading = readReport(bug);
  assert.deepEqual(reading, { report: bug, ignored: [] });
});

const empty = { reproduce_steps: "", expected_behavior: "", actual_behavior: "" };

test("what nobody said is empty, and the priority medium", () => {
  const { project: _project, ...rest } = question;
  const report = { ...question, ...empty, priority: "medium", project: "" };
  assert.deepEqual(readReport({ ...rest, submitter: "Ada" }), { report, ignored: [] });
});

test("a value loses the space around it, but a long text keeps its lines", () => {
  const reading = readReport({
    ...bug,
    type: " bug\n",
    title: " a ",
    description: "\n\n a\n",
    submitter: " Ada ",
  });
  assert.ok("report" in reading);
  const { type, title, description, submitter } = reading.report;
  assert.deepEqual([type, title, description, submitter], ["bug", "a", "\n\n a\n", "Ada"]);
});

const words: [why: string, record: Record<string, string | null | number>, expected: unknown][] = [
  ["a text", { title: "a" }, "a"],
  ["zero", { title: 0 }, 0],
  ["nothing", {}, null],
  ["null", { title: null }, null],
  ["an empty text", { title: "" }, null],
  ["a text of spaces", { title: " \n\u3000" }, null],
];

for (const [why, record, expected] of words) {
  test(`said gives ${expected === null ? "nothing" : "the value"} for ${why}`, () => {
    assert.equal(said(record, "title"), expected);
  });
}

test("said finds nothing that an object merely inherits", () => {
  assert.equal(said({}, "constructor"), null);
});

test("a fault never holds the value, whatever it is", () => {
  const names = fields.map(({ name }) => name);
  fc.assert(
    fc.property(fc.constantFrom<FieldName[]>(...names), fc.jsonValue({ maxDepth: 2 }), (name, value) => {
      const record = { [name]: value } as Parameters<typeof readReport>[0];
      const field = fields.find((one) => one.name === name);
      const fault = field ? faultOf(field, record) : null;
      const plain = { field: name, problem: fault?.problem, allowed: field?.choices ?? fault?.allowed };
      if (fault) assert.deepEqual(fault, plain);
      if (fault)
        assert.match(
          fault.problem,
          /^it (is missing or empty|is an? \w+ instead of a text|is none of the allowed values|has not the form that is allowed)$/,
        );
    }),
  );
});
