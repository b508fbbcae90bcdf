import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { folder } from "./support/folder.ts";
import { type Relay, startRelay, untilIdle } from "./support/relay.ts";
import { hangingScript, notingScript } from "./support/script.ts";
import { until } from "./support/until.ts";

const crashes = 50;
const senders = 8;

test(`relay delivers every notification that it accepted, over ${crashes} crashes under load`, async (t) => {
  const path = folder(t);
  const { file, noted } = notingScript(path);
  const env = { NOTIFY_SCRIPT: file, NOTIFIER_STATE_DIR: join(path, "queue") };
  const accepted: string[] = [];
  for (let crash = 0; crash < crashes; crash++) {
    const relay = await startRelay(t, env);
    const load = Array.from({ length: senders }, (_, sender) => post(relay, `${crash}-${sender}`, accepted));
    // From the first answers to the middle of the deliveries.
    await sleep(Math.random() * 60);
    await relay.stop("SIGKILL");
    await Promise.all(load);
  }
  const relay = await startRelay(t, env);
  await untilIdle(relay, 120);
  const delivered = new Set(noted());
  const lost = accepted.filter((payload) => !delivered.has(payload));
  assert.deepEqual(lost, []);
  assert.ok(accepted.length > crashes, `${accepted.length} were accepted`);
  assert.equal((await relay.health()).failed, 0);
});

/** Posts up to 6 notifications, one after the other, until the relay is gone; remembers those answered with 200. */
async function post(relay: Relay, sender: string, accepted: string[]): Promise<void> {
  for (let i = 0; i < 6; i++) {
    const payload = `{"n":"${sender}-${i}"}`;
    const answer = await relay.notify(payload).catch(() => null);
    if (answer === null) return;
    if (answer.status === 200) accepted.push(payload);
  }
}

test("relay delivers what was running when it was killed", async (t) => {
  const path = folder(t);
  const env = { NOTIFIER_STATE_DIR: join(path, "queue") };
  const before = await startRelay(t, { ...env, NOTIFY_SCRIPT: hangingScript(path) });
  await before.notify('{"n":1}');
  await before.notify('{"n":2}');
  await until("the first runs", async () => (await before.health()).running === 1);
  await before.stop("SIGKILL");

  const { file, noted } = notingScript(path);
  const relay = await startRelay(t, { ...env, NOTIFY_SCRIPT: file });
  await untilIdle(relay);
  assert.deepEqual(noted(), ['{"n":1}', '{"n":2}']);
});
