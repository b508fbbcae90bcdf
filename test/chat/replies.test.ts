import assert from "node:assert/strict";
import { test } from "node:test";
import { adviceOn, type Cure, cureOf } from "../../src/chat/replies.ts";

const nobodyKnows = /^$/;

const codes: [code: number | null, meaning: string, cure: Cure, advice: RegExp][] = [
  [10_003, "a malformed application id or secret", "final", /run hook setup$/],
  [10_014, "a wrong secret", "final", /secret is wrong.*凭证与基础信息.*run hook setup$/],
  [11_310, "too many elements", "content", /debug log/],
  [100_290, "a bad mention", "content", /debug log/],
  [200_570, "a bad image key", "content", /debug log/],
  [200_621, "a card that is no JSON", "content", /debug log/],
  [200_861, "a tag of version 2", "content", /debug log/],
  [230_001, "an invalid parameter", "content", /receiver's id may be wrong.*hook lookup <email>/],
  [230_002, "a bot that is not in the chat", "final", /not in that chat.*群设置 > 群机器人/],
  [230_006, "an application without a bot", "final", /添加应用能力 > 机器人.*publish/],
  [
    230_013,
    "a person outside of the availability",
    "final",
    /版本管理与发布 > 可用范围.*publish.*one message/,
  ],
  [230_017, "what only the owner may do", "final", /owner/],
  [230_018, "what the chat's settings forbid", "final", /settings.*owner/],
  [230_019, "a topic that is gone", "final", /topic does not exist/],
  [230_020, "too many messages", "wait", /again in a minute/],
  [230_022, "sensitive words", "words", /project's name/],
  [230_025, "a message that is too long", "content", /maxChars/],
  [230_027, "a lacking permission", "final", /im:message:send_as_bot.*publish/],
  [230_028, "data protection", "words", /data protection.*project's name/],
  [230_029, "a person who has left", "final", /left the company.*HOOK_OPEN_ID/],
  [230_034, "a receiver's id that is not valid", "final", /not valid.*hook lookup <email>/],
  [230_035, "a person who blocked the bot", "final", /blocked the bot/],
  [230_036, "what the platform does not explain", "final", nobodyKnows],
  [230_038, "another company", "final", /another company/],
  [230_049, "a message that is being sent", "wait", /still busy/],
  [230_053, "a person who stopped the messages", "final", /stopped the bot's messages.*allow them/],
  [230_054, "what the platform does not explain", "final", nobodyKnows],
  [230_055, "what the platform does not explain", "final", nobodyKnows],
  [230_075, "what the platform does not explain", "final", nobodyKnows],
  [230_099, "a card that cannot be made", "content", /debug log/],
  [230_101, "messages to people that are off for a while", "wait", /does not deliver to people/],
  [232_009, "a chat that was dissolved", "final", /dissolved.*HOOK_OPEN_ID/],
  [99_991_400, "the gateway's limit", "wait", /again in a minute/],
  [99_991_401, "an address that is not on the list", "final", /安全设置 > IP 白名单/],
  [99_991_543, "an application that does not exist", "final", /HOOK_APP_ID.*MESSAGING_API.*larksuite/],
  [99_991_661, "a missing token", "token", /even a new token/],
  [99_991_662, "a disabled application", "final", /disabled: enable it/],
  [99_991_663, "an invalid tenant token", "token", /even a new token/],
  [99_991_664, "an invalid application token", "token", /even a new token/],
  [99_991_665, "an invalid token of a company", "token", /even a new token/],
  [99_991_668, "an invalid token", "token", /even a new token/],
  [99_991_671, "a token of another form", "token", /even a new token/],
  [99_991_672, "a missing scope", "final", /im:message:send_as_bot and contact:user\.id:readonly.*publish/],
  [99_991_673, "an application that cannot be used", "final", /disabled: enable it/],
  [99_991_677, "a token that has ended", "token", /even a new token/],
  [99_992_351, "an open id that does not exist", "final", /does not exist.*hook lookup <email>/],
  [
    99_992_361,
    "another application's open id",
    "final",
    /belongs to another application.*hook lookup <email>/,
  ],
  [99_992_402, "a field that is not as it must be", "final", /not as it must be.*hook lookup <email>/],
  [4_242, "a code that nobody knows", "final", nobodyKnows],
  [0, "no fault", "final", nobodyKnows],
  [null, "no code at all", "final", nobodyKnows],
];

for (const [code, meaning, cure, advice] of codes) {
  test(`${code}, ${meaning}: ${cure}, and what a person can do`, () => {
    assert.equal(cureOf(code), cure);
    assert.match(adviceOn(code, {}), advice);
    assert.doesNotMatch(adviceOn(code, {}), /\n/);
  });
}

const page = "https://open.feishu.cn/app/cli_a/auth?q=im:message";
const subject = (name: unknown) => ({ type: "action_privilege_required", subject: name });

const scopes: [why: string, error: unknown, expected: RegExp][] = [
  [
    "one scope and the page",
    { permission_violations: [subject("im:message")], helps: [{ url: page }] },
    /^The application lacks im:message: request it at https:\/\/open\.feishu\.cn\/app\/cli_a\/auth\?q=im:message and publish a version$/,
  ],
  [
    "scopes of which one is enough",
    { permission_violations: [subject("im:message"), subject("im:message:send")], helps: [{ url: page }] },
    /lacks im:message or im:message:send: request it at https/,
  ],
  [
    "several pages, of which the first is named",
    { permission_violations: [subject("im:message")], helps: [{ url: page }, { url: "https://other" }] },
    /request it at https:\/\/open\.feishu\.cn\/\S+ and publish/,
  ],
  [
    "scopes alone",
    { permission_violations: [subject("im:message")] },
    /^The application lacks im:message: request it at the developer console and/,
  ],
  ["the page alone", { helps: [{ url: page }] }, /^The application lacks a permission: request it at https/],
  [
    "members that are not as they must be",
    {
      permission_violations: [null, "im", subject(5), subject(""), subject("im:message")],
      helps: [[], { url: null }, { url: page }],
    },
    /^The application lacks im:message: request it at https/,
  ],
  [
    "nothing that can be used",
    { permission_violations: "im", helps: {} },
    /request im:message:send_as_bot and/,
  ],
  ["an error that is no object", "denied", /request im:message:send_as_bot and/],
];

for (const [why, error, expected] of scopes) {
  test(`a missing scope is told by what the reply names: ${why}`, () => {
    const body = JSON.parse(JSON.stringify({ code: 99_991_672, msg: "Access denied", error }));
    assert.match(adviceOn(99_991_672, body), expected);
  });
}

test("what a reply says of scopes has no part in the advice on another code", () => {
  const body = { error: { permission_violations: [subject("im:message")], helps: [{ url: page }] } };
  const told = JSON.parse(JSON.stringify(body));
  assert.equal(adviceOn(230_013, told), adviceOn(230_013, {}));
});
