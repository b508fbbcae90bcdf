import assert from "node:assert/strict";
import { readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { recall, remember } from "../../src/home/pending.ts";
import { folder } from "../support/folder.ts";

const bash = { tool: "Bash", extract: "ls" };
const minutes = 60_000;

const ages: [age: number, expected: object | null][] = [
  [0, bash],
  [10 * minutes - 1, bash],
  [10 * minutes, null],
  [-10 * minutes, null],
];

for (const [age, expected] of ages) {
  test(`a request of ${age} ms ago is ${expected ? "remembered" : "forgotten"}`, (t) => {
    const state = folder(t);
    const now = Date.now();
    remember(state, "session", bash, now);
    assert.deepEqual(recall(state, "session", now + age), expected);
  });
}

test("the last request of a session counts, and every session has its own", (t) => {
  const state = folder(t);
  const now = Date.now();
  remember(state, "one", bash, now);
  remember(state, "two", bash, now);
  remember(state, "one", { tool: "Edit", extract: "" }, now);
  assert.deepEqual(
    [recall(state, "one", now), recall(state, "two", now), recall(state, "three", now)],
    [{ tool: "Edit", extract: "" }, bash, null],
  );
});

test("a session whose name is a path stays in its folder, readable by its owner alone", (t) => {
  const state = folder(t);
  remember(state, "../../../etc/passwd", bash, Date.now());
  assert.deepEqual(readdirSync(state), ["requests"]);
  const [name = ""] = readdirSync(join(state, "requests"));
  assert.equal(statSync(join(state, "requests", name)).mode & 0o777, 0o600);
  assert.equal(statSync(join(state, "requests")).mode & 0o777, 0o700);
});

test("what is older than ten minutes is removed with the next request", (t) => {
  const state = folder(t);
  const now = Date.now();
  remember(state, "old", bash, now);
  const [name = ""] = readdirSync(join(state, "requests"));
  const before = new Date(now - 11 * minutes);
  utimesSync(join(state, "requests", name), before, before);
  remember(state, "new", bash, now);
  assert.equal(readdirSync(join(state, "requests")).includes(name), false);
  assert.equal(readdirSync(join(state, "requests")).length, 1);
});

test("a file that is damaged, or a state that is nowhere, is nothing remembered", (t) => {
  const state = folder(t);
  remember(state, "session", bash, Date.now());
  const [name = ""] = readdirSync(join(state, "requests"));
  writeFileSync(join(state, "requests", name), '{"session":');
  assert.equal(recall(state, "session", Date.now()), null);
  remember("", "session", bash, Date.now());
  remember("/dev/null", "session", bash, Date.now());
  assert.equal(recall("/dev/null", "session", Date.now()), null);
});
