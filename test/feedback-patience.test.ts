import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { folder } from "./support/folder.ts";
import { created, feed, noLabels, question, send, withGh } from "./support/github.ts";

// Apart from the other tests, because what is waited for here takes half a minute.

test("a GitHub that says no more is left after 20 s, and the issue may exist", async (t) => {
  const { code, result, posts } = await send(t, [noLabels, { fault: "stall" }]);
  assert.deepEqual([code, posts.length], [1, 1]);
  assert.match(String(result.github.error), /^no answer within 20 s; the issue may exist all the same: http/);
});

test("labels that do not come do not hold the issue up for ever", async (t) => {
  const { code, posts } = await send(t, [{ fault: "stall" }, created]);
  assert.deepEqual([code, JSON.parse(posts[0]?.body ?? "").labels], [0, []]);
});

test("a gh that does not end, and does not let itself be ended, is left", async (t) => {
  const away = folder(t);
  const gh = `trap '' TERM\necho half-a-token\nwhile [ -d '${away}' ]; do sleep 0.05; done`;
  const { code, result } = await feed(t, question, { env: { FEEDBACK_REPO: "acme/kit", ...withGh(t, gh) } });
  assert.deepEqual([code, result.github.status], [0, "skipped"]);
});

test("a Git that does not end, and does not let itself be ended, is left", async (t) => {
  const bin = folder(t);
  const git = `#!/bin/sh\ntrap '' TERM\nwhile [ -d '${bin}' ]; do sleep 0.05; done\n`;
  writeFileSync(join(bin, "git"), git, { mode: 0o755 });
  const env = { PATH: `${bin}:/usr/bin:/bin` };
  const { code, result } = await feed(t, { ...question, submitter: "" }, { env, args: ["--dry-run"] });
  assert.deepEqual([code, result.github.status], [0, "skipped"]);
});
