import assert from "node:assert/strict";
import { test } from "node:test";
import { type EngineTurn, startEngine, started } from "./support/engine.ts";
import { startWatching } from "./support/reloader.ts";
import { until } from "./support/until.ts";

const restart = "POST /containers/nginx/restart?t=10";

test("reloader asks for the start events of its containers and restarts the web server for each", async (t) => {
  const engine = await startEngine(t);
  const reloader = await startWatching(t, engine);
  const filters = '{"type":["container"],"event":["start"],"container":["admin-web","shop-web"]}';
  assert.deepEqual(engine.requests, ["GET /_ping", `GET /v1.44/events?filters=${filters}`]);
  engine.write(started("admin-web") + started("shop-web") + started("admin-web"));
  await until("three restarts", () => reloader.log().match(/Restarted/g)?.length === 3, 60);
  assert.deepEqual(engine.actions(), [restart, restart, restart]);
  assert.equal(engine.overlap(), 1);
  const told = [...reloader.log().matchAll(/info Restarted nginx in [\d.]+ s: (.*)/g)].map(([, why]) => why);
  assert.deepEqual(told, ["admin-web started", "shop-web started", "admin-web started"]);
});

const ignored: [why: string, line: string][] = [
  ["a container whose name only begins alike", started("admin-web-old")],
  ["a container whose name only ends alike", started("old-admin-web")],
  ["a container whose name has other letters' case", started("Admin-Web")],
  ["a container whose name is a name and more", started("admin-web,shop-web")],
  ["a container that bears the name as its id", started("db", {}, "admin-web")],
  ["a container with another name, which the engine matched by its id", started("db", {}, "ad".repeat(32))],
  ["the web server itself", started("nginx")],
  ["a back end", started("orders-api")],
  ["another action", started("admin-web", { Action: "die" })],
  ["an action by which it also starts", started("admin-web", { Action: "restart" })],
  ["an action in capitals", started("admin-web", { Action: "START" })],
  ["an action that begins alike", started("admin-web", { Action: "start: exec" })],
  ["another type", started("admin-web", { Type: "network" })],
  ["no JSON", "container start admin-web\n"],
  ["half a JSON", '{"Type":"container","Action":"start",\n'],
  ["JSON that is no object", '["start"]\nnull\n17\n'],
  ["an event without a container", '{"Type":"container","Action":"start","timeNano":5}\n'],
  ["an event without a time", started("admin-web").replace(/"time(Nano)?":\d+/g, '"x":1')],
  ["bytes that are no text", "\u0000\u0001\uFFFD\n"],
  ["empty lines", "\n\r\n \n"],
];

for (const [why, line] of ignored) {
  test(`reloader restarts nothing for ${why}, and goes on`, async (t) => {
    const engine = await startEngine(t);
    const reloader = await startWatching(t, engine);
    engine.write(line + started("shop-web"));
    await until("the restart", () => reloader.log().includes("Restarted"), 60);
    assert.deepEqual(engine.actions(), [restart]);
    assert.match(reloader.log(), /: shop-web started$/m);
  });
}

test("reloader takes a name with the leading slash of engines for the name, in events and in its settings", async (t) => {
  const engine = await startEngine(t);
  const reloader = await startWatching(t, engine, {}, ["--watch", "/admin-web", "--web-server", "/caddy"]);
  engine.write(started("/admin-web"));
  await until("the restart", () => reloader.log().includes("Restarted caddy"), 60);
  assert.deepEqual(engine.actions(), ["POST /containers/caddy/restart?t=10"]);
});

const failures: [why: string, turn: EngineTurn, said: RegExp][] = [
  [
    "404",
    { status: 404, body: { message: "No such container: nginx" } },
    /the engine replied 404: No such container: nginx$/m,
  ],
  [
    "409",
    { status: 409, body: { message: "marked for removal" } },
    /the engine replied 409: marked for removal$/m,
  ],
  [
    "500",
    { status: 500, body: { message: "cannot start:\nport in use" } },
    /replied 500: cannot start: port in use$/m,
  ],
  [
    "403 of a proxy",
    { status: 403, body: "Forbidden" },
    /replied 403: Forbidden; a socket proxy may need to allow it$/m,
  ],
  ["a cut", { reset: true }, /error Cannot restart nginx: .*(ECONNRESET|hang up)/],
];

for (const [why, turn, said] of failures) {
  test(`reloader logs a restart that fails with ${why}, and goes on`, async (t) => {
    let isFirst = true;
    const answer = (method: string) => {
      if (method !== "POST" || !isFirst) return undefined;
      isFirst = false;
      return turn;
    };
    const engine = await startEngine(t, { answer });
    const reloader = await startWatching(t, engine);
    engine.write(started("admin-web") + started("shop-web"));
    await until("the second restart", () => reloader.log().includes("Restarted"), 60);
    assert.match(reloader.log(), said);
    assert.deepEqual(engine.actions(), [restart, restart]);
  });
}

test("reloader makes one restart after the other, however long they take", async (t) => {
  const answer = (method: string) => (method === "POST" ? { status: 204, delay: 100 } : undefined);
  const engine = await startEngine(t, { answer });
  await startWatching(t, engine);
  engine.write(started("admin-web") + started("shop-web") + started("admin-web") + started("shop-web"));
  await until("four restarts", () => engine.actions().length === 4, 60);
  assert.equal(engine.overlap(), 1);
});

for (const signal of ["SIGTERM", "SIGINT"] as const) {
  test(`reloader ends with 0 on ${signal}, even in the middle of a restart`, async (t) => {
    const answer = (method: string) => (method === "POST" ? { status: 204, delay: 600_000 } : undefined);
    const engine = await startEngine(t, { answer });
    const reloader = await startWatching(t, engine);
    engine.write(started("admin-web") + started("shop-web"));
    await until("the restart", () => engine.actions().length === 1, 60);
    assert.equal(await reloader.stop(signal), 0);
    assert.match(reloader.log(), new RegExp(`info Stopping on ${signal}; not made: 1$`, "m"));
  });
}
