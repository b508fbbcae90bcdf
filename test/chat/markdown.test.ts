import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { codeBlock, disarmed, inline, literal, prose, shown } from "../../src/chat/markdown.ts";

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

const literals: [why: string, text: string, expected: string][] = [
  ["a name with underscores", "my_app_v2", "my&#95;app&#95;v2"],
  ["an image", "![a](b)", "&#33;[a&#93;(b)"],
  ["what inline escapes", "<b> *c*", "&#60;b> &#42;c&#42;"],
  ["an ordinary name", "admin-web", "admin-web"],
];

for (const [why, text, expected] of literals) {
  test(`literal escapes ${why}`, () => {
    assert.equal(literal(text), expected);
  });
}

const proses: [why: string, text: string, expected: string][] = [
  ["comparisons", "a < b, 1<2, x<=y, <-", "a < b, 1<2, x<=y, <-"],
  ["a name with underscores", "my_app_v2 _a_", "my_app_v2 _a_"],
  ["emphasis and lists", "*a* ~~b~~\n* c\n- d", "*a* ~~b~~\n* c\n- d"],
  ["a web link", "[a](https://b) [c](http://d)", "[a](https://b) [c](http://d)"],
  ["a link into the project", "[a.ts](src/a.ts)", "[a.ts&#93;(src/a.ts)"],
  ["an image", "a ![b](http://c) d ![](img_e)", "a b http://c d img_e"],
  ["an image in an image", "![a](![b](http://c))", "a &#33;[b](http://c)"],
  ["half an image", "![a]", "&#33;[a]"],
  [
    "tags",
    "<at id=x></at><PERSON><font><link><text_tag><a><img><number_tag><audio><record><local_datetime><!-- -->",
    "&#60;at id=x>&#60;/at>&#60;PERSON>&#60;font>&#60;link>&#60;text_tag>&#60;a>&#60;img>&#60;number_tag>" +
      "&#60;audio>&#60;record>&#60;local_datetime>&#60;!-- -->",
  ],
  ["entities", "&#60;at&lt; a & b &c", "&#38;#60;at&#38;lt; a & b &c"],
  ["doubled underscores", "__init__.py", "&#95;&#95;init&#95;&#95;.py"],
  ["stars of patterns and products", "src/*.ts 2*3*4", "src/&#42;.ts 2&#42;3&#42;4"],
  ["half a surrogate pair", "\ud83d", "\ufffd"],
];

for (const [why, text, expected] of proses) {
  test(`prose: ${why}`, () => {
    assert.equal(prose(text), expected);
  });
}

test("disarmed parts what would act and leaves the rest", () => {
  assert.equal(
    disarmed("a < b <at> </at> ![x] my_app \ud83d"),
    "a < b <\u200bat> <\u200b/at> !\u200b[x] my_app \ufffd",
  );
});

test("shown gives back what literal escaped", () => {
  const text = fc.string({
    unit: fc.constantFrom("<", "*", "_", "~", "`", "[", "]", "(", "!", "&", "#", ";", "a", "6"),
  });
  fc.assert(
    fc.property(text, (plain) => {
      assert.equal(shown(literal(plain)), plain);
    }),
  );
});

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
