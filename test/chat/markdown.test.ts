import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { codeBlock, inline, shown } from "../../src/chat/markdown.ts";

const unchanged = [
  "my_app",
  "admin-web",
  "a.b",
  "registry:5000",
  "img:1@sha256:99",
  "[::1]:5000",
  "a~b",
  "前端",
  "x&y",
  "10:30:05",
];

for (const name of unchanged) {
  test(`inline leaves ${name} as it is`, () => {
    assert.equal(inline(name), name);
  });
}

const escaped: [why: string, text: string, expected: string][] = [
  ["a tag", "<at id=all>", "&#60;at id=all>"],
  ["bold", "**a** *b*", "&#42;&#42;a&#42;&#42; &#42;b&#42;"],
  ["bold by underscores", "__a__", "&#95;&#95;a&#95;&#95;"],
  ["a struck word", "~~a~~", "&sim;&sim;a&sim;&sim;"],
  ["a link", "[a](b)", "[a&#93;(b)"],
  ["code", "`a`", "&#96;a&#96;"],
  ["an emoji's name", ":OK:", "&#58;OK:"],
  ["an entity", "&#60;at&gt;", "&#38;#60;at&#38;gt;"],
  ["line breaks and controls", " a\r\nb\u0007c\u202ed ", "a b c d"],
  ["half a surrogate pair", "a\ud83d", "a\ufffd"],
];

for (const [why, text, expected] of escaped) {
  test(`inline escapes ${why}`, () => {
    assert.equal(inline(text), expected);
  });
}

test("shown gives back what inline escaped", () => {
  const text = fc.string({
    unit: fc.constantFrom("<", "*", "_", "~", "`", "[", "]", "(", ":", "&", "#", ";", "a", "6"),
  });
  fc.assert(
    fc.property(text, (plain) => {
      assert.equal(shown(inline(plain)), plain);
    }),
  );
});

const blocks: [why: string, text: string, inside: string][] = [
  ["ordinary text", 'a < b, 1<2, x<=y, [a] (b) ``c`` \\ "q"', 'a < b, 1<2, x<=y, [a] (b) ``c`` \\ "q"\n'],
  ["text that ends its last line", "a\n", "a\n"],
  ["CRLF", "a\r\nb\r\n", "a\r\nb\r\n"],
  ["a fence", "a\n```\nb", "a\n``\u200b`\nb\n"],
  ["a long fence", "`````", "``\u200b``\u200b`\n"],
  ["tags", "<at id=all></at><Font>", "<\u200bat id=all><\u200b/at><\u200bFont>\n"],
  ["a link", "[a](b)", "[a]\u200b(b)\n"],
  ["half a surrogate pair", "\ude80", "\ufffd\n"],
  ["nothing", "", "\n"],
];

for (const [why, text, inside] of blocks) {
  test(`codeBlock: ${why}`, () => {
    assert.equal(codeBlock(text), `\`\`\`\n${inside}\`\`\``);
  });
}
