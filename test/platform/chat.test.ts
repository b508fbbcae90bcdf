import assert from "node:assert/strict";
import { test } from "node:test";
import { addArrival, addRefusal, clearChat, emptyChat, kept } from "../../src/platform/chat.ts";
import { ask } from "../support/ask.ts";
import { newBot } from "../support/bot.ts";
import { startPlatform } from "../support/platform.ts";

const text = { msg_type: "text", content: { text: "Hello" } };
const sighting = { kind: "webhook", to: "de…", msgType: "text", bytes: 1, signed: false } as const;

test("GET /messages gives what arrived, oldest first, and DELETE clears it with the refusals", async (t) => {
  const { webhook, origin } = await startPlatform(t);
  await ask("POST", webhook, text);
  await ask("POST", webhook, { msg_type: "text", content: { text: "Again" } });
  await ask("POST", webhook, "junk");
  const messages = JSON.parse((await ask("GET", `${origin}/messages`)).text);
  assert.partialDeepStrictEqual(messages, [
    { id: 1, kind: "webhook", to: "de…", msgType: "text", text: "Hello", bytes: 46, signed: false },
    { id: 2, text: "Again" },
  ]);
  assert.equal(new Date(messages[0].time).toISOString(), messages[0].time);
  const refusals = JSON.parse((await ask("GET", `${origin}/refusals`)).text);
  assert.partialDeepStrictEqual(refusals, [
    { id: 3, status: 200, code: 9499, reason: "Bad Request", bytes: 4 },
  ]);

  assert.deepEqual((await ask("DELETE", `${origin}/messages`)).body, { ok: true });
  assert.equal((await ask("GET", `${origin}/messages`)).text, "[]");
  assert.equal((await ask("GET", `${origin}/refusals`)).text, "[]");
});

test("clearing the chat does not make the platform forget a uuid", async (t) => {
  const platform = await startPlatform(t);
  const bot = await newBot(platform);
  await bot.send({ uuid: "once" });
  await ask("DELETE", `${platform.origin}/messages`);
  await bot.send({ uuid: "once" });
  assert.deepEqual(platform.messages(), []);
});

test("neither the whole webhook token nor a bearer token can be read back", async (t) => {
  const platform = await startPlatform(t, { hooks: ["a-long-webhook-token"] });
  const bot = await newBot(platform);
  await bot.send();
  await bot.send({ receive_id: "ou_other_app" });
  await ask("POST", platform.webhook, text);
  await ask("POST", platform.webhook, "junk");
  for (const path of ["/messages", "/refusals"]) {
    const { text: seen } = await ask("GET", platform.origin + path);
    assert.ok(!seen.includes("a-long-webhook-token") && !seen.includes(bot.token), seen);
  }
});

test("DELETE /tokens makes issued tokens invalid", async (t) => {
  const platform = await startPlatform(t);
  const bot = await newBot(platform);
  assert.equal((await ask("DELETE", `${platform.origin}/tokens`)).status, 200);
  assert.equal((await bot.send()).body.code, 99991663);
});

test("the newest messages and refusals are kept, each up to the bound", () => {
  const chat = emptyChat(0);
  for (let i = 0; i < kept + 5; i++) {
    addArrival(chat, 0, { ...sighting, text: String(i) });
    addRefusal(chat, 0, { ...sighting, status: 200, code: i, reason: "" });
  }
  assert.deepEqual([chat.arrivals.length, chat.refusals.length], [kept, kept]);
  assert.deepEqual([chat.arrivals[0]?.text, chat.refusals[0]?.code], ["5", 5]);
});

test("a cleared chat is another one to its readers, and goes on counting", () => {
  const chat = emptyChat(1_000);
  addArrival(chat, 0, { ...sighting, text: "a" });
  clearChat(chat);
  addArrival(chat, 0, { ...sighting, text: "b" });
  assert.deepEqual([chat.epoch, chat.arrivals[0]?.id], [1_001, 2]);
});

test("each request is told in one line, without text of the message or secrets", async (t) => {
  const platform = await startPlatform(t);
  await ask("POST", platform.webhook, text);
  await ask("POST", platform.webhook, "junk");
  platform.fault({ code: 1 });
  await ask("POST", platform.webhook, text);
  await newBot(platform);
  assert.deepEqual(platform.told(), [
    "info received webhook text for de… (46 bytes)",
    "warn refused webhook for de… (4 bytes): 9499 Bad Request",
    "warn spoiled webhook text for de… (46 bytes): a fault that was asked for",
    "info answered token for cli_sandbox (58 bytes)",
  ]);
});
