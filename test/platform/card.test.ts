import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../src/json/parse.ts";
import { cardFlaw } from "../../src/platform/card.ts";

const plain = { tag: "plain_text", content: "text" };
const md = (content: string) => ({ tag: "lark_md", content });
const markdown = (content: string) => ({ tag: "markdown", content });
const hr = { tag: "hr" };
const of = (...elements: object[]) => ({ elements }) as JsonObject;
const headed = (header: unknown) => ({ header, elements: [hr] }) as JsonObject;
const newer = (...elements: object[]) => ({ schema: "2.0", body: { elements } }) as JsonObject;
const knows = (person: string) => person === "ou_ada";

const good: [why: string, card: JsonObject][] = [
  ["no header", of(hr)],
  ["no elements in the list", of()],
  ["a header with a colour", headed({ title: plain, template: "carmine" })],
  ["a header without a colour", headed({ title: plain })],
  ["a div with text", of({ tag: "div", text: md("**bold**") })],
  ["a div with fields", of({ tag: "div", fields: [{ is_short: true, text: md("a") }, { text: plain }] })],
  ["a div with a button beside it", of({ tag: "div", text: plain, extra: { tag: "button", text: plain } })],
  ["markdown", of(markdown("a\n---\n[b](https://example.com)"))],
  ["an uploaded image", of({ tag: "img", img_key: "img_v2_ab-c", alt: plain })],
  ["an uploaded image in markdown", of(markdown("![alt](img_v2_abc)"))],
  [
    "an image by its address in lark_md, which knows no images",
    of({ tag: "div", text: md("![a](http://b)") }),
  ],
  ["an image by its address in a code block", of(markdown("```\n![a](http://b)\n```"))],
  ["a note", of({ tag: "note", elements: [plain, md("b"), { tag: "img", img_key: "img_a", alt: plain }] })],
  ["buttons", of({ tag: "action", actions: [{ tag: "button", text: plain, url: "https://example.com" }] })],
  ["columns", of({ tag: "column_set", columns: [{ tag: "column", elements: [hr] }] })],
  ["a known person", of(markdown("<at id=ou_ada></at>"))],
  ["a known person in quotation marks", of(markdown('<at id="ou_ada"></at>'))],
  ["everybody", of({ tag: "div", text: md("<at id=all></at>") })],
  ["an escaped person", of(markdown("&#60;at id=ou_nobody>&#60;/at>"))],
  ["a person in a code block of markdown", of(markdown("a\n```\n<at id=ou_nobody></at>\n```\nb"))],
  ["an element that is not looked into", of({ tag: "table", columns: [] })],
  ["JSON 2.0", newer(markdown("# Title"))],
  [
    "200 objects with a tag and 100 without",
    of(...Array.from({ length: 100 }, () => ({ tag: "div", fields: [{ text: plain }] }))),
  ],
  ["200 elements", of(...Array.from({ length: 200 }, () => hr))],
];

for (const [why, card] of good) {
  test(`the platform takes a card: ${why}`, () => {
    assert.equal(cardFlaw(card, knows), null);
  });
}

const bad: [why: string, card: JsonObject, code: number, value: RegExp][] = [
  ["no elements", { header: { title: plain } }, 200621, /no list of elements, path: ROOT -> elements/],
  ["elements are no list", { elements: {} }, 200621, /no list of elements/],
  ["an element that is text", { elements: ["hr"] }, 200621, /no tag, path: ROOT -> elements -> \[0\]$/],
  ["an element without a tag", of(hr, {}), 200621, /no tag, path: ROOT -> elements -> \[1\]$/],
  ["an unknown tag", of({ tag: "divider" }), 200621, /not support tag: divider/],
  ["a tag that is only JavaScript's", of({ tag: "constructor" }), 200621, /not support tag: constructor/],
  ["a header that is text", headed("Title"), 200621, /header is not an object/],
  [
    "a header without a title",
    headed({ template: "red" }),
    200621,
    /no text object, path: ROOT -> header -> title/,
  ],
  ["a title that is text", headed({ title: "Title" }), 200621, /no text object/],
  ["a title in markdown", headed({ title: md("Title") }), 200621, /not support tag: lark_md/],
  [
    "a title that is a number",
    headed({ title: { tag: "plain_text", content: 1 } }),
    200621,
    /content is not a string/,
  ],
  ["an unknown colour", headed({ title: plain, template: "pink" }), 200621, /unknown template: pink/],
  ["a colour by its number", headed({ title: plain, template: "#ff0000" }), 200621, /unknown template/],
  ["a div with nothing in it", of({ tag: "div" }), 200621, /neither text nor fields, path: .*\(tag: div\)$/],
  ["a div whose text is text", of({ tag: "div", text: "a" }), 200621, /no text object, path: .* -> text$/],
  [
    "a text with an unknown tag",
    of({ tag: "div", text: { tag: "md", content: "a" } }),
    200621,
    /not support tag: md/,
  ],
  ["a text without content", of({ tag: "div", text: { tag: "lark_md" } }), 200621, /content is not a string/],
  [
    "a div beside an unknown element",
    of({ tag: "div", text: plain, extra: { tag: "x" } }),
    200621,
    /not support tag: x/,
  ],
  ["fields that are no list", of({ tag: "div", fields: {} }), 200621, /fields is not a list/],
  [
    "a field that is text",
    of({ tag: "div", fields: ["a"] }),
    200621,
    /no field object, path: .* -> fields -> \[0\]$/,
  ],
  ["a field without text", of({ tag: "div", fields: [{ is_short: true }] }), 200621, /no text object/],
  [
    "is_short in words",
    of({ tag: "div", fields: [{ is_short: "yes", text: plain }] }),
    200621,
    /is_short is not a boolean/,
  ],
  ["markdown without content", of({ tag: "markdown" }), 200621, /content is not a string/],
  ["markdown with an object", of({ tag: "markdown", content: {} }), 200621, /content is not a string/],
  [
    "an image by its address",
    of({ tag: "img", img_key: "https://x/a.png", alt: plain }),
    200570,
    /image key https:/,
  ],
  [
    "an image without its text",
    of({ tag: "img", img_key: "img_a" }),
    200621,
    /no text object, path: .* -> alt$/,
  ],
  [
    "an image by its address in markdown",
    of(markdown("a ![b](https://x/a.png)")),
    200570,
    /image key https:\/\/x\/a.png/,
  ],
  ["an image by its path", of(markdown("![b](/tmp/a.png)")), 200570, /image key \/tmp/],
  [
    "an image by its address in a note",
    of({ tag: "note", elements: [{ tag: "img", img_key: "a", alt: plain }] }),
    200570,
    /image key a/,
  ],
  ["a note without elements", of({ tag: "note" }), 200621, /elements is not a list/],
  ["an action without a list", of({ tag: "action" }), 200621, /actions is not a list/],
  ["a button without text", of({ tag: "action", actions: [{ tag: "button" }] }), 200621, /no text object/],
  ["a column of another kind", of({ tag: "column_set", columns: [{ tag: "div" }] }), 200621, /not a column/],
  ["a column that is null", of({ tag: "column_set", columns: [null] }), 200621, /not a column/],
  [
    "an unknown element in a column",
    of({ tag: "column_set", columns: [{ tag: "column", elements: [{ tag: "x" }] }] }),
    200621,
    /not support tag: x/,
  ],
  ["a person without an id", of({ tag: "person" }), 200621, /no user_id/],
  ["an unknown person", of(markdown("hi <at id=ou_nobody></at>")), 100290, /<at id=ou_nobody>/],
  ["an unknown person among known ones", of(markdown("<at ids=ou_ada,ou_nobody></at>")), 100290, /ou_nobody/],
  ["nobody in particular", of(markdown("<at></at>")), 100290, /<at>/],
  ["an unknown person in capital letters", of(markdown("<AT id=ou_nobody></AT>")), 100290, /AT/],
  ["an unknown person's card", of(markdown("<person id='ou_nobody'></person>")), 100290, /person/],
  [
    "an unknown person in a field",
    of({ tag: "div", fields: [{ text: md("<at id=x></at>") }] }),
    100290,
    /<at id=x>/,
  ],
  [
    "a person in a fence of lark_md, which knows no code",
    of({ tag: "div", text: md("```\n<at id=x></at>\n```") }),
    100290,
    /x/,
  ],
  ["a person after a code block", of(markdown("```\na\n```\n<at id=x></at>")), 100290, /x/],
  ["a template that is not here", { type: "template", data: { template_id: "ctp_a" } }, 200380, /^$/],
  ["201 elements", of(...Array.from({ length: 201 }, () => hr)), 11310, /^$/],
  [
    "201 elements, nested",
    of({ tag: "note", elements: Array.from({ length: 200 }, () => plain) }),
    11310,
    /^$/,
  ],
  ["JSON 2.0 without a body", { schema: "2.0" }, 200621, /no list of elements, path: ROOT -> body/],
  [
    "JSON 2.0 with elements at the top",
    { schema: "2.0", elements: [] },
    200621,
    /unknown property, property: elements/,
  ],
  [
    "JSON 2.0 with an element that it gave up",
    newer({ tag: "action", actions: [] }),
    200861,
    /unsupported tag action/,
  ],
];

for (const [why, card, code, value] of bad) {
  test(`the platform refuses a card: ${why}`, () => {
    const flaw = cardFlaw(card, knows);
    assert.equal(flaw?.code, code);
    assert.match(flaw?.value ?? "", value);
  });
}
