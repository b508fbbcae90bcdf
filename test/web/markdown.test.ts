import assert from "node:assert/strict";
import { test } from "node:test";
import { markdown, plain } from "../../src/web/markdown.ts";
import type { View } from "../../src/web/view.ts";

/** A view in short: text as it is, an element as `tag.class(children)`. */
function short(view: View): string {
  if (typeof view === "string") return view;
  const name = view.class ? `${view.tag}.${view.class.replace(" ", ".")}` : view.tag;
  return view.children.length ? `${name}(${view.children.map(short).join("")})` : `[${name}]`;
}

const rows: [why: string, text: string, expected: string][] = [
  ["nothing", "", ""],
  ["text", "a", "a"],
  ["line breaks", "a\nb\r\nc\rd", "a[br]b[br]c[br]d"],
  ["an empty line", "a\n\nb", "a[br][br]b"],
  ["bold", "a **b c** d", "a strong(b c) d"],
  ["bold with underscores", "__b__", "strong(b)"],
  ["italic in bold", "**a *b***", "strong(a *b)*"],
  ["italic", "*a*", "em(a)"],
  ["struck out", "~~a~~", "s(a)"],
  ["a lonely star", "2 * 3 * 4", "2 * 3 * 4"],
  ["bold that nobody closes", "**a", "**a"],
  ["bold over lines", "**a\nb**", "**a[br]b**"],
  ["a link, with its address as text", "[a](http://b)", "span.link(aspan.address( http://b))"],
  ["a link that would run", "[a](javascript:alert(1))", "span.link(aspan.address( javascript:alert(1)))"],
  ["a link in HTML", "<a href='http://b'></a>", "span.link(span.address( http://b))"],
  ["a link in HTML with text", "<a href='http://b'>c</a>", "span.link(cspan.address( http://b))"],
  ["an image", "![a](img_b)", "span.image(🖼 a)"],
  ["everybody", "<at id=all></at>!", "span.mention(@all)!"],
  ["a person", '<at id="ou_ada">Ada</at>', "span.mention(@ou_ada)"],
  ["nobody", "<at>", "span.mention(@?)"],
  ["a colour", "<font color='red'>a **b**</font>", "span.tint-red(a strong(b))"],
  ["an unknown colour", "<font color='x y'>a</font>", "span(a)"],
  ["a tag", "<text_tag color='blue'>a</text_tag>", "span.tag.tint-blue(a)"],
  ["entities", "&#60;at id=all&#62; &lt;b&gt; &amp;", "<at id=all> <b> &"],
  ["an entity that stands for a mark", "&#42;&#42;a&#42;&#42;", "**a**"],
  ["an entity that is none", "&#99999999; &unknown; &con;", "&#99999999; &unknown; &con;"],
  ["an entity beyond Unicode", "&#999999; &#1114112;", `${String.fromCodePoint(999_999)} &#1114112;`],
  ["a rule", "a\n---\nb", "a[hr]b"],
  ["a code block", "a\n```\nb **c**\n<at id=all>\n```\nd", "apre(b **c**\n<at id=all>)d"],
  ["a code block with a language", "```ts\na\n```", "pre(a)"],
  ["a code block that nobody closes", "```\na\nb", "pre(a\nb)"],
  ["two code blocks", "```\na\n```\n```\nb\n```", "pre(a)pre(b)"],
  ["backticks inside a line", "a ``` b", "a ``` b"],
  [
    "HTML",
    "<script>alert(1)</script><img src=x onerror=y>",
    "<script>alert(1)</script><img src=x onerror=y>",
  ],
];

for (const [why, text, expected] of rows) {
  test(`markdown shows ${why}`, () => {
    assert.equal(markdown(text).map(short).join(""), expected);
  });
}

test("plain text means nothing but its line breaks", () => {
  assert.equal(plain("**a**\n<at id=all>&#60;").map(short).join(""), "**a**[br]<at id=all>&#60;");
});

const hostile: [why: string, text: string][] = [
  ["stars", "*".repeat(150_000)],
  ["open brackets", "[".repeat(150_000)],
  ["open images", "![".repeat(75_000)],
  ["open fonts", "<font color=red>".repeat(9_000)],
  ["open people", "<at ".repeat(37_500)],
  ["nested marks", "**__~~*[".repeat(18_000)],
  ["entities", "&#".repeat(75_000)],
  ["fences", "```\n".repeat(37_500)],
];

for (const [why, text] of hostile) {
  test(`markdown of 150 KB of ${why} is read in a moment`, () => {
    const before = performance.now();
    markdown(text);
    assert.ok(performance.now() - before < 10_000);
  });
}
