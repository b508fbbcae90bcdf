import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { test } from "node:test";
import { entries } from "../scripts/entries.ts";
import { type EngineOptions, startEngine, started } from "./support/engine.ts";
import { startWatching } from "./support/reloader.ts";
import { built } from "./support/spawn.ts";
import { until } from "./support/until.ts";

const modern = { status: undefined, id: undefined, from: undefined };

test("reloader reads events that are split and joined at every byte", async (t) => {
  const engine = await startEngine(t);
  await startWatching(t, engine);
  const bytes = Buffer.from(started("admin-web", { note: "前端 \u{1F680}" }) + started("shop-web"));
  for (const byte of bytes) {
    engine.write(Buffer.from([byte]));
    await new Promise(setImmediate);
  }
  await until("both restarts", () => engine.actions().length === 2, 60);
});

test("reloader makes 10,000 restarts for a burst of 10,000 events, in order and one at a time", async (t) => {
  const engine = await startEngine(t);
  const reloader = await startWatching(t, engine);
  engine.write(Array.from({ length: 10_000 }, () => started("admin-web")).join(""));
  await until("all restarts", () => engine.actions().length === 10_000, 240);
  engine.write(started("shop-web"));
  await until("one more", () => reloader.log().includes("shop-web started"), 60);
  assert.equal(engine.actions().length, 10_001);
  assert.equal(engine.overlap(), 1);
});

test("reloader reads a line of 2 MiB, and leaves out one of more than 8 MiB", async (t) => {
  const engine = await startEngine(t);
  const reloader = await startWatching(t, engine);
  engine.write(started("admin-web", { note: "x".repeat(2 << 20) }));
  await until("the restart", () => engine.actions().length === 1, 60);
  engine.write(started("admin-web", { note: "x".repeat(9 << 20) }) + started("shop-web"));
  await until("the next restart", () => reloader.log().includes("shop-web started"), 60);
  assert.equal(engine.actions().length, 2);
  assert.match(reloader.log(), /warn Cannot read an event of more than 8 MiB: left out$/m);
});

const versions: [theirs: string, spoken: string][] = [
  ["1.41", "1.41"],
  ["1.43", "1.43"],
  ["1.44", "1.44"],
  ["1.52", "1.44"],
  ["1.55", "1.44"],
  ["2.0", "1.44"],
  ["", "1.44"],
  ["nonsense", "1.44"],
];

for (const [theirs, spoken] of versions) {
  test(`reloader speaks ${spoken} with an engine that names ${theirs || "no version"}`, async (t) => {
    const engine = await startEngine(t, { version: theirs });
    await startWatching(t, engine);
    engine.write(started("admin-web", theirs >= "1.52" ? modern : {}));
    await until("the restart", () => engine.actions().length === 1, 60);
    assert.equal(engine.requests.at(-1), `POST /v${spoken}/containers/nginx/restart?t=10`);
  });
}

test("reloader speaks the version that DOCKER_API_VERSION names", async (t) => {
  const engine = await startEngine(t);
  await startWatching(t, engine, { DOCKER_API_VERSION: "1.40" });
  assert.match(engine.requests[1] ?? "", /^GET \/v1\.40\/events/);
});

const unfit: [why: string, words: string][] = [
  ["too old", "client version 1.44 is too old. Minimum supported API version is 1.50, please upgrade"],
  ["too new", "client version 1.44 is too new. Maximum supported API version is 1.42"],
];

for (const [why, words] of unfit) {
  test(`reloader takes the version that an engine asks for when its own is ${why}`, async (t) => {
    let isRefused = false;
    const answer: EngineOptions["answer"] = (_, path) => {
      if (isRefused || !path.startsWith("/events")) return undefined;
      isRefused = true;
      return { status: 400, body: { message: words } };
    };
    const engine = await startEngine(t, { answer, version: "" });
    await startWatching(t, engine);
    const [, wanted] = /version is ([\d.]+)/.exec(words) ?? [];
    assert.match(engine.requests.at(-1) ?? "", new RegExp(`^GET /v${wanted}/events`));
  });
}

test("reloader asks Podman for the starts of all containers, because Podman 4 joins names by AND", async (t) => {
  const engine = await startEngine(t, { podman: true, version: "1.41" });
  await startWatching(t, engine);
  assert.equal(engine.requests.at(-1), 'GET /v1.41/events?filters={"type":["container"],"event":["start"]}');
  engine.write(started("orders-api") + started("admin-web"));
  await until("the restart", () => engine.actions().length === 1, 60);
  assert.deepEqual(engine.actions(), ["POST /containers/nginx/restart?t=10"]);
});

test("reloader follows an engine over tcp", async (t) => {
  const engine = await startEngine(t, { tcp: true });
  await startWatching(t, engine);
  engine.write(started("admin-web"));
  await until("the restart", () => engine.actions().length === 1, 60);
});

test("reloader is built with the network alone: files below /certs, no child process, no worker", () => {
  const entry = entries.find(({ name }) => name === "reloader");
  assert.deepEqual(
    entry?.execArgv.filter((flag) => /permission|allow/.test(flag)),
    ["--permission", "--allow-fs-read=/certs/*"],
  );
});

// Not every kernel lists them.
const skip = !existsSync(`/proc/self/task/${process.pid}/children`) && "no list of children in /proc";

test("reloader at work runs no other process and holds no file open", { skip }, async (t) => {
  const engine = await startEngine(t);
  const reloader = await startWatching(t, engine);
  engine.write(started("admin-web"));
  await until("the restart", () => reloader.log().includes("Restarted"), 60);
  const from = `/proc/${reloader.pid}`;
  const children = readdirSync(`${from}/task`).map((thread) =>
    readFileSync(`${from}/task/${thread}/children`, "utf8"),
  );
  assert.equal(children.join(""), "");
  const open = readdirSync(`${from}/fd`).map((fd) => readlinkSync(`${from}/fd/${fd}`));
  assert.deepEqual(
    open.filter((target) => !/^(socket|pipe|anon_inode):|^\/dev\/(null|u?random)$/.test(target)),
    [],
  );
});

if (built) {
  test("reloader prints no warning about its permissions", async (t) => {
    const engine = await startEngine(t);
    const reloader = await startWatching(t, engine);
    assert.equal(await reloader.stop(), 0);
    assert.doesNotMatch(reloader.log(), /Warning|trace/);
  });
}
