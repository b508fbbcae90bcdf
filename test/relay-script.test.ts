import assert from "node:assert/strict";
import { copyFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { folder } from "./support/folder.ts";
import { untilGone } from "./support/gone.ts";
import { startRelay, untilIdle } from "./support/relay.ts";
import { notingScript, script } from "./support/script.ts";
import { built, command, run } from "./support/spawn.ts";
import { until } from "./support/until.ts";

// What the relay bears from the script that it runs.

test("relay runs one script at a time, in order of arrival, for a burst of 50", async (t) => {
  const path = folder(t);
  const overlap = `[ -e ${path}/busy ] && echo overlap >> ${path}/overlap; touch ${path}/busy; sleep 0.01; rm ${path}/busy`;
  const { file, noted } = notingScript(path, overlap);
  const relay = await startRelay(t, { NOTIFY_SCRIPT: file });
  const bodies = Array.from({ length: 50 }, (_, i) => `{"n":${i}}`);
  for (const body of bodies) assert.equal((await relay.notify(body)).status, 200);
  await untilIdle(relay);
  assert.deepEqual(noted(), bodies);
  assert.equal(existsSync(join(path, "overlap")), false);
});

test("relay ends a script after 30 s with all that it started, and goes on", async (t) => {
  const path = folder(t);
  const text = `trap '' TERM; sleep 300 & echo $! > ${path}/child; wait; sleep 300`;
  const { file, noted } = notingScript(path, `[ "$payload" = '{"n":1}' ] && { ${text}; }`);
  const relay = await startRelay(t, { NOTIFY_SCRIPT: file });
  await relay.notify('{"n":1}');
  await until("the script runs", () => existsSync(join(path, "child")));
  const begin = performance.now();
  await relay.notify('{"n":2}');
  await untilIdle(relay, 90);
  assert.ok(performance.now() - begin > 29_000);
  assert.deepEqual(noted(), ['{"n":2}']);
  assert.match(relay.log(), /^\S+ \S+ error Cannot deliver #1: timed out after 30 s; /m);
  await untilGone(join(path, "child"));
});

const scripts: [why: string, text: string, failure: string][] = [
  ["fails", "cat > /dev/null; echo why >&2; exit 3", "exit 3"],
  ["is killed", "kill -KILL $$", "killed by SIGKILL"],
  ["leaves 1 MiB of input unread", "exit 4", "exit 4"],
  ["closes its input", "exec <&-; sleep 0.1; exit 5", "exit 5"],
  ["prints without end", "yes | head -c 3000000; exit 6", "exit 6"],
  ["leaves a process behind that holds its output", "sleep 300 & exit 7", "exit 7"],
];

for (const [why, text, failure] of scripts) {
  test(`relay answers 200, logs the failure and goes on when the script ${why}`, async (t) => {
    const path = folder(t);
    const { file, noted } = notingScript(path);
    writeFileSync(
      file,
      `#!/bin/sh\n[ -e ${path}/well ] && exec ${script(path, `cat >> ${path}/later`)}\n${text}\n`,
    );
    const relay = await startRelay(t, { NOTIFY_SCRIPT: file });
    assert.equal((await relay.notify("x".repeat(1024 * 1024))).status, 200);
    await untilIdle(relay);
    assert.match(relay.log(), new RegExp(`^\\S+ \\S+ error Cannot deliver #1: ${failure}; `, "m"));
    assert.equal((await relay.health()).failed, 1);
    writeFileSync(join(path, "well"), "");
    assert.equal((await relay.notify('{"n":2}')).status, 200);
    await untilIdle(relay);
    assert.equal(readFileSync(join(path, "later"), "utf8"), '{"n":2}');
    assert.deepEqual(noted(), []);
  });
}

test("relay logs at most 64 KiB of each stream, and how much it left out", async (t) => {
  const relay = await startRelay(t, {
    NOTIFY_SCRIPT: script(folder(t), "head -c 1000000 /dev/zero | tr '\\0' x"),
  });
  await relay.notify("a");
  await untilIdle(relay);
  assert.match(relay.log(), /^\S+ \S+ info x{65536}$/m);
  assert.match(relay.log(), /^\S+ \S+ info \(934464 more bytes were left out\)$/m);
});

test("relay warns of a script that is missing, serves, and looks for it at each run", async (t) => {
  const path = folder(t);
  const missing = join(path, "script-0.sh");
  const relay = await startRelay(t, { NOTIFY_SCRIPT: missing });
  assert.match(relay.log(), new RegExp(`^\\S+ \\S+ warn .*${missing}.*NOTIFY_SCRIPT`, "m"));
  assert.equal((await relay.notify("a")).status, 200);
  await untilIdle(relay);
  assert.match(relay.log(), /error Cannot deliver #1: cannot start: ENOENT; /);
  writeFileSync(missing, `#!/bin/sh\ncat > ${path}/noted\n`, { mode: 0o755 });
  await relay.notify('{"n":2}');
  await untilIdle(relay);
  assert.equal(readFileSync(join(path, "noted"), "utf8"), '{"n":2}');
});

if (built) {
  test("relay runs `notify` beside its own executable by default", async (t) => {
    const path = folder(t);
    const { file, noted } = notingScript(path);
    renameSync(file, join(path, "notify"));
    copyFileSync(command("relay")[0], join(path, "relay"));
    const relay = await startRelay(t, {}, () => [join(path, "relay")]);
    await relay.notify('{"n":1}');
    await untilIdle(relay);
    assert.deepEqual(noted(), ['{"n":1}']);
  });
}

test("relay gives the script its own environment, but not its token", async (t) => {
  const path = folder(t);
  const token = join(path, "token");
  writeFileSync(token, "tok\n");
  const relay = await startRelay(t, {
    NOTIFY_SCRIPT: script(path, `env > ${path}/env`),
    NOTIFIER_TOKEN_FILE: token,
    CHAT_WEBHOOK_URL: "http://127.0.0.1:1/hook",
  });
  assert.equal((await relay.notify("a", { authorization: "Bearer tok" })).status, 200);
  await untilIdle(relay);
  const env = readFileSync(join(path, "env"), "utf8");
  assert.match(env, /^CHAT_WEBHOOK_URL=http:\/\/127.0.0.1:1\/hook$/m);
  assert.match(env, /^TZ=UTC$/m);
  assert.doesNotMatch(env, /TOKEN/);
});

test("relay tries a failed one again as often as NOTIFIER_RETRIES says", async (t) => {
  const path = folder(t);
  const text = `echo x >> ${path}/tries; [ $(wc -l < ${path}/tries) -ge 2 ]`;
  const relay = await startRelay(t, { NOTIFY_SCRIPT: script(path, text), NOTIFIER_RETRIES: "1" });
  await relay.notify("a");
  await until("the second attempt", () => relay.log().includes("Delivered #1"));
  assert.match(relay.log(), /error Cannot deliver #1: exit 1; attempt 2 follows in 2 s\n/);
  assert.equal((await relay.health()).failed, 0);
});

test("relay --retry-failed hands failed ones back to the running relay, also after a restart", async (t) => {
  const path = folder(t);
  const { file, noted } = notingScript(path, `[ -e ${path}/well ] || exit 1`);
  const env = { NOTIFY_SCRIPT: file, NOTIFIER_STATE_DIR: join(path, "queue"), NOTIFIER_TOKEN: "tok" };
  const before = await startRelay(t, env);
  for (const n of [1, 2]) await before.notify({ n }, { authorization: "Bearer tok" });
  await untilIdle(before);
  assert.equal(await before.stop(), 0);

  const relay = await startRelay(t, env);
  const retry = (more: Record<string, string> = {}) =>
    run(t, "relay", "", { args: ["--retry-failed"], env: { NOTIFIER_PORT: String(relay.port), ...more } });
  assert.equal((await relay.health()).failed, 2);
  writeFileSync(join(path, "well"), "");
  const refused = await retry({ NOTIFIER_TOKEN: "wrong" });
  assert.deepEqual([refused.code, refused.stdout], [1, ""]);
  assert.match(refused.stderr, /^Cannot hand back the failed notifications: .*NOTIFIER_TOKEN\n$/);
  const handed = await retry({ NOTIFIER_TOKEN: "tok" });
  assert.deepEqual(
    [handed.code, handed.stdout, handed.stderr],
    [0, "Handed back 2 failed notifications\n", ""],
  );
  await untilIdle(relay);
  assert.deepEqual(noted(), ['{"n":1}', '{"n":2}']);
  assert.equal((await relay.health()).failed, 0);
  const again = await retry({ NOTIFIER_TOKEN: "tok" });
  assert.equal(again.stdout, "Handed back 0 failed notifications\n");
});

test("relay --retry-failed says in one line that no relay runs, and exits 1", async (t) => {
  const env = { NOTIFIER_PORT: "1" };
  const { code, stdout, stderr } = await run(t, "relay", "", { args: ["--retry-failed"], env });
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(
    stderr,
    /^Cannot hand back the failed notifications: no relay answers on 127\.0\.0\.1:1 .*\n$/,
  );
});
