import assert from "node:assert/strict";
import { test } from "node:test";
import { isTooFast } from "../../src/platform/pace.ts";
import { ask } from "../support/ask.ts";
import { startPlatform } from "../support/platform.ts";

const text = { msg_type: "text", content: { text: "Hello" } };

test("the sixth message of a second is too fast, and the next second is free again", () => {
  const written = new Map<string, number[]>();
  const at = (now: number) => isTooFast(written, "hook", now);
  assert.deepEqual([0, 100, 200, 300, 400, 500, 999, 1_000].map(at), [
    ...[false, false, false, false, false],
    ...[true, true, false],
  ]);
});

test("the 101st message of a minute is too fast, and what was refused does not count", () => {
  const written = new Map<string, number[]>();
  const at = (now: number) => isTooFast(written, "hook", now);
  const hundred = Array.from({ length: 100 }, (_, i) => at(i * 500));
  assert.equal(hundred.includes(true), false);
  assert.deepEqual([at(50_000), at(59_999), at(60_000)], [true, true, false]);
});

test("each target has a pace of its own", () => {
  const written = new Map<string, number[]>();
  for (let i = 0; i < 5; i++) isTooFast(written, "one", 0);
  assert.deepEqual([isTooFast(written, "one", 0), isTooFast(written, "two", 0)], [true, false]);
});

test("a webhook has no limit unless asked to keep the platform's, then the sixth post is refused with 11232", async (t) => {
  const free = await startPlatform(t);
  const limited = await startPlatform(t, { rate: true });
  limited.freeze();
  const codes = async (webhook: string) => {
    const seen = [];
    for (let i = 0; i < 6; i++) seen.push((await ask("POST", webhook, text)).body.code);
    return seen;
  };
  assert.deepEqual(await codes(free.webhook), [0, 0, 0, 0, 0, 0]);
  assert.deepEqual(await codes(limited.webhook), [0, 0, 0, 0, 0, 11232]);
  limited.pass(1_000);
  assert.deepEqual((await ask("POST", limited.webhook, text)).body.code, 0);
});
