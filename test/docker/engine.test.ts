import assert from "node:assert/strict";
import { test } from "node:test";
import { readAddress } from "../../src/docker/address.ts";
import { type Engine, newEngine } from "../../src/docker/engine.ts";
import { startEngine } from "../support/engine.ts";
import { startPeer, type Turn } from "../support/peer.ts";
import { until } from "../support/until.ts";

function engineAt(host: string, fixed = ""): Engine {
  return newEngine({ address: readAddress(host, false) }, fixed);
}

const deadlines: [what: string, ask: (engine: Engine) => Promise<unknown>, seconds: number][] = [
  ["a ping", (engine) => engine.ping(), 5],
  ["the stream of events", (engine) => engine.events(["a"], null), 10],
  ["an inspection", (engine) => engine.inspect("a"), 10],
  ["a restart without time to stop", (engine) => engine.restart("a", 0), 30],
  ["a restart with 10 s to stop", (engine) => engine.restart("a", 10), 40],
  ["a restart with an hour to stop", (engine) => engine.restart("a", 3_600), 3_630],
  ["a signal", (engine) => engine.signal("a", "SIGHUP"), 30],
];

for (const [what, ask, seconds] of deadlines) {
  test(`the engine has ${seconds} s for ${what}`, async (t) => {
    t.mock.timers.enable({ apis: ["setTimeout"] });
    const peer = await startPeer(t, [{ fault: "stall" }]);
    let reason = "";
    const asked = ask(engineAt(`tcp://127.0.0.1:${peer.port}`)).catch((error: Error) => {
      reason = error.message;
    });
    await until("the request", () => peer.requests.length === 1, 60);
    t.mock.timers.tick(seconds * 1000 - 1);
    await new Promise(setImmediate);
    assert.equal(reason, "");
    t.mock.timers.tick(1);
    await asked;
    assert.equal(reason, `no answer within ${seconds} s`);
  });
}

const tooOld = {
  status: 400,
  body: { message: "client version 1.40 is too old. Minimum supported API version is 1.44, please upgrade" },
};

const refusals: [why: string, fixed: string, turns: Turn[], expected: string[]][] = [
  ["asks for another version", "", [tooOld, { status: 204 }], ["/v1.44/", "/v1.44/"]],
  ["asks for another version again and again", "", [tooOld], ["/v1.44/", "/v1.44/"]],
  ["asks for another version than the fixed one", "1.40", [tooOld], ["/v1.40/"]],
  ["refuses with 400 for another reason", "", [{ status: 400, body: "bad parameter" }], ["/v1.44/"]],
  ["says so without 400", "", [{ ...tooOld, status: 500 }], ["/v1.44/"]],
];

for (const [why, fixed, turns, expected] of refusals) {
  test(`a restart at an engine that ${why} is asked for ${expected.length} times`, async (t) => {
    const peer = await startPeer(t, turns);
    const { words } = await engineAt(`tcp://127.0.0.1:${peer.port}`, fixed).restart("nginx", 1);
    const isDone = turns.at(-1)?.status === 204;
    assert.equal(words === "", isDone, words);
    const asked = peer.requests.map(({ target }) => target.replace("containers/nginx/restart?t=1", ""));
    assert.deepEqual(asked, expected);
  });
}

const outcomes: [status: number, words: string][] = [
  [204, ""],
  [200, ""],
  [302, "the engine replied 302: elsewhere"],
  [304, "the engine replied 304"],
  [409, "the engine replied 409: elsewhere"],
];

for (const [status, words] of outcomes) {
  test(`a restart that is answered with ${status} is done: ${words === ""}`, async (t) => {
    const peer = await startPeer(t, [{ status, body: status === 204 || status === 304 ? "" : "elsewhere" }]);
    const engine = engineAt(`tcp://127.0.0.1:${peer.port}`);
    assert.deepEqual(await engine.restart("nginx", 1), { words });
  });
}

for (const status of [204, 302, 403, 500]) {
  test(`a ping that is answered with ${status} rejects`, async (t) => {
    const peer = await startPeer(t, [{ status }]);
    const engine = engineAt(`tcp://127.0.0.1:${peer.port}`);
    await assert.rejects(engine.ping(), { message: new RegExp(`^the engine replied ${status}`) });
  });
}

const sinces: [since: bigint | null, expected: string | null][] = [
  [null, null],
  [1_732_100_000_123_456_789n, "1732100000.123456789"],
  [9_007_199_254_740_993n, "9007199.254740993"],
  [1_732_100_000_000_000_000n, "1732100000.000000000"],
  [5n, "0.000000005"],
];

for (const [since, expected] of sinces) {
  test(`events since ${since} are asked for as ${expected}`, async (t) => {
    const engine = await startEngine(t);
    const stream = await engineAt(engine.host).events(["a"], since);
    stream.on("error", () => {}).destroy();
    const [asked = ""] = engine.requests;
    assert.equal(new URLSearchParams(asked.split("?")[1]).get("since"), expected);
  });
}

const filters: [podman: boolean, containers: string[], named: string[] | undefined][] = [
  [false, ["a"], ["a"]],
  [false, ["a", "b"], ["a", "b"]],
  [true, ["a"], ["a"]],
  [true, ["a", "b"], undefined],
];

for (const [podman, containers, named] of filters) {
  test(`events of ${containers} are filtered by ${named} with Podman ${podman}`, async (t) => {
    const scripted = await startEngine(t, { podman });
    const engine = engineAt(scripted.host);
    await engine.ping();
    (await engine.events(containers, null)).on("error", () => {}).destroy();
    const query = new URLSearchParams(scripted.requests.at(-1)?.split("?")[1]);
    assert.deepEqual(JSON.parse(query.get("filters") ?? ""), {
      type: ["container"],
      event: ["start"],
      ...(named && { container: named }),
    });
  });
}

const inspections: [why: string, turn: Turn, words: string][] = [
  ["no such container", { status: 404, body: { message: "No such container: a" } }, "No such container: a"],
  ["a proxy that forbids it", { status: 403, body: "Forbidden" }, "a socket proxy may need to allow it"],
  ["no JSON", { body: '{"Args":["--user","me"' }, "names no time of start"],
  ["no time of start", { body: { State: { Running: true } } }, "names no time of start"],
  ["more than 8 MiB", { body: { Args: ["x".repeat(9 << 20)], State: {} } }, "names no time of start"],
];

for (const [why, turn, words] of inspections) {
  test(`an inspection that is answered with ${why} gives no state, and none of what it holds`, async (t) => {
    const peer = await startPeer(t, [turn]);
    const seen = await engineAt(`tcp://127.0.0.1:${peer.port}`).inspect("a");
    assert.deepEqual([seen.state, seen.status], [null, turn.status ?? 200]);
    assert.ok(seen.words.includes(words), seen.words);
    assert.doesNotMatch(seen.words, /Args|user|Running/);
  });
}

test("an inspection gives the state of the container", async (t) => {
  const State = { StartedAt: "1970-01-01T00:00:00.000000007Z", Running: true, Health: { Status: "healthy" } };
  const engine = await startEngine(t, { states: { a: State } });
  assert.deepEqual(await engineAt(engine.host).inspect("a"), {
    state: { startedAt: 7n, isRunning: true, health: "healthy" },
    status: 200,
    words: "",
  });
});

test("a restart that is refused with more than 8 MiB of words shows their beginning", async (t) => {
  const peer = await startPeer(t, [{ status: 500, body: `sick ${"x".repeat(9 << 20)}` }, { status: 204 }]);
  const engine = engineAt(`tcp://127.0.0.1:${peer.port}`);
  assert.match((await engine.restart("a", 1)).words, /^the engine replied 500: sick x{295}$/);
  assert.equal((await engine.restart("a", 1)).words, "");
});
