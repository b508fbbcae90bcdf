import assert from "node:assert/strict";
import { test } from "node:test";
import { card, field } from "../../src/chat/card.ts";
import { codeBlock, inline } from "../../src/chat/markdown.ts";
import { previewCard } from "../../src/chat/preview.ts";

const fields = [
  field("更新容器", ["admin-web", inline("__a__")].join("\n")),
  field("详情", codeBlock("Creating /admin-web\n```\n<at id=all></at> \u001b[2J **x**\n"), false),
];
const shownCard = card("🚀 部署通知", "green", [
  { tag: "div", fields },
  { tag: "hr" },
  { tag: "markdown", content: "**a** b\u001b[2J" },
]);

test("a card is shown as a person reads it, and nothing in it steers the terminal", () => {
  const expected = `┃ 🚀 部署通知  (green)
┃
┃ 更新容器
┃ admin-web
┃ __a__
┃
┃ 详情
┃   Creating /admin-web
┃   \`\`\`
┃   <at id=all></at> ?[2J **x**
┃ ────────────────────────────────────────
┃ a b?[2J`;
  assert.equal(previewCard(shownCard, false), expected);
});

test("on a terminal the title has the card's colour and labels are bold", () => {
  const lines = previewCard(shownCard, true).split("\n");
  assert.equal(lines[0], "\u001b[32m┃\u001b[0m \u001b[32m\u001b[1m🚀 部署通知\u001b[0m\u001b[0m");
  assert.equal(lines[2], "\u001b[32m┃\u001b[0m \u001b[1m更新容器\u001b[0m");
  assert.equal(lines.at(-1), "\u001b[32m┃\u001b[0m \u001b[1ma\u001b[0m b?[2J");
});
