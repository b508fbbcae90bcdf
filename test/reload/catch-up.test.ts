import assert from "node:assert/strict";
import { test } from "node:test";
import type { EngineTurn } from "../support/engine.ts";
import { reloadsAt, startOf, stateOf } from "../support/reloads.ts";
import { until } from "../support/until.ts";

const restart = "POST /containers/nginx/restart?t=10";
const signal = "POST /containers/nginx/kill?signal=SIGHUP";
const missed = (name: string) =>
  `info Restarted nginx in 0.0 s: ${name} started while the engine could not be followed`;

/** Answers the first of the changing requests with `turn`; `inspection` answers all inspections. */
function answering(turn: EngineTurn, inspection?: EngineTurn) {
  let isFirst = true;
  return (method: string, path: string) => {
    if (path.endsWith("/json")) return inspection;
    if (method !== "POST" || !isFirst) return undefined;
    isFirst = false;
    return turn;
  };
}

const forbidden = { status: 403, body: "Forbidden" };

test("catching up names the front end that was started last, and one restart does for all", async (t) => {
  const states = {
    nginx: stateOf(2),
    "admin-web": stateOf(1),
    "shop-web": stateOf(4),
    "docs-web": stateOf(3),
  };
  const { engine, reloads } = await reloadsAt(t, { states });
  reloads.catchUp();
  await until("the restart", () => reloads.lines().length === 1, 60);
  assert.deepEqual([reloads.lines(), engine.actions()], [[missed("shop-web")], [restart]]);
});

test("catching up with a signal does it once, because the web server goes on as it was started", async (t) => {
  const states = { nginx: stateOf(2), "shop-web": stateOf(4) };
  const { engine, reloads } = await reloadsAt(t, { states }, { signal: "HUP" });
  for (const _ of [1, 2]) reloads.catchUp();
  await until("both looks", () => engine.requests.filter((line) => line.endsWith("nginx/json")).length === 2);
  reloads.follow([startOf("admin-web", 5n)]);
  await until("the next", () => reloads.lines().length === 2, 60);
  assert.deepEqual(engine.actions(), [signal, signal]);
});

const handled: [why: string, times: bigint[][]][] = [
  ["one after the other, the newer first", [[6n], [4n]]],
  ["one after the other, the older first", [[4n], [6n]]],
  ["together, the newer first", [[6n, 4n]]],
  ["together, the older first", [[4n, 6n]]],
];

for (const [why, times] of handled) {
  test(`catching up leaves out what was signalled for: ${why}`, async (t) => {
    const states = { nginx: stateOf(2), "shop-web": stateOf(5) };
    const { engine, reloads } = await reloadsAt(t, { states }, { signal: "HUP" });
    for (const together of times) reloads.follow(together.map((time) => startOf("shop-web", time)));
    reloads.catchUp();
    await until("the look", () => engine.requests.at(-1)?.endsWith("docs-web/json"), 60);
    reloads.follow([startOf("admin-web", 9n)]);
    await until("the last", () => reloads.lines().length === times.length + 1, 60);
    assert.equal(engine.actions().length, times.length + 1);
  });
}

test("catching up makes up for what the engine refused", async (t) => {
  const states = { nginx: stateOf(2), "shop-web": stateOf(5) };
  const answer = answering({ status: 500, body: { message: "sick" } });
  const { engine, reloads } = await reloadsAt(t, { states, answer });
  reloads.follow([startOf("shop-web", 6n)]);
  reloads.catchUp();
  await until("the restart", () => reloads.lines().length === 2, 60);
  assert.deepEqual([reloads.lines()[1], engine.actions()], [missed("shop-web"), [restart, restart]]);
});

const blind: [why: string, turn: EngineTurn, inspection: EngineTurn | undefined, restarts: number][] = [
  ["makes up, once, for a restart in which the connection broke", { reset: true }, forbidden, 2],
  ["makes up for it also where the inspection breaks", { reset: true }, { reset: true }, 2],
  ["leaves a restart that was refused", { status: 500 }, forbidden, 1],
  ["leaves a restart that was made", { status: 204 }, forbidden, 1],
];

for (const [why, turn, inspection, restarts] of blind) {
  test(`catching up without inspection ${why}`, async (t) => {
    const { engine, reloads } = await reloadsAt(t, { answer: answering(turn, inspection) });
    reloads.follow([startOf("admin-web", 3n)]);
    for (const _ of [1, 2]) reloads.catchUp();
    const looks = () => engine.requests.filter((line) => line.endsWith("docs-web/json")).length;
    await until("both looks", () => looks() === 2, 60);
    reloads.follow([startOf("shop-web", 4n)]);
    await until("the last", () => reloads.lines().at(-1)?.endsWith("shop-web started"), 60);
    assert.equal(engine.actions().length, restarts + 1);
  });
}

test("catching up leaves a restart that broke off, when the web server was started since", async (t) => {
  const states = { nginx: stateOf(5), "admin-web": stateOf(2) };
  const { engine, reloads } = await reloadsAt(t, { states, answer: answering({ reset: true }) });
  reloads.follow([startOf("admin-web", 3n)]);
  reloads.catchUp();
  await until("the look", () => engine.requests.at(-1)?.endsWith("docs-web/json"), 60);
  reloads.follow([startOf("shop-web", 6n)]);
  await until("the last", () => reloads.lines().at(-1)?.endsWith("shop-web started"), 60);
  assert.deepEqual(engine.actions(), [restart, restart]);
});

const notes: [why: string, inspection: EngineTurn, expected: string[]][] = [
  ["not that a container is not there", { status: 404, body: "none" }, []],
  [
    "once that a proxy forbids it",
    forbidden,
    [
      "warn Cannot inspect nginx: the engine replied 403: Forbidden; a socket proxy may need to allow it; a start that is missed while the engine is away stays missed",
    ],
  ],
  [
    "each time that the connection broke",
    { reset: true },
    ["nginx", "admin-web", "shop-web", "docs-web"].map(
      (name) => `warn Cannot inspect ${name}: socket hang up`,
    ),
  ],
];

for (const [why, inspection, expected] of notes) {
  test(`catching up says ${why}`, async (t) => {
    const { engine, reloads } = await reloadsAt(t, { answer: answering({}, inspection) });
    reloads.catchUp();
    await until("the looks", () => engine.requests.length === 4, 60);
    reloads.follow([startOf("admin-web")]);
    await until("the restart", () => reloads.lines().at(-1)?.startsWith("info"), 60);
    assert.deepEqual(reloads.lines().slice(0, -1), expected);
  });
}

test("catching up waits, where that is wanted, until the front end is healthy", async (t) => {
  const states = { nginx: stateOf(2), "shop-web": stateOf(5, { Health: { Status: "starting" } }) };
  const { engine, reloads } = await reloadsAt(t, { states }, { healthy: 3_600_000 });
  reloads.catchUp();
  await until("the look at its health", () => engine.requests.length === 5, 60);
  assert.deepEqual(engine.actions(), []);
  engine.states["shop-web"] = stateOf(5, { Health: { Status: "healthy" } });
  await until("the restart", () => reloads.lines().length === 1, 60);
  assert.deepEqual(reloads.lines(), [missed("shop-web")]);
});
