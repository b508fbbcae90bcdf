import assert from "node:assert/strict";
import { test } from "node:test";
import { conceal } from "../../src/chat/conceal.ts";
import { clockFault, remedy } from "../../src/chat/refusals.ts";

const remedies: [code: number | null, clock: string, expected: RegExp][] = [
  [19_001, "", /CHAT_WEBHOOK_URL/],
  [19_021, "", /CHAT_WEBHOOK_SECRET/],
  [19_021, "The clock is wrong", /^The clock is wrong$/],
  [19_001, "The clock is wrong", /CHAT_WEBHOOK_URL/],
  [19_022, "", /address/],
  [19_024, "", /部署通知/],
  [19_036, "", /too large/],
  [11_232, "", /100 times a minute/],
  [99_991_400, "", /100 times a minute/],
  [12_345, "", /^$/],
  [null, "", /^$/],
];

for (const [code, clock, expected] of remedies) {
  test(`remedy of ${code}${clock && " with a wrong clock"}`, () => {
    assert.match(remedy(code, clock), expected);
  });
}

const now = Date.parse("2025-11-20T09:30:00Z");

const clocks: [why: string, date: string | undefined, expected: string][] = [
  ["no header", undefined, ""],
  ["no date", "yesterday", ""],
  ["the same time", "Thu, 20 Nov 2025 09:29:30 GMT", ""],
  ["ahead", "Thu, 20 Nov 2025 07:25:00 GMT", "This machine's clock is 125 minutes ahead of the platform's"],
  ["behind", "Thu, 20 Nov 2025 10:30:00 GMT", "This machine's clock is 60 minutes behind the platform's"],
  ["too little to matter", "Thu, 20 Nov 2025 10:00:00 GMT", ""],
];

for (const [why, date, expected] of clocks) {
  test(`clockFault: ${why}`, () => {
    assert.equal(clockFault(date, now).split(",")[0], expected);
  });
}

const url = "https://open.feishu.cn/open-apis/bot/v2/hook/0123-4567?key=t0ken";

const concealed: [why: string, text: string, expected: string][] = [
  ["ordinary words", '{"code":19001,"msg":"param invalid"}', '{"code":19001,"msg":"param invalid"}'],
  ["the address", `no ${url}!`, "no ***!"],
  ["its path and query", "POST /open-apis/bot/v2/hook/0123-4567?key=t0ken", "POST ***"],
  ["its token", "token 0123-4567 is deleted", "token *** is deleted"],
  ["a parameter", "key t0ken", "key ***"],
  [
    "an address with escaped slashes",
    "https:\\/\\/open.feishu.cn\\/hook\\/0123-4567",
    "https:\\/\\/open.feishu.cn\\/hook\\/***",
  ],
  ["the secret", "sign of s3cret", "sign of ***"],
  ["several lines and colours", "a\nb\r\n\u001b[31mc\n", "a b ?[31mc"],
  ["words that the path shares", "the bot has no hook", "the bot has no hook"],
];

for (const [why, text, expected] of concealed) {
  test(`conceal: ${why}`, () => {
    assert.equal(conceal(text, { url, secret: "s3cret" }), expected);
  });
}

test("conceal cuts after 500 code points, and cuts no secret in two", () => {
  assert.equal(conceal("🚀".repeat(501), { url, secret: "" }), `${"🚀".repeat(500)}…`);
  assert.equal(conceal(`${"a".repeat(497)}0123-4567`, { url, secret: "" }), `${"a".repeat(497)}***`);
});

test("conceal hides the longer secret first, so that nothing of it is left", () => {
  const hook = "https://open.feishu.cn/open-apis/bot/v2/hook/abcdefgh";
  assert.equal(conceal("token abcdefgh", { url: hook, secret: "abcd" }), "token ***");
});

test("conceal leaves words alone that a very short path would spoil", () => {
  assert.equal(conceal("absolutely", { url: "https://x/ab", secret: "" }), "absolutely");
});

test("conceal hides even a short secret", () => {
  assert.equal(conceal("a xy", { url: "http://127.0.0.1:1/", secret: "xy" }), "a ***");
});

test("conceal without anything secret leaves the text alone", () => {
  assert.equal(conceal("a b", { url: "http://127.0.0.1:1/", secret: "" }), "a b");
});
