import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { ask } from "../support/ask.ts";
import { startPlatform } from "../support/platform.ts";

const text = { msg_type: "text", content: { text: "Hello" } };
const card = { header: { title: { tag: "plain_text", content: "Title" } }, elements: [{ tag: "hr" }] };
const long = (bytes: number) => JSON.stringify({ ...text, pad: "" }).replace('""', `"${"x".repeat(bytes)}"`);
const frame = Buffer.byteLength(long(0));

const accepted: [why: string, post: object | string, shown: object][] = [
  ["text", text, { msgType: "text", text: "Hello" }],
  ["a card", { msg_type: "interactive", card }, { msgType: "interactive", card }],
  [
    "rich text",
    {
      msg_type: "post",
      content: {
        post: {
          zh_cn: { title: "T", content: [[{ tag: "text", text: "a" }], [{ tag: "at", user_id: "all" }]] },
        },
      },
    },
    { msgType: "post", text: "T\na\nall" },
  ],
  ["an image", { msg_type: "image", content: { image_key: "img_a" } }, { msgType: "image", text: "img_a" }],
  [
    "a chat",
    { msg_type: "share_chat", content: { share_chat_id: "oc_a" } },
    { msgType: "share_chat", text: "oc_a" },
  ],
  [
    "a signature that nobody asked for",
    { ...text, timestamp: "1", sign: "x" },
    { text: "Hello", signed: true },
  ],
  ["a byte-order mark", `\uFEFF${JSON.stringify(text)}`, { text: "Hello" }],
  ["30 KB", long(30 * 1024 - frame), { bytes: 30 * 1024 }],
];

for (const [why, post, shown] of accepted) {
  test(`a webhook takes ${why}`, async (t) => {
    const platform = await startPlatform(t);
    const { status, headers, body } = await ask("POST", platform.webhook, post);
    assert.deepEqual(
      [status, body],
      [200, { StatusCode: 0, StatusMessage: "success", code: 0, data: {}, msg: "success" }],
    );
    assert.match(headers.get("x-tt-logid") ?? "", /^[0-9a-f]{32}$/);
    const [message, ...rest] = platform.messages();
    assert.partialDeepStrictEqual(message, { kind: "webhook", to: "de…", ...shown });
    assert.deepEqual(rest, []);
  });
}

const refused: [why: string, post: object | string, code: number, msg: RegExp][] = [
  ["what is not JSON", "{msg_type", 9499, /^Bad Request$/],
  ["an empty body", "", 9499, /^Bad Request$/],
  ["a list", [text], 9499, /^Bad Request$/],
  ["no msg_type", { content: { text: "Hello" } }, 19002, /msg_type need/],
  ["an unknown msg_type", { msg_type: "markdown", content: {} }, 19002, /msg_type need/],
  ["a msg_type that is a number", { msg_type: 1 }, 19002, /msg_type need/],
  ["a msg_type that webhooks lack", { msg_type: "file", content: { file_key: "a" } }, 19002, /msg_type need/],
  ["text without content", { msg_type: "text" }, 9499, /fail to parse content/],
  ["text with content that is text", { msg_type: "text", content: "Hello" }, 9499, /fail to parse content/],
  ["text that is a number", { msg_type: "text", content: { text: 1 } }, 9499, /fail to parse content/],
  ["rich text without any", { msg_type: "post", content: { post: {} } }, 9499, /fail to parse content/],
  ["a card under content", { msg_type: "interactive", content: card }, 19002, /unknown card value/],
  [
    "a card in a string",
    { msg_type: "interactive", card: JSON.stringify(card) },
    19002,
    /unknown card value/,
  ],
  [
    "a malformed card",
    { msg_type: "interactive", card: {} },
    11246,
    /ext=ErrCode: 200621; ErrMsg: parse card json err/,
  ],
  ["a body over 30 KB", long(30 * 1024 - frame + 1), 19036, /exceeds the size limit of 30KB/],
];

for (const [why, post, code, msg] of refused) {
  test(`a webhook refuses ${why} with ${code}`, async (t) => {
    const platform = await startPlatform(t);
    const { status, body } = await ask("POST", platform.webhook, post);
    assert.deepEqual([status, body.code, body.data], [200, code, {}]);
    assert.match(String(body.msg), msg);
    assert.deepEqual(platform.messages(), []);
    const [refusal] = platform.refusals();
    assert.deepEqual([refusal?.kind, refusal?.code, refusal?.status], ["webhook", code, 200]);
    assert.equal(refusal?.reason, body.msg);
  });
}

test("an unknown webhook is refused with 19001 whatever it is sent, and its token is not kept", async (t) => {
  const platform = await startPlatform(t);
  const { status, body } = await ask("POST", platform.webhook.replace("demo", "another-token"), "junk");
  assert.deepEqual([status, body.code], [200, 19001]);
  assert.equal(platform.refusals()[0]?.to, "anot…");
  assert.doesNotMatch(JSON.stringify(platform.refusals()), /another-token/);
});

test("several webhooks can exist", async (t) => {
  const platform = await startPlatform(t, { hooks: ["demo", "second-token"] });
  const { body } = await ask("POST", platform.webhook.replace("demo", "second-token"), text);
  assert.equal(body.code, 0);
});

function signed(seconds: number, secret: string): object {
  const sign = createHmac("sha256", `${seconds}\n${secret}`).digest("base64");
  return { ...text, timestamp: String(seconds), sign };
}

test("a webhook with a secret takes what is signed with it", async (t) => {
  const platform = await startPlatform(t, { secret: "a secret" });
  const { body } = await ask("POST", platform.webhook, signed(Math.floor(Date.now() / 1000), "a secret"));
  assert.equal(body.code, 0);
  assert.equal(platform.messages()[0]?.signed, true);
});

test("a webhook with a secret refuses what is unsigned, wrongly signed or stale with 19021", async (t) => {
  const platform = await startPlatform(t, { secret: "a secret" });
  const now = Math.floor(Date.now() / 1000);
  const posts = [
    text,
    signed(now, "another"),
    signed(now - 3_700, "a secret"),
    signed(now + 3_700, "a secret"),
  ];
  for (const post of posts) {
    const { status, body } = await ask("POST", platform.webhook, post);
    assert.deepEqual([status, body.code], [200, 19021]);
  }
  assert.deepEqual(platform.messages(), []);
});
