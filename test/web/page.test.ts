import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { pageReply } from "../../src/web/page.ts";

const { headers = {}, body } = pageReply("/open-apis/bot/v2/hook/demo");
const html = String(body);
const policy = headers["content-security-policy"] ?? "";

for (const tag of ["script", "style"]) {
  test(`the page's only ${tag} is the one whose hash its policy allows`, () => {
    const found = [...html.matchAll(new RegExp(`<${tag}[^>]*>([^]*?)</${tag}>`, "g"))];
    assert.equal(found.length, 1);
    const hash = createHash("sha256")
      .update(found[0]?.[1] ?? "")
      .digest("base64");
    assert.match(policy, new RegExp(`${tag}-src 'sha256-${RegExp.escape(hash)}'(;|$)`));
  });
}

test("the page may load nothing, send its forms nowhere, and stand in no frame", () => {
  for (const rule of [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]) {
    assert.ok(policy.split("; ").includes(rule), rule);
  }
  assert.doesNotMatch(policy, /unsafe|https?:|\*/);
});

test("the page refers to nothing outside itself and has no handlers in its markup", () => {
  assert.doesNotMatch(html, /https?:\/\/|\bsrc=|\bhref=|<link|@import|url\(/);
  assert.doesNotMatch(html, /<[^>]*\s(on\w+|style)=/);
});

test("the page never makes markup of text", () => {
  assert.doesNotMatch(html, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function/);
});

test("the empty page says what to do", () => {
  assert.match(html, /Nothing has arrived yet/);
  assert.match(html, /CHAT_WEBHOOK_URL/);
  assert.match(html, /<span class="origin"><\/span>\/open-apis\/bot\/v2\/hook\/demo/);
});

test("the webhook's path is escaped", () => {
  const { body: other } = pageReply(`/<script>"'&`);
  assert.ok(String(other).includes("/&#60;script&#62;&#34;&#39;&#38;"));
});
