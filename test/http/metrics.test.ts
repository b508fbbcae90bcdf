import assert from "node:assert/strict";
import { test } from "node:test";
import { renderMetrics } from "../../src/http/metrics.ts";

test("renderMetrics writes help, type and value; a name that ends in _total is a counter", () => {
  const text = renderMetrics([
    { name: "posts_total", help: "Posts.", value: 3 },
    { name: "waiting", help: "Those that wait.", value: 0.5 },
  ]);
  assert.equal(
    text,
    "# HELP posts_total Posts.\n# TYPE posts_total counter\nposts_total 3\n" +
      "# HELP waiting Those that wait.\n# TYPE waiting gauge\nwaiting 0.5\n",
  );
});
