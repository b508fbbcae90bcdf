import assert from "node:assert/strict";
import { type AddressInfo, createServer } from "node:net";
import { test } from "node:test";
import { type EngineTurn, startEngine } from "../support/engine.ts";
import { followed } from "../support/follow.ts";
import { until } from "../support/until.ts";

test("follow without any event asks from the end of the first opening's second", async (t) => {
  const engine = await startEngine(t);
  const { seen } = followed(t, engine.host);
  await until("the opening", () => engine.streams() === 1, 60);
  engine.endStreams();
  await until("the reconnect", () => seen.opened === 2, 60);
  const [first = "", second = ""] = engine.requests.filter((line) => line.includes("/events"));
  assert.doesNotMatch(first, /since/);
  assert.match(second, /&since=\d{10}\.000000000$/);
});

const openings: [why: string, dates: string[], since: string | undefined][] = [
  [
    "the first opening, not from a later one",
    ["Wed, 20 Nov 2024 10:53:20 GMT", "Wed, 20 Nov 2024 10:59:59 GMT"],
    "1732100001.000000000",
  ],
  ["now, where no opening had a time", ["", ""], undefined],
  ["the first opening that had a time", ["", "Wed, 20 Nov 2024 10:53:20 GMT"], "1732100001.000000000"],
];

for (const [why, dates, since] of openings) {
  test(`follow without any event asks from ${why}`, async (t) => {
    const engine = await startEngine(t, { dates });
    const { seen } = followed(t, engine.host);
    for (const times of [1, 2]) {
      await until("the opening", () => seen.opened === times && engine.streams() === 1, 60);
      engine.endStreams();
    }
    await until("the third opening", () => seen.opened === 3, 60);
    const last = engine.requests.findLast((line) => line.includes("/events"));
    assert.equal(/&since=(.*)$/.exec(last ?? "")?.[1], since);
  });
}

test("follow resolves at once when it is stopped, and when it has given up", async (t) => {
  const engine = await startEngine(t);
  const first = followed(t, engine.host);
  await until("the opening", () => first.seen.opened === 1, 60);
  first.stop();
  await first.ended;
  await until("the stream is closed", () => engine.streams() === 0, 60);
  await engine.stop();
  const rhythm = { giveUp: 50, silence: 30, settled: 30_000 };
  await followed(t, engine.host, { rhythm }).ended;
});

test("follow leaves out half a line that stood at a break", async (t) => {
  const engine = await startEngine(t);
  const { seen } = followed(t, engine.host);
  await until("the opening", () => engine.streams() === 1, 60);
  engine.write('{"a":1}\n{"b":');
  await until("the line", () => seen.lines.length === 1, 60);
  engine.endStreams();
  await until("the reconnect", () => seen.opened === 2 && engine.streams() === 1, 60);
  engine.write('2}\n{"c":3}\n');
  await until("the last line", () => seen.lines.includes('{"c":3}'), 60);
  assert.deepEqual(seen.lines, ['{"a":1}', "2}", '{"c":3}']);
});

test("follow hands over nothing of what comes after it was stopped", async (t) => {
  const ping = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nOK";
  // Two chunks in one piece: the second one is on its way while the first is read.
  const events = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n6\r\nfirst\n\r\n7\r\nsecond\n\r\n";
  const server = createServer((socket) => {
    socket.on("error", () => {}); // it hangs up
    socket.once("data", (bytes) => socket.write(bytes.includes("/_ping") ? ping : events));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close());
  const lines: string[] = [];
  const { stop, ended } = followed(t, `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    line: (text) => {
      lines.push(text);
      stop();
    },
  });
  await ended;
  assert.deepEqual(lines, ["first"]);
});

const refusals: [why: string, turn: EngineTurn, said: string][] = [
  [
    "events",
    { status: 403, body: "Forbidden" },
    "the engine replied 403: Forbidden; a socket proxy may need",
  ],
  ["events by nothing", { status: 204 }, "the engine replied 204; next try"],
  ["the connection", { reset: true }, "socket hang up; next try"],
];

for (const [what, turn, said] of refusals) {
  test(`follow says why an engine refuses ${what}, and tries again`, async (t) => {
    let isRefused = false;
    const engine = await startEngine(t, {
      answer: (_, path) => {
        if (isRefused || !path.startsWith("/events")) return undefined;
        isRefused = true;
        return turn;
      },
    });
    const { seen } = followed(t, engine.host);
    await until("the opening", () => seen.opened === 1, 60);
    assert.equal(seen.troubles.length, 1);
    assert.ok(seen.troubles[0]?.startsWith(`Cannot follow the engine: ${said}`), seen.troubles[0]);
    assert.equal(seen.again, 1);
  });
}
