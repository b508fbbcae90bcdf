import assert from "node:assert/strict";
import { test } from "node:test";
import { issueOf } from "../../src/report/issue.ts";
import { prefilled } from "../../src/report/prefilled.ts";
import type { Report } from "../../src/report/report.ts";
import { bug } from "../support/github.ts";

const form = "https://github.com/acme/kit/issues/new";
const report: Report = bug;

test("the address of a short report holds all of it", () => {
  const { title, body } = issueOf(report);
  const address = new URL(prefilled(form, report));
  assert.equal(address.origin + address.pathname, form);
  assert.deepEqual(
    [...address.searchParams],
    [
      ["title", title],
      ["body", body],
    ],
  );
});

const texts: [why: string, piece: string][] = [
  ["ASCII", "abc "],
  ["signs that are all escaped", "%&#+"],
  ["Chinese", "更新失败，"],
  ["emoji", "👍🏽"],
  ["lines", "\r\n\n"],
];

for (const [why, piece] of texts) {
  for (const name of ["description", "title", "project"] as const) {
    test(`a ${name} of a mebibyte of ${why} fits into 8 KiB and begins as it is`, () => {
      const text = piece.repeat((1024 * 1024) / piece.length);
      const whole = { ...report, [name]: `begin${text}` };
      const address = prefilled(form, whole);
      assert.ok(Buffer.byteLength(address) <= 8_192, String(address.length));
      assert.match(address, /^[!-~]+$/);
      const { searchParams } = new URL(address);
      const [title = "", body = ""] = [searchParams.get("title") ?? "", searchParams.get("body") ?? ""];
      assert.ok(title.isWellFormed() && body.isWellFormed() && !(title + body).includes("\uFFFD"));
      assert.equal(title, issueOf(whole).title);
      assert.match(
        body,
        /^### Component\n\nworkflow\n\n### Priority\n\nhigh\n\n### Description\n\n(Whoever|begin)/,
      );
    });
  }
}

test("an address that must be cut uses its 8 KiB", () => {
  const address = prefilled(form, { ...report, description: "a".repeat(20_000) });
  assert.ok(address.length > 8_150, String(address.length));
  assert.match(new URL(address).searchParams.get("body") ?? "", /left out: an issue holds no more/);
});

test("four long texts in the longest repository's form fit too", () => {
  const long = "👍".repeat(20_000);
  const texts = {
    title: long,
    description: long,
    reproduce_steps: long,
    expected_behavior: long,
    actual_behavior: long,
  };
  const names = { project: long, submitter: long };
  const address = prefilled(`https://github.com/${"o".repeat(100)}/${"r".repeat(100)}/issues/new`, {
    ...report,
    ...texts,
    ...names,
  });
  assert.ok(address.length <= 8_192, String(address.length));
});
