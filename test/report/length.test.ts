import assert from "node:assert/strict";
import { test } from "node:test";
import { findSecrets } from "../../src/report/secrets.ts";

// Built here, so that no scanner takes this file for a leak.
const told: [rule: string, prefix: string, length: number][] = [
  ["github-token", "ghp_", 36],
  ["github-server-token", "ghs_", 36],
  ["github-fine-grained-token", "github_pat_", 82],
  ["gitlab-token", "glpat-", 20],
  ["npm-token", "npm_", 36],
  ["google-key", "AIza", 35],
  ["digitalocean-token", "dop_v1_", 64],
];

for (const [rule, prefix, length] of told) {
  test(`${rule}: behind the prefix the length tells, whatever stands there`, () => {
    const rules = findSecrets({ title: `with ${prefix}${"a".repeat(length)} in it` }, []).map(
      (found) => found.rule,
    );
    assert.ok(rules.includes(rule), String(rules));
  });
  test(`${rule}: crosses in the place of a value are none`, () => {
    assert.deepEqual(findSecrets({ title: `with ${prefix}${"x".repeat(length)} in it` }, []), []);
  });
}

for (const line of ["a".repeat(64), "MIIB".repeat(6)]) {
  const header = ["-----BEGIN RSA", "PRIVATE KEY-----"].join(" ");
  test(`private-key: whatever stands in its lines, ${line.length} signs long`, () =>
    assert.deepEqual(findSecrets({ title: `${header}\n${line}\n` }, []), [
      { rule: "private-key", field: "title", line: 1 },
    ]));
}

test("assigned-secret: a key of hexadecimal digits may repeat some", () => {
  const text = `SESSION_SECRET=${["00112233", "4455667a", "bbaa0011", "02200411"].join("")}`;
  assert.deepEqual(findSecrets({ title: text }, []), [{ rule: "assigned-secret", field: "title", line: 1 }]);
});
