import assert from "node:assert/strict";
import { test } from "node:test";
import { judgeMessage } from "../../src/platform/message.ts";
import { newPlatform } from "../../src/platform/platform.ts";
import { newBot } from "../support/bot.ts";
import { startPlatform } from "../support/platform.ts";

const card = { header: { title: { tag: "plain_text", content: "Title" } }, elements: [{ tag: "hr" }] };
const json = (value: unknown) => JSON.stringify(value);
const textOf = (bytes: number) => json({ text: "x".repeat(bytes - json({ text: "" }).length) });
const cardOf = (bytes: number) => {
  const small = json({ elements: [{ tag: "markdown", content: "" }] });
  return small.replace('""', `"${"x".repeat(bytes - small.length)}"`);
};

test("a message is answered with its id, its chat and its time", async (t) => {
  const platform = await startPlatform(t);
  const bot = await newBot(platform);
  const { status, headers, body } = await bot.send({ msg_type: "interactive", content: json(card) });
  assert.deepEqual([status, body.code, body.msg], [200, 0, "success"]);
  const { message_id: id, create_time: time, ...rest } = body.data as Record<string, unknown>;
  assert.match(String(id), /^om_[0-9a-f]{32}$/);
  assert.match(String(time), /^\d{13}$/);
  assert.partialDeepStrictEqual(rest, {
    chat_id: "oc_with_ada",
    msg_type: "interactive",
    sender: { id: "cli_sandbox", id_type: "app_id", sender_type: "app" },
    body: { content: json(card) },
  });
  assert.match(headers.get("x-tt-logid") ?? "", /^[0-9a-f]{32}$/);
  assert.partialDeepStrictEqual(platform.messages(), [
    { kind: "im", to: "ou_ada", msgType: "interactive", card, messageId: id, signed: false },
  ]);
});

const taken: [why: string, type: string, changes: object][] = [
  ["a union id", "union_id", { receive_id: "on_ada" }],
  ["a user id", "user_id", { receive_id: "ada" }],
  ["an address", "email", { receive_id: "ada@example.com" }],
  ["the bot's group", "chat_id", { receive_id: "oc_sandbox" }],
  ["rich text", "open_id", { msg_type: "post", content: json({ zh_cn: { title: "T", content: [] } }) }],
  ["a file", "open_id", { msg_type: "file", content: json({ file_key: "file_a" }) }],
  ["150 KB of text", "open_id", { content: textOf(150 * 1024) }],
  ["30 KB of card", "open_id", { msg_type: "interactive", content: cardOf(30 * 1024) }],
  [
    "a person in a card by their address",
    "open_id",
    {
      msg_type: "interactive",
      content: json({ elements: [{ tag: "markdown", content: "<at email=ada@example.com></at>" }] }),
    },
  ],
  ["a uuid of 50 characters", "open_id", { uuid: "u".repeat(50) }],
];

for (const [why, type, changes] of taken) {
  test(`a message is taken: ${why}`, async (t) => {
    const platform = await startPlatform(t);
    const { status, body } = await (await newBot(platform)).send(changes, type);
    assert.deepEqual([status, body.code, platform.messages().length], [200, 0, 1]);
  });
}

const refused: [why: string, type: string, changes: object, code: number, msg: RegExp][] = [
  ["no kind of receiver", "", {}, 99992402, /field validation failed/],
  ["an unknown kind of receiver", "phone", {}, 99992402, /field validation failed/],
  ["no receiver", "open_id", { receive_id: undefined }, 99992402, /field validation failed/],
  ["no msg_type", "open_id", { msg_type: "" }, 99992402, /field validation failed/],
  ["no content", "open_id", { content: undefined }, 99992402, /field validation failed/],
  ["content that is an object", "open_id", { content: { text: "a" } }, 99992402, /field validation failed/],
  ["a uuid of 51 characters", "open_id", { uuid: "u".repeat(51) }, 99992402, /field validation failed/],
  ["a uuid that is a number", "open_id", { uuid: 1 }, 99992402, /field validation failed/],
  ["an address that nobody has", "email", { receive_id: "x@example.com" }, 99992402, /field validation/],
  ["an unknown open id", "open_id", { receive_id: "ou_x" }, 99992351, /Invalid ids: \[ou_x\]/],
  ["an unknown union id", "union_id", { receive_id: "on_x" }, 99992351, /Invalid ids/],
  ["a union id as an open id", "open_id", { receive_id: "on_ada" }, 99992351, /Invalid ids/],
  ["another app's open id", "open_id", { receive_id: "ou_other_app" }, 99992361, /^open_id cross app$/],
  ["who is out of the app's range", "open_id", { receive_id: "ou_unavailable" }, 230013, /NO availability/],
  ["who has resigned", "open_id", { receive_id: "ou_resigned" }, 230029, /resigned/],
  ["who has stopped the bot", "open_id", { receive_id: "ou_stopped" }, 230053, /stopped the bot/],
  ["a group without the bot", "chat_id", { receive_id: "oc_x" }, 230002, /outside the group/],
  ["an open id as a chat", "chat_id", { receive_id: "ou_ada" }, 230001, /ext=invalid receive_id/],
  ["an unknown msg_type", "open_id", { msg_type: "card" }, 230001, /ext=invalid msg_type/],
  ["content that is not JSON", "open_id", { content: "Hello" }, 230001, /not a string in json format/],
  ["content that is a list in JSON", "open_id", { content: "[]" }, 230001, /not a json object/],
  ["text without text", "open_id", { content: "{}" }, 230001, /invalid content of msg_type text/],
  ["text over 150 KB", "open_id", { content: textOf(150 * 1024 + 1) }, 230025, /reaches its limit/],
  [
    "a card over 30 KB",
    "open_id",
    { msg_type: "interactive", content: cardOf(30 * 1024 + 1) },
    230025,
    /limit/,
  ],
  ["a malformed card", "open_id", { msg_type: "interactive", content: "{}" }, 230099, /ext=ErrCode: 200621;/],
  [
    "a card with an image by its address",
    "open_id",
    {
      msg_type: "interactive",
      content: json({ elements: [{ tag: "markdown", content: "![a](http://b)" }] }),
    },
    230099,
    /ext=ErrCode: 200570; ErrMsg: card contains invalid image keys; ErrorValue: image key http:\/\/b; $/,
  ],
  [
    "a card with an unknown person",
    "open_id",
    {
      msg_type: "interactive",
      content: json({ elements: [{ tag: "markdown", content: "<at id=x></at>" }] }),
    },
    230099,
    /ext=ErrCode: 100290; ErrMsg: There is an invalid user resource\(at\/person\) in your card;/,
  ],
];

for (const [why, type, changes, code, msg] of refused) {
  test(`a message is refused with ${code}: ${why}`, async (t) => {
    const platform = await startPlatform(t);
    const { status, body } = await (await newBot(platform)).send(changes, type);
    assert.deepEqual([status, body.code], [400, code]);
    assert.match(String(body.msg), msg);
    assert.deepEqual(platform.messages(), []);
    assert.deepEqual([platform.refusals()[0]?.kind, platform.refusals()[0]?.reason], ["im", body.msg]);
  });
}

test("a message that is not JSON is refused with 9499", async (t) => {
  const bot = await newBot(await startPlatform(t));
  const { status, body } = await bot.post("/im/v1/messages?receive_id_type=open_id", "{");
  assert.deepEqual([status, body.code], [400, 9499]);
});

test("a field that is missing is named", async (t) => {
  const bot = await newBot(await startPlatform(t));
  const violations = async (changes: object, type?: string) =>
    ((await bot.send(changes, type)).body.error as { field_violations: object[] }).field_violations;
  assert.deepEqual(await violations({ content: undefined }), [
    { field: "content", description: "content is required" },
  ]);
  assert.deepEqual(await violations({}, ""), [
    { field: "receive_id_type", description: "receive_id_type is required" },
  ]);
});

test("a uuid arrives once in an hour, and is answered with the same message each time", async (t) => {
  const platform = await startPlatform(t);
  platform.freeze();
  const bot = await newBot(platform);
  const first = await bot.send({ uuid: "once" });
  const again = await bot.send({ uuid: "once", content: json({ text: "other" }) });
  assert.deepEqual(again.body, first.body);
  assert.deepEqual(
    platform.messages().map(({ uuid }) => uuid),
    ["once"],
  );
  assert.notDeepEqual((await bot.send({ uuid: "another" })).body.data, first.body.data);
  assert.equal(platform.messages().length, 2);
  platform.pass(3_600_000);
  assert.notDeepEqual((await bot.send({ uuid: "once" })).body.data, first.body.data);
  assert.equal(platform.messages().length, 3);
});

test("a uuid whose message was refused can be used again", async (t) => {
  const platform = await startPlatform(t);
  const bot = await newBot(platform);
  assert.equal((await bot.send({ uuid: "once", content: "bad" })).body.code, 230001);
  assert.equal((await bot.send({ uuid: "once" })).body.code, 0);
  assert.equal(platform.messages().length, 1);
});

test("a uuid is forgotten after its hour, so that memory does not grow", () => {
  let now = 0;
  const platform = newPlatform({}, () => now);
  const send = (uuid: string) =>
    judgeMessage(
      platform,
      "receive_id_type=open_id",
      Buffer.from(json({ receive_id: "ou_ada", msg_type: "text", content: json({ text: "a" }), uuid })),
    );
  send("first");
  send("second");
  assert.equal(platform.answered.size, 2);
  now = 3_600_000;
  send("third");
  assert.deepEqual([...platform.answered.keys()], ["third"]);
});

test("with the platform's limits a sixth message of a second to one person is refused with 230020", async (t) => {
  const platform = await startPlatform(t, { rate: true });
  platform.freeze();
  const bot = await newBot(platform);
  for (let i = 0; i < 5; i++) assert.equal((await bot.send()).body.code, 0);
  const { status, body } = await bot.send();
  assert.deepEqual([status, body.code], [400, 230020]);
  assert.equal((await bot.send({ receive_id: "ou_lin" })).body.code, 0);
});
