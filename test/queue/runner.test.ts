import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Ran } from "../../src/cli/child.ts";
import { newJournal } from "../../src/queue/journal.ts";
import { openMemory } from "../../src/queue/memory.ts";
import { queueOn } from "../../src/queue/queue.ts";
import { newRunner, type RunnerOptions } from "../../src/queue/runner.ts";
import { until } from "../support/until.ts";

const done: Ran = { failure: "", stdout: "", stderr: "" };
const failure: Ran = { failure: "exit 1", stdout: "", stderr: "" };
const mebibyte = 1024 * 1024;

/** A runner that is started, on an empty queue in memory; `run` stands for the script. */
function startRunner(t: TestContext, run: RunnerOptions["run"], retries = 0) {
  const queue = queueOn(openMemory(mebibyte));
  const journal = newJournal();
  const runner = newRunner(queue, { run, retries, journal });
  runner.start();
  t.after(async () => {
    await runner.stop(0);
    queue.close();
  });
  const add = (...payloads: string[]) => {
    queue.add(payloads);
    runner.wake();
  };
  return { queue, runner, add, totals: journal.totals };
}

test("a runner hands over one at a time, in order of arrival", async (t) => {
  const seen: string[] = [];
  let running = 0;
  const { add, totals } = startRunner(t, async (payload) => {
    seen.push(`${payload}${++running}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running--;
    return done;
  });
  add("a", "b");
  add("c");
  await until("all are delivered", () => totals.delivered === 3);
  add("d");
  await until("the last is delivered", () => totals.delivered === 4);
  assert.deepEqual(seen, ["a1", "b1", "c1", "d1"]);
});

test("a runner tries a failed one again, with a growing pause, and lets later ones pass", async (t) => {
  const seen: [payload: string, at: number][] = [];
  const run = async (payload: string) => {
    seen.push([payload, performance.now()]);
    return payload === "a" ? failure : done;
  };
  const { add, totals, queue } = startRunner(t, run, 1);
  add("a", "b");
  await until("the last attempt", () => totals.failedRuns === 2);
  assert.deepEqual(
    seen.map(([payload]) => payload),
    ["a", "b", "a"],
  );
  assert.ok((seen[2]?.[1] ?? 0) - (seen[0]?.[1] ?? 0) > 1_900, "2 s lie between the attempts");
  assert.deepEqual(queue.content(), { waiting: 0, running: 0, failed: 1 });
  assert.ok(totals.lastError > 0);
});

test("a runner that stops lets the running one end and leaves the rest", async (t) => {
  let release = () => {};
  const { add, queue, runner, totals } = startRunner(
    t,
    () => new Promise((resolve) => (release = () => resolve(done))),
  );
  add("a", "b");
  await until("the first runs", () => queue.content().running === 1);
  const stopped = runner.stop(60_000);
  release();
  await stopped;
  assert.deepEqual(queue.content(), { waiting: 1, running: 0, failed: 0 });
  assert.equal(totals.delivered, 1);
});

test("a runner that stops terminates a run that takes too long; it counts neither as failed nor as done", async (t) => {
  const run = (_: string, stop: AbortSignal) =>
    new Promise<Ran>((resolve) =>
      stop.addEventListener("abort", () => resolve({ ...done, failure: "stopped early" })),
    );
  const { add, queue, runner, totals } = startRunner(t, run);
  add("a");
  await until("it runs", () => queue.content().running === 1);
  await runner.stop(20);
  assert.deepEqual(queue.content(), { waiting: 0, running: 1, failed: 0 });
  assert.deepEqual([totals.delivered, totals.failedRuns], [0, 0]);
});

test("a runner waits for the end of a burst, but not for long", async (t) => {
  let began = 0;
  const { add } = startRunner(t, async () => {
    began ||= performance.now();
    return done;
  });
  const begin = performance.now();
  const burst = setInterval(() => add("x"), 1);
  t.after(() => clearInterval(burst));
  await until("the first run", () => began > 0);
  assert.ok(began - begin > 50, `it began after ${began - begin} ms of a burst`);
});
