import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "../support/ask.ts";
import { askToken, newBot } from "../support/bot.ts";
import { startPlatform } from "../support/platform.ts";

const text = { msg_type: "text", content: { text: "Hello" } };

test("a fault spoils as many replies as it says, then all is well", async (t) => {
  const { webhook, origin, messages, refusals } = await startPlatform(t);
  await ask("POST", `${origin}/faults`, { code: 11232, times: 2 });
  const codes = [];
  for (let i = 0; i < 3; i++) codes.push((await ask("POST", webhook, text)).body.code);
  assert.deepEqual(codes, [11232, 11232, 0]);
  assert.equal(messages().length, 1);
  assert.deepEqual(
    refusals().map(({ code, reason }) => [code, reason]),
    [
      [11232, "a fault that was asked for"],
      [11232, "a fault that was asked for"],
    ],
  );
});

const replies: [why: string, fault: object, status: number, body: object | RegExp][] = [
  ["a known code has its text", { code: 19024 }, 200, { code: 19024, data: {}, msg: "Key Words Not Found" }],
  ["an unknown code has the fault's text", { code: 5, msg: "no" }, 200, { code: 5, data: {}, msg: "no" }],
  [
    "a code with a status",
    { code: 9499, httpStatus: 500, msg: "a" },
    500,
    { code: 9499, data: {}, msg: "a" },
  ],
  ["a status alone comes from the gateway, in HTML", { httpStatus: 502 }, 502, /^<html>.*502/],
  ["a body as it is", { body: '{"StatusCode":9499}', httpStatus: 400 }, 400, /^\{"StatusCode":9499\}$/],
  ["a body that is an object", { body: { StatusCode: 0 } }, 200, /^\{"StatusCode":0\}$/],
];

for (const [why, fault, status, body] of replies) {
  test(`a fault of the webhook: ${why}`, async (t) => {
    const { webhook, origin, messages } = await startPlatform(t);
    assert.equal((await ask("POST", `${origin}/faults`, fault)).status, 201);
    const reply = await ask("POST", webhook, text);
    assert.equal(reply.status, status);
    if (body instanceof RegExp) assert.match(reply.text, body);
    else assert.deepEqual(reply.body, body);
    assert.deepEqual(messages(), []);
  });
}

test("a fault of the messaging API has its status, its error and its log", async (t) => {
  const platform = await startPlatform(t);
  const bot = await newBot(platform);
  platform.fault({ code: 230022 });
  const { status, body, headers } = await bot.send();
  assert.deepEqual([status, body.code], [400, 230022]);
  assert.equal((body.error as { log_id: string }).log_id, headers.get("x-tt-logid"));
});

test("a code that the webhook has too is still an error of the messaging API: 400", async (t) => {
  const platform = await startPlatform(t);
  const bot = await newBot(platform);
  platform.fault({ code: 9499, times: 2 });
  assert.equal((await bot.send()).status, 400);
  assert.equal((await ask("POST", platform.webhook, text)).status, 200);
});

test("a rate fault of the gateway is 429 and says when to come again", async (t) => {
  const platform = await startPlatform(t);
  platform.fault({ code: 99991400 });
  platform.fault({ code: 11232, httpStatus: 429, headers: { "x-ogw-ratelimit-reset": "7" } });
  const first = await ask("POST", platform.webhook, text);
  assert.deepEqual([first.status, first.headers.get("x-ogw-ratelimit-reset")], [429, "1"]);
  assert.equal(first.headers.get("x-ogw-ratelimit-limit"), "50");
  const second = await ask("POST", platform.webhook, text);
  assert.deepEqual([second.status, second.headers.get("x-ogw-ratelimit-reset")], [429, "7"]);
});

test("a fault can be for one address only, and the first that fits is taken", async (t) => {
  const platform = await startPlatform(t);
  platform.fault({ code: 230001, path: "/open-apis/im/v1/messages" });
  platform.fault({ code: 10003, path: "/open-apis/auth/" });
  assert.equal((await ask("POST", platform.webhook, text)).body.code, 0);
  assert.equal((await askToken(platform)).body.code, 10003);
  const bot = await newBot(platform);
  assert.deepEqual([(await bot.send()).body.code, (await bot.send()).body.code], [230001, 0]);
});

test("a stalled reply comes late, and its message arrives at once", async (t) => {
  const platform = await startPlatform(t);
  platform.fault({ delayMs: 300 });
  const before = performance.now();
  const { body } = await ask("POST", platform.webhook, text);
  assert.ok(performance.now() - before >= 290);
  assert.deepEqual([body.code, platform.messages().length], [0, 1]);
});

test("a connection cut before the reply is reset, and nothing arrives", async (t) => {
  const platform = await startPlatform(t);
  platform.fault({ reset: "before" });
  await assert.rejects(ask("POST", platform.webhook, text), { message: "fetch failed" });
  assert.deepEqual(platform.messages(), []);
  assert.partialDeepStrictEqual(platform.refusals(), [
    { status: 0, code: 0, reason: "connection cut before the reply, as asked for" },
  ]);
  assert.equal((await ask("POST", platform.webhook, text)).body.code, 0);
});

test("a connection cut in the middle has given its status and half a body, and the message arrived", async (t) => {
  const platform = await startPlatform(t);
  platform.fault({ reset: "middle" });
  const reply = await fetch(platform.webhook, { method: "POST", body: JSON.stringify(text) });
  assert.equal(reply.status, 200);
  await assert.rejects(reply.text());
  assert.equal(platform.messages().length, 1);
});

test("a message can arrive though its sender is told that it failed, and its uuid keeps it single", async (t) => {
  const platform = await startPlatform(t);
  const bot = await newBot(platform);
  platform.fault({ httpStatus: 500, delivered: true });
  assert.equal((await bot.send({ uuid: "once" })).status, 500);
  assert.equal((await bot.send({ uuid: "once" })).body.code, 0);
  assert.equal(platform.messages().length, 1);
});

test("a fault may stand at the bounds of its numbers", async (t) => {
  const { origin } = await startPlatform(t);
  const lowest = { code: -1e9, httpStatus: 200, delayMs: 0, times: 1 };
  const highest = { code: 1e9, httpStatus: 599, delayMs: 600_000, times: 1_000_000 };
  for (const fault of [lowest, highest]) {
    assert.equal((await ask("POST", `${origin}/faults`, fault)).status, 201);
  }
});

test("faults are listed, and cleared together", async (t) => {
  const { webhook, origin } = await startPlatform(t);
  await ask("POST", `${origin}/faults`, { code: 5, times: 100 });
  const list = JSON.parse((await ask("GET", `${origin}/faults`)).text);
  assert.partialDeepStrictEqual(list, [{ code: 5, times: 100 }]);
  assert.equal((await ask("DELETE", `${origin}/faults`)).status, 200);
  assert.equal((await ask("POST", webhook, text)).body.code, 0);
});

const wrong: [why: string, fault: object | string, error: RegExp][] = [
  ["not JSON", "{", /it is not a JSON object/],
  ["a list", [], /it is not a JSON object/],
  ["nothing", {}, /at least one of code, httpStatus, delayMs, body and reset/],
  ["only a number of times", { times: 2 }, /at least one of/],
  ["an unknown key", { status: 500 }, /"status" is no key of a fault; there are code, msg, httpStatus/],
  ["a code in words", { code: "11232" }, /code must be a whole number/],
  ["a broken code", { code: 1.5 }, /code must be a whole number/],
  ["a status out of range", { httpStatus: 600 }, /httpStatus must be a whole number from 200 to 599/],
  ["an informational status", { httpStatus: 100 }, /httpStatus must be/],
  ["a negative delay", { delayMs: -1 }, /delayMs must be a whole number from 0 to 600000/],
  ["no times", { code: 1, times: 0 }, /times must be a whole number from 1 to/],
  ["a text that is a number", { code: 1, msg: 1 }, /msg must be a string/],
  [
    "a path elsewhere",
    { code: 1, path: "/messages" },
    /path must be a string that starts with \/open-apis\//,
  ],
  ["a header with a line break", { code: 1, headers: { a: "b\r\nc: d" } }, /headers must be/],
  ["a header name with a space", { code: 1, headers: { "a b": "c" } }, /headers must be/],
  ["a header that is a number", { code: 1, headers: { a: 1 } }, /headers must be/],
  ["a body that is a number", { body: 1 }, /body must be a string or an object/],
  ["another reset", { reset: "after" }, /reset must be "before" or "middle"/],
  ["delivered in words", { code: 1, delivered: "yes" }, /delivered must be true or false/],
];

for (const [why, fault, error] of wrong) {
  test(`a fault is refused with 400: ${why}`, async (t) => {
    const { webhook, origin } = await startPlatform(t);
    const { status, body } = await ask("POST", `${origin}/faults`, fault);
    assert.equal(status, 400);
    assert.match(String(body.error), error);
    assert.match(String(body.error), /^Cannot add the fault: /);
    assert.equal((await ask("POST", webhook, text)).body.code, 0);
  });
}
