import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cut, issueOf } from "../../src/report/issue.ts";
import type { Report } from "../../src/report/report.ts";
import { bug } from "../support/github.ts";

const report: Report = bug;
const mark = "… (the rest was left out: an issue holds no more)";

const titles: [why: string, title: string, expected: string][] = [
  ["has the type before it", "The gate is open", "[bug] The gate is open"],
  ["is one line", "The gate\r\n is\topen", "[bug] The gate is open"],
  ["of just 256 characters stays", "a".repeat(250), `[bug] ${"a".repeat(250)}`],
  ["that is longer is cut", "a".repeat(251), `[bug] ${"a".repeat(249)}…`],
  ["is cut before an emoji that does not fit", `${"a".repeat(248)}👍👍`, `[bug] ${"a".repeat(248)}…`],
  ["is cut after an emoji that fits", `${"a".repeat(247)}👍👍`, `[bug] ${"a".repeat(247)}👍…`],
];

for (const [why, title, expected] of titles) {
  test(`the title of an issue ${why}`, () => {
    assert.equal(issueOf({ ...report, title }).title, expected);
  });
}

const cells: [why: string, project: string, expected: string][] = [
  ["a plain name", "my-shop.v2", "my-shop.v2"],
  ["Chinese", "商城", "商城"],
  ["a column's border", "a|b", "a&#124;b"],
  ["a border that is escaped", "a\\|b", "a&#92;&#124;b"],
  ["lines", "a\r\nb\u2028c", "a b c"],
  ["a person", "by @octocat", "by @&#8203;octocat"],
  ["an issue", "acme/kit#7", "acme/kit#&#8203;7"],
  ["a link", "[x](y)", "&#91;x&#93;(y)"],
  ["HTML", "<img src=x>", "&#60;img src=x&#62;"],
  ["an entity", "&lt;", "&#38;lt;"],
  ["code and emphasis", "`a` *b* _c_ ~d~", "&#96;a&#96; &#42;b&#42; &#95;c&#95; &#126;d&#126;"],
  ["a long name", "👍".repeat(101), `${"👍".repeat(99)}…`],
];

for (const [why, project, expected] of cells) {
  test(`the table shows ${why} as it is spelt`, () => {
    const { body } = issueOf({ ...report, project });
    assert.equal(body.split("\n").at(-3), `| Project | ${expected} |`);
  });
}

test("the table leaves out what is not known, and itself when nothing is", () => {
  const { body } = issueOf({ ...report, framework_version: "" });
  assert.match(body, /\| --- \| --- \|\n\| Project \| my-shop \|\n\| Submitter \| Ada \|$/);
  const bare = issueOf({ ...report, project: "", framework_version: "", submitter: "" });
  assert.match(bare.body, /### Actual behaviour\n\nSilence\.\s*$/);
});

const wishes: [change: Partial<Report>, expected: string[][]][] = [
  [{}, [["bug"], ["component: workflow", "workflow"], ["priority: high"]]],
  [
    { type: "feature" },
    [["feature", "enhancement"], ["component: workflow", "workflow"], ["priority: high"]],
  ],
  [
    { type: "improvement", component: "other", priority: "low" },
    [["improvement", "enhancement"], ["component: other", "other"], ["priority: low"]],
  ],
  [{ type: "question" }, [["question"], ["component: workflow", "workflow"], ["priority: high"]]],
];

for (const [change, expected] of wishes) {
  test(`the labels of ${JSON.stringify(change)}`, () => {
    assert.deepEqual(issueOf({ ...report, ...change }).wishes, expected);
  });
}

const frame = issueOf({ ...report, description: "" }).body.length + "### Description\n\n\n\n".length;

test("a body of just 65,536 characters is whole", () => {
  const { body } = issueOf({ ...report, description: "a".repeat(65_536 - frame) });
  assert.deepEqual([body.length, body.includes(mark)], [65_536, false]);
});

test("a body of one more is cut in its longest section, with a mark, and the rest stays", () => {
  const { body } = issueOf({ ...report, description: "a".repeat(65_536 - frame + 1) });
  assert.equal(body.length, 65_536);
  assert.ok(body.includes(`aaa\n\n${mark}\n\n### Steps to reproduce\n\n1. approve\n2. edit`));
  assert.ok(body.endsWith("| Submitter | Ada |"));
});

test("long sections share the room that the short ones leave", () => {
  const long = "a".repeat(100_000);
  const { body } = issueOf({ ...report, description: long, actual_behavior: long });
  const [first = "", second = "", ...more] = body.split(mark).map((part) => part.match(/a{100,}/)?.[0] ?? "");
  assert.ok(body.length > 65_530 && body.length <= 65_536, String(body.length));
  assert.deepEqual([first.length, more.length], [second.length, 1]);
});

test("whatever the texts and the room, the body fits and no character is cut", () => {
  const text = fc.string({ unit: "grapheme", maxLength: 3_000 });
  const texts = fc.record({ description: text, reproduce_steps: text, actual_behavior: text, project: text });
  fc.assert(
    fc.property(texts, fc.integer({ min: 0, max: 4_000 }), (change, most) => {
      const { title, body } = issueOf({ ...report, ...change, title: change.project }, most);
      assert.ok(body.length <= most, `${body.length} > ${most}`);
      assert.ok(title.length <= 256 && title.isWellFormed() && body.isWellFormed());
    }),
  );
});

const cuts: [text: string, most: number, expected: string][] = [
  ["abcd", 4, "abcd"],
  ["abcd", 3, "ab…"],
  ["a👍b", 3, "a…"],
  ["👍👍", 3, "👍…"],
  ["abcd", 1, "…"],
  ["abcd", 0, ""],
  ["abcd", -1, ""],
];

for (const [text, most, expected] of cuts) {
  test(`${text} within ${most} is ${expected || "nothing"}`, () => {
    assert.equal(cut(text, most, "…"), expected);
  });
}
