import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { type Bot, receiverOf } from "../../src/chat/bot.ts";
import { card } from "../../src/chat/card.ts";
import { deliver } from "../../src/chat/deliver.ts";
import { startPlatform } from "../support/platform.ts";

const letter = {
  card: card("title", "green", [{ tag: "markdown", content: "words" }]),
  plain: () => "plain",
  bare: () => "bare",
};

async function newBot(t: TestContext) {
  const platform = await startPlatform(t);
  const { api, app } = platform;
  const cache = { read: () => null, write: () => {}, drop: () => {} };
  const bot: Bot = {
    ...{ api, appId: app.id, appSecret: app.secret, cache, proxy: false, deadline: 10_000 },
    onReply: () => {},
  };
  return { platform, bot };
}

/** Within a ten-second window. */
const now = 1_700_000_000_000;

const twice: [why: string, receiver: string, identity: string[], at: number, rings: number][] = [
  ["the same within ten seconds", "ou_ada", ["s", "stop", "words"], now + 9_999, 1],
  ["the same ten seconds later", "ou_ada", ["s", "stop", "words"], now + 10_000, 2],
  ["another receiver", "ou_lin", ["s", "stop", "words"], now, 2],
  ["another identity", "ou_ada", ["s", "stop", "other words"], now, 2],
  ["an identity whose parts are cut elsewhere", "ou_ada", ["s", "stopw", "ords"], now, 2],
];

for (const [why, receiver, identity, at, rings] of twice) {
  test(`a letter and ${why} ring ${rings === 1 ? "once" : "twice"}`, async (t) => {
    const { platform, bot } = await newBot(t);
    await deliver(bot, ["ou_ada"], letter, ["s", "stop", "words"], now);
    const [delivery] = await deliver(bot, [receiver], letter, identity, at);
    assert.deepEqual([delivery?.sent.ok, platform.messages().length], [true, rings]);
  });
}

test("a letter that became plain text rings once too", async (t) => {
  const { platform, bot } = await newBot(t);
  for (let times = 2; times > 0; times--) {
    platform.fault({ code: 230099, httpStatus: 400, path: "/open-apis/im/" });
    await deliver(bot, ["ou_ada"], letter, ["s"], now);
  }
  assert.deepEqual(
    platform.messages().map(({ text }) => text),
    ["plain"],
  );
});

const forms: [id: string, type: string][] = [
  ["ou_1", "open_id"],
  ["on_1", "union_id"],
  ["oc_1", "chat_id"],
  ["ada@example.com", "email"],
  ["ou_1@example.com", "email"],
  ["f3a2", "user_id"],
];

for (const [id, type] of forms)
  test(`${id} names a receiver by its ${type}`, () => assert.deepEqual(receiverOf(id), { id, type }));
