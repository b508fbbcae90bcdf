import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../src/json/parse.ts";
import { cardView } from "../../src/web/card.ts";
import { el, type View, viewText } from "../../src/web/view.ts";

const plain = (content: string) => ({ tag: "plain_text", content });
const md = (content: string) => ({ tag: "lark_md", content });
const body = (...views: View[]) => el("div", "card", el("div", "body", ...views));

const rows: [why: string, card: JsonObject, expected: View][] = [
  [
    "a header with its colour",
    { header: { title: plain("**T** <b>"), template: "green" }, elements: [] },
    el("div", "card shade-green", el("h2", "", "**T** <b>"), el("div", "body")),
  ],
  [
    "a header whose colour is none",
    { header: { title: plain("T"), template: "x onload=alert(1)" }, elements: [] },
    el("div", "card", el("h2", "", "T"), el("div", "body")),
  ],
  [
    "fields, short ones beside each other",
    {
      elements: [
        {
          tag: "div",
          fields: [
            { is_short: true, text: md("**a**") },
            { is_short: false, text: plain("**b**") },
          ],
        },
      ],
    },
    body(el("div", "fields", el("div", "field short", el("strong", "", "a")), el("div", "field", "**b**"))),
  ],
  [
    "text and fields in one element",
    { elements: [{ tag: "div", text: plain("a"), fields: [{ text: plain("b") }] }] },
    body(el("div", "fields", el("div", "field", "a"), el("div", "field", "b"))),
  ],
  [
    "markdown and a rule",
    { elements: [{ tag: "markdown", content: "*a*" }, { tag: "hr" }] },
    body(el("div", "text", el("em", "", "a")), el("hr", "")),
  ],
  [
    "an image by what it says",
    { elements: [{ tag: "img", img_key: "img_a", alt: plain("Alt") }] },
    body(el("div", "image", "🖼 Alt")),
  ],
  [
    "a note",
    { elements: [{ tag: "note", elements: [plain("a")] }] },
    body(el("div", "note", el("span", "", "a"))),
  ],
  [
    "a button, which does nothing",
    { elements: [{ tag: "action", actions: [{ tag: "button", text: plain("Open"), url: "http://b" }] }] },
    body(el("div", "actions", el("span", "button", "Open"))),
  ],
  [
    "columns",
    { elements: [{ tag: "column_set", columns: [{ tag: "column", elements: [{ tag: "hr" }] }] }] },
    body(el("div", "columns", el("div", "column", el("hr", "")))),
  ],
  ["JSON 2.0", { schema: "2.0", body: { elements: [{ tag: "hr" }] } }, body(el("hr", ""))],
  [
    "an element that is not drawn",
    { elements: [{ tag: "constructor" }] },
    body(el("div", "note", "(constructor: not drawn here)")),
  ],
];

for (const [why, card, expected] of rows) {
  test(`a card is drawn: ${why}`, () => {
    assert.deepEqual(cardView(card), expected);
  });
}

test("text that looks like HTML stays text wherever it stands in a card", () => {
  const evil = "<img src=x onerror=stop>";
  const card = {
    header: { title: plain(evil) },
    elements: [
      { tag: "div", text: md(evil), fields: [{ text: md(`\`\`\`\n${evil}\n\`\`\``) }] },
      { tag: "markdown", content: `[${evil}](${evil})` },
      { tag: "note", elements: [plain(evil)] },
    ],
  };
  const view = cardView(card);
  assert.equal(viewText(view).split(evil).length - 1, 6);
  assert.doesNotMatch(JSON.stringify(classes(view)), /img|stop/);
});

function classes(view: View): string[] {
  return typeof view === "string" ? [] : [view.tag, view.class, ...view.children.flatMap(classes)];
}
