import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { certificate } from "./support/certificate.ts";
import { startEngine } from "./support/engine.ts";
import { folder } from "./support/folder.ts";
import { built, run } from "./support/spawn.ts";

const usual = { RELOADER_FRONTENDS: "admin-web", RELOADER_WEB_SERVER: "nginx" };

const refused: [why: string, args: string[], env: Record<string, string>, said: RegExp][] = [
  ["nothing to watch", [], { RELOADER_WEB_SERVER: "nginx" }, /nothing to watch: set RELOADER_FRONTENDS/],
  ["only commas to watch", ["--watch", " , ,"], { RELOADER_WEB_SERVER: "nginx" }, /nothing to watch/],
  ["nothing to restart", [], { RELOADER_FRONTENDS: "a" }, /nothing to restart: set RELOADER_WEB_SERVER/],
  ["the web server watched", ["--watch", "a", "--watch", "/nginx"], usual, /nginx is both watched and/],
  ["a name that is none", ["--watch", "a/../b"], usual, /"a\/..\/b" is no container name/],
  ["an argument", ["admin-web"], usual, /it takes no arguments/],
  ["a stop time-out below 0", [], { ...usual, RELOADER_STOP_TIMEOUT: "-1" }, /RELOADER_STOP_TIMEOUT/],
  ["a debounce the wrong way round", [], { ...usual, RELOADER_DEBOUNCE: "2s:1s" }, /RELOADER_DEBOUNCE/],
  ["a brake without a time", [], { ...usual, RELOADER_BRAKE: "3" }, /RELOADER_BRAKE/],
  ["an unknown signal", [], { ...usual, RELOADER_SIGNAL: "HUB" }, /RELOADER_SIGNAL/],
  ["ssh", [], { ...usual, DOCKER_HOST: "ssh://me:secret@host" }, /DOCKER_HOST: it is neither unix:/],
  ["a path without its scheme", [], { ...usual, DOCKER_HOST: "/var/run/docker.sock" }, /DOCKER_HOST/],
  ["a version that is none", [], { ...usual, DOCKER_API_VERSION: "v1" }, /DOCKER_API_VERSION/],
  [
    "certificates that cannot be read",
    [],
    { ...usual, DOCKER_HOST: "tcp://h", DOCKER_TLS_VERIFY: "1", DOCKER_CERT_PATH: "/none" },
    /Cannot read \/none\/ca\.pem of DOCKER_CERT_PATH: /,
  ],
];

for (const [why, args, env, said] of refused) {
  for (const more of [[], ["--healthcheck"]]) {
    test(`reloader ${more} refuses ${why} with 64 and one line`, async (t) => {
      const { code, stdout, stderr } = await run(t, "reloader", "", { args: [...args, ...more], env });
      assert.match(stderr, said);
      assert.match(stderr, /^Cannot .*\n$/);
      assert.doesNotMatch(stderr, /secret/);
      assert.deepEqual([code, stdout], [64, ""]);
    });
  }
}

test("reloader --healthcheck is content with an engine that answers", async (t) => {
  const engine = await startEngine(t, { version: "1.41" });
  const env = { ...usual, DOCKER_HOST: engine.host };
  const { code, stdout } = await run(t, "reloader", "", { args: ["--healthcheck"], env });
  assert.deepEqual([code, stdout], [0, `Healthy: Engine API 1.41 at ${engine.host}\n`]);
  assert.deepEqual(engine.requests, ["GET /_ping"]);
});

test("reloader --healthcheck fails without an engine, and with one that refuses", async (t) => {
  const engine = await startEngine(t, { answer: () => ({ status: 500, body: { message: "sick" } }) });
  const ask = (host: string) =>
    run(t, "reloader", "", { args: ["--healthcheck"], env: { ...usual, DOCKER_HOST: host } });
  const [gone, sick] = [await ask(`unix://${folder(t)}/none.sock`), await ask(engine.host)];
  assert.match(gone.stderr, /^Cannot reach the engine: .*ENOENT.*\n$/);
  assert.equal(sick.stderr, "Cannot reach the engine: the engine replied 500: sick\n");
  assert.deepEqual([gone.code, sick.code], [1, 1]);
});

test("reloader reads the certificates of DOCKER_CERT_PATH and speaks TLS, where it may read them", async (t) => {
  const tls = certificate();
  const path = folder(t);
  for (const [name, text] of [
    ["ca", tls.cert],
    ["cert", tls.cert],
    ["key", tls.key],
  ] as const) {
    writeFileSync(join(path, `${name}.pem`), text);
  }
  const engine = await startEngine(t, { tcp: true, tls: { ...tls, ca: tls.cert, requestCert: true } });
  const env = { ...usual, DOCKER_HOST: engine.host, DOCKER_TLS_VERIFY: "1", DOCKER_CERT_PATH: path };
  const { code, stderr } = await run(t, "reloader", "", { args: ["--healthcheck"], env });
  if (built)
    assert.match(stderr, /ca\.pem of DOCKER_CERT_PATH: this executable may read nothing but \/certs/);
  assert.deepEqual([code, engine.requests.length], built ? [64, 0] : [0, 1]);
});

test("reloader refuses an engine whose certificate it does not know", async (t) => {
  const engine = await startEngine(t, { tcp: true, tls: certificate() });
  const env = { ...usual, DOCKER_HOST: engine.host.replace("tcp", "https") };
  const { code, stderr } = await run(t, "reloader", "", { args: ["--healthcheck"], env });
  assert.match(stderr, /^Cannot reach the engine: .*self-signed/);
  assert.deepEqual([code, engine.requests.length], [1, 0]);
});
