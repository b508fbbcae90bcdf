import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { CardMessage } from "../../src/chat/card.ts";
import { requestBody } from "../../src/chat/sign.ts";
import { type CardOptions, updateCard } from "../../src/deploy/card.ts";
import { type Action, type News, parseUpdate } from "../../src/deploy/payload.ts";

const time = new Date(2025, 10, 20, 9, 5, 7);
const asSpecified: CardOptions = { flagFailures: false };

function told(message: string): News {
  return { kind: "message", message, report: message };
}

/** The contents of a card's fields, in order. */
function contents({ card }: CardMessage): string[] {
  const [element] = card.elements;
  assert.equal(element?.tag, "div");
  return element?.tag === "div" ? element.fields.map(({ text }) => text.content) : [];
}

function short(content: string) {
  return { is_short: true, text: { tag: "lark_md", content } };
}

function long(content: string) {
  return { is_short: false, text: { tag: "lark_md", content } };
}

function golden(title: string, template: string, fields: object[]) {
  const header = { title: { tag: "plain_text", content: title }, template };
  return { msg_type: "interactive", card: { header, elements: [{ tag: "div", fields }] } };
}

test("the golden card of Watchtower 1.7.1's update", () => {
  const message =
    "Found new registry.example.com:5000/team/admin-web:develop image (3f2a9c1b7d4e)\n" +
    "Stopping /admin-web (9b1c0d2e3f4a) with SIGTERM\nCreating /agent-api\nCreating /admin-web\nRemoving image 1a2b3c4d5e6f";
  assert.deepEqual(
    updateCard(told(message), time, asSpecified),
    golden("🚀 部署通知 — 容器已更新", "green", [
      short("**更新容器**\nagent-api\nadmin-web"),
      short("**时间**\n2025-11-20 09:05:07"),
      long(`**详情**\n\`\`\`\n${message}\n\`\`\``),
    ]),
  );
});

test("the golden card of a message that names no container", () => {
  assert.deepEqual(
    updateCard(told("Watchtower 1.7.1\n"), time, asSpecified),
    golden("🚀 部署通知 — 容器已更新", "green", [
      short("**更新容器**\n(见详情)"),
      short("**时间**\n2025-11-20 09:05:07"),
      long("**详情**\n```\nWatchtower 1.7.1\n```"),
    ]),
  );
});

test("the golden card of an empty message", () => {
  assert.equal(contents(updateCard(told(""), time, asSpecified))[2], "**详情**\n```\n\n```");
});

const events: [action: Action, title: string, template: string][] = [
  ["start", "✅ 部署通知 — 容器启动", "green"],
  ["stop", "⏸ 部署通知 — 容器停止", "yellow"],
  ["update", "🚀 部署通知 — 镜像更新", "green"],
];

for (const [action, title, template] of events) {
  test(`the golden card of the container event ${action}`, () => {
    const news: News = { kind: "event", action, container: "my_app", image: "my_app:develop" };
    assert.deepEqual(
      updateCard(news, time, asSpecified),
      golden(title, template, [
        short("**容器**\nmy_app"),
        short("**镜像**\nmy_app:develop"),
        short("**时间**\n2025-11-20 09:05:07"),
        short(`**事件**\n${action}`),
      ]),
    );
  });
}

test("what an event says of itself cannot act in the card or add a line to it", () => {
  const payload = { Action: "stop", Name: "/a\n**事件**\nx<at id=all></at>", ImageName: "t/[b](c)`d`" };
  const update = parseUpdate(JSON.stringify(payload));
  assert.ok(update.kind === "event");
  assert.deepEqual(contents(updateCard(update, time, asSpecified)).slice(0, 2), [
    "**容器**\na &#42;&#42;事件&#42;&#42; x&#60;at id=all>&#60;/at>",
    "**镜像**\n[b&#93;(c)&#96;d&#96;",
  ]);
});

test("a name that would fill the card is cut", () => {
  const news: News = { kind: "event", action: "stop", container: "🚀".repeat(5_000), image: "b" };
  assert.equal(contents(updateCard(news, time, asSpecified))[0], `**容器**\n${"🚀".repeat(200)}…`);
});

const failing = "Creating /a\nError response from daemon: port is allocated\nCreating /b\n";

test("failures change nothing unless they are flagged", () => {
  const { card } = updateCard(told(failing), time, asSpecified);
  assert.equal(card.header.template, "green");
  assert.equal(contents(updateCard(told(failing), time, asSpecified))[0], "**更新容器**\na\nb");
});

test("the golden card of flagged failures is yellow and lists them apart", () => {
  assert.deepEqual(
    updateCard(told(failing), time, { flagFailures: true }),
    golden("🚀 部署通知 — 容器已更新", "yellow", [
      short("**更新容器**\nb"),
      short("**时间**\n2025-11-20 09:05:07"),
      short("**失败容器**\na"),
      long(`**详情**\n\`\`\`\n${failing}\`\`\``),
    ]),
  );
});

test("a flagged failure without a name points to the details; without a failure nothing changes", () => {
  const [updated, , failed] = contents(
    updateCard(told("Update execution failed"), time, { flagFailures: true }),
  );
  assert.deepEqual([updated, failed], ["**更新容器**\n(见详情)", "**失败容器**\n(见详情)"]);
  assert.deepEqual(
    updateCard(told("Creating /a"), time, { flagFailures: true }),
    updateCard(told("Creating /a"), time, asSpecified),
  );
});

for (let shift = 0; shift < 6; shift++) {
  test(`details that do not fit are cut on a code point, and a mark counts what is left out (${shift})`, () => {
    const message = `Creating /a\n${"x".repeat(shift)}${'🚀错"'.repeat(4_000)}`;
    const card = updateCard(told(message), time, asSpecified);
    const [names, , details = ""] = contents(card);
    const [, kept = "", left] =
      /^\*\*详情\*\*\n```\n(.*)\n```\n…（已截断，省略 (\d+) 字）$/s.exec(details) ?? [];
    assert.equal(names, "**更新容器**\na");
    assert.ok(message.startsWith(kept), "the beginning is what is kept");
    assert.equal([...kept].length + Number(left), [...message].length);
    const size = Buffer.byteLength(JSON.stringify(card));
    assert.ok(size <= 19_900 && size > 19_880, `${size} bytes: as much as fits`);
  });
}

test("a message that just fits is not cut", () => {
  const empty = Buffer.byteLength(JSON.stringify(updateCard(told("x"), time, asSpecified)));
  const fitting = "x".repeat(19_900 - empty + 1);
  assert.doesNotMatch(contents(updateCard(told(fitting), time, asSpecified))[2] ?? "", /已截断/);
  assert.match(contents(updateCard(told(`${fitting}x`), time, asSpecified))[2] ?? "", /已截断/);
});

test("a long list of names is cut to fit and says how many there are", () => {
  const names = Array.from({ length: 1_000 }, (_, i) => `container-number-${i}`);
  const [updated = "", , details = ""] = contents(
    updateCard(told(names.map((name) => `Creating /${name}`).join("\n")), time, asSpecified),
  );
  const lines = updated.split("\n").slice(1);
  assert.equal(lines.at(-1), "…等 1000 个");
  assert.deepEqual(lines.slice(0, -1), names.slice(0, lines.length - 1));
  assert.ok(
    lines.length > 200 && details.length > 9_000,
    `${lines.length} names, ${details.length} of details`,
  );
});

test("a list of names that fits is whole", () => {
  const names = Array.from({ length: 250 }, (_, i) => `container-number-${i}`);
  const [updated] = contents(
    updateCard(told(names.map((name) => `Creating /${name}`).join("\n")), time, asSpecified),
  );
  assert.equal(updated, ["**更新容器**", ...names].join("\n"));
});

const dangerous = fc.constantFrom(
  "```",
  "`",
  "\n",
  "\r\n",
  "<at id=all></at>",
  "<AT id=all>",
  "<",
  "at",
  "<font color=red>",
  "</font>",
  "<a href='x'>",
  "](",
  "[x](http://y)",
  "Creating /",
  "Creating /<at",
  "__x__",
  " (a): Failed",
  "\u0000",
  "\u200b",
  "\ud83d",
  "\ude80",
  '"',
  "\\",
  "错",
  "🚀",
);
const anyMessage = fc
  .tuple(
    fc.array(fc.oneof(dangerous, fc.string({ unit: "binary" })), { maxLength: 60 }),
    fc.integer({ min: 1, max: 600 }),
  )
  .map(([parts, times]) => parts.join("").repeat(times).slice(0, 120_000));

test("any message makes a body that is valid, small enough, harmless and has balanced fences", () => {
  fc.assert(
    fc.property(anyMessage, fc.boolean(), (message, flagFailures) => {
      const update = parseUpdate(JSON.stringify({ message }));
      assert.ok(update.kind === "message");
      const body = requestBody(updateCard(update, time, { flagFailures }), "a secret", time.getTime());
      const bytes = Buffer.from(body);
      assert.ok(bytes.length <= 20_000, `${bytes.length} bytes`);
      assert.equal(bytes.toString("utf8"), body);
      assert.ok(body.isWellFormed());
      assert.doesNotMatch(body, /<at|<font|<a |\\ud[89a-f]/i);
      const fields = contents(JSON.parse(body));
      const details = fields.at(-1) ?? "";
      assert.match(details, /^\*\*详情\*\*\n```\n/);
      assert.match(details, /\n```(\n…（已截断，省略 \d+ 字）)?$/);
      assert.deepEqual(
        fields.map((text) => text.match(/`{3}/g)?.length ?? 0),
        [...fields.slice(1).map(() => 0), 2],
      );
      assert.ok(fields.every((text) => !text.includes("](")));
    }),
    { numRuns: 300 },
  );
});
