import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { startEngine, started } from "./support/engine.ts";
import { startWatching } from "./support/reloader.ts";
import { until } from "./support/until.ts";

test("reloader with RELOADER_STOP_TIMEOUT=0 sends t=0", async (t) => {
  const engine = await startEngine(t);
  await startWatching(t, engine, { RELOADER_STOP_TIMEOUT: "0" });
  engine.write(started("admin-web"));
  await until("the restart", () => engine.actions().length === 1, 60);
  assert.deepEqual(engine.actions(), ["POST /containers/nginx/restart?t=0"]);
});

test("reloader prefers --watch and --web-server to the variables", async (t) => {
  const engine = await startEngine(t);
  const reloader = await startWatching(t, engine, {}, [
    ...["--watch", "docs-web", "--web-server", "apache", "--watch", "blog-web,wiki-web"],
    ...["--web-server", "caddy"],
  ]);
  assert.match(
    reloader.log(),
    /info Watching docs-web, blog-web, wiki-web for caddy: Engine API 1\.44 at unix:/,
  );
  engine.write(started("admin-web") + started("apache") + started("wiki-web") + started("docs-web"));
  await until("both restarts", () => reloader.log().includes("docs-web started"), 60);
  const restart = "POST /containers/caddy/restart?t=10";
  assert.deepEqual(engine.actions(), [restart, restart]);
});

test("reloader with RELOADER_DEBOUNCE restarts in a steady stream of starts, too", async (t) => {
  const engine = await startEngine(t);
  const reloader = await startWatching(t, engine, { RELOADER_DEBOUNCE: "1s:1s" });
  const timer = setInterval(() => engine.write(started("admin-web")), 50);
  t.after(() => clearInterval(timer));
  await until("two restarts", () => engine.actions().length === 2, 60);
  assert.match(reloader.log(), /: admin-web started$/m);
});

test("reloader with RELOADER_DEBOUNCE restarts once for starts that are close together", async (t) => {
  const engine = await startEngine(t);
  const reloader = await startWatching(t, engine, { RELOADER_DEBOUNCE: "300ms:5s" });
  engine.write(started("admin-web") + started("shop-web") + started("admin-web"));
  await until("the restart", () => reloader.log().includes("Restarted"), 60);
  assert.match(reloader.log(), /: admin-web, shop-web started$/m);
  engine.write(started("shop-web"));
  await until("the next", () => engine.actions().length === 2, 60);
});

test("reloader with RELOADER_DEBOUNCE restarts once for a start that is repeated after a break", async (t) => {
  const early = { StartedAt: "2024-01-01T00:00:00Z" };
  const late = { StartedAt: "2024-02-01T00:00:00Z" };
  const engine = await startEngine(t, { states: { nginx: early, "admin-web": late } });
  const reloader = await startWatching(t, engine, { RELOADER_DEBOUNCE: "2s:3s" });
  engine.cutStreams();
  await until("the next stream", () => reloader.log().match(/Watching/g)?.length === 2, 60);
  engine.write(started("admin-web"));
  await until("the inspection", () => engine.requests.some((line) => line.endsWith("shop-web/json")), 60);
  await until("the restart", () => reloader.log().includes("Restarted"), 60);
  await sleep(3_500); // longer than starts are gathered
  assert.equal(engine.actions().length, 1);
});

test("reloader with RELOADER_SIGNAL signals, and a reconnect does not do it again", async (t) => {
  const early = { StartedAt: "2024-01-01T00:00:00Z" };
  // The scripted events bear times after this one, as an engine's do.
  const late = { StartedAt: "2024-02-01T00:00:00+02:00" };
  const engine = await startEngine(t, { states: { nginx: early, "admin-web": late } });
  const reloader = await startWatching(t, engine, { RELOADER_SIGNAL: "sighup" });
  engine.write(started("admin-web"));
  await until("the signal", () => reloader.log().includes("Sent SIGHUP to nginx"), 60);
  engine.cutStreams();
  await until("the inspection", () => engine.requests.some((line) => line.endsWith("shop-web/json")), 60);
  engine.write(started("shop-web"));
  await until("the next", () => reloader.log().includes("shop-web started"), 60);
  const signal = "POST /containers/nginx/kill?signal=SIGHUP";
  assert.deepEqual(engine.actions(), [signal, signal]);
});

test("reloader with RELOADER_WAIT_HEALTHY restarts when the front end is healthy", async (t) => {
  const starting = { StartedAt: "2024-01-01T00:00:00Z", Health: { Status: "starting" } };
  const engine = await startEngine(t, { states: { "admin-web": starting } });
  const reloader = await startWatching(t, engine, { RELOADER_WAIT_HEALTHY: "1" });
  engine.write(started("admin-web"));
  const looks = () => engine.requests.filter((line) => line.endsWith("admin-web/json")).length;
  await until("two looks", () => looks() === 2, 60);
  assert.deepEqual(engine.actions(), []);
  engine.states["admin-web"] = { ...starting, Health: { Status: "healthy" } };
  await until("the restart", () => reloader.log().includes("Restarted"), 60);
});

test("reloader with RELOADER_BRAKE restarts nothing for a crash loop, but for an update", async (t) => {
  const engine = await startEngine(t);
  const reloader = await startWatching(t, engine, { RELOADER_BRAKE: "2:1m" });
  engine.write(Array.from({ length: 5 }, () => started("admin-web")).join(""));
  engine.write(started("admin-web", {}, "cd".repeat(32)));
  await until("three restarts", () => reloader.log().match(/Restarted/g)?.length === 3, 60);
  assert.equal(engine.actions().length, 3);
  assert.equal(reloader.log().match(/starts again and again/g)?.length, 1);
});
