import assert from "node:assert/strict";
import { test } from "node:test";
import { feed, type Item, shownMost } from "../../src/web/feed.ts";
import { viewText } from "../../src/web/view.ts";

const item = (id: number, changes: Partial<Item> = {}): Item => ({
  ...{ id, time: "2026-11-20T10:00:00.000Z", kind: "webhook", to: "de…", msgType: "text" },
  ...{ bytes: 12_345, signed: false, text: `text ${id}` },
  ...changes,
});
const seen = (epoch: number, after: number) => ({ epoch, after });
const ids = (list: ReturnType<typeof feed>) => list.entries.map(({ id }) => id);

test("a new reader gets everything, in the order in which it came", () => {
  assert.deepEqual(ids(feed([item(2), item(1), item(3)], 7, seen(0, 0))), [1, 2, 3]);
});

test("a reader gets what it has not seen", () => {
  assert.deepEqual(ids(feed([item(1), item(2), item(3)], 7, seen(7, 2))), [3]);
});

test("a reader of another list starts over", () => {
  const { epoch, entries } = feed([item(1), item(2)], 8, seen(7, 2));
  assert.deepEqual([epoch, entries.length], [8, 2]);
});

test("a reader without numbers starts over", () => {
  assert.deepEqual(ids(feed([item(1)], 7, seen(Number.NaN, Number.NaN))), [1]);
});

test("a reader gets the newest items up to the page's bound", () => {
  const items = Array.from({ length: shownMost + 10 }, (_, i) => item(i + 1));
  assert.deepEqual(
    [ids(feed(items, 7, seen(7, 0)))[0], ids(feed(items, 7, seen(7, 0))).length],
    [11, shownMost],
  );
});

const rows: [why: string, changes: Partial<Item>, expected: RegExp][] = [
  ["a group chat and its webhook", {}, /^Group chatwebhook de…2026-11-20 \d\d:00:00/],
  ["a private chat and its receiver", { kind: "im", to: "ou_ada" }, /^Private chatou_ada2026/],
  ["the size", {}, /12,345 bytestext 1$/],
  ["a signature", { signed: true }, /12,345 bytessigned/],
  ["a size over what is advised", { bytes: 20_001 }, /20,001 bytesover the advised 20,000 bytes/],
  ["plain text as it is", { text: "**a**" }, /\*\*a\*\*$/],
  ["a card", { card: { elements: [{ tag: "markdown", content: "**a**" }] } }, /bytesa$/],
  [
    "why a request was refused",
    { code: 19001, status: 200, reason: "why" },
    /Refused: 19001 HTTP 200, msg_type textwhy$/,
  ],
  [
    "a refusal without msg_type",
    { msgType: "", code: 9499, status: 400, reason: "why" },
    /Refused: 9499 HTTP 400why$/,
  ],
  ["a connection that was cut", { code: 0, status: 0, reason: "cut" }, /Refused no reply, msg_type textcut$/],
  [
    "a token request",
    { kind: "token", to: "cli_a", code: 10014, status: 400, reason: "" },
    /^Token requestcli_a/,
  ],
  [
    "a look-up",
    { kind: "lookup", to: "", code: 99992402, status: 400, reason: "" },
    /^Look-up of people2026/,
  ],
];

for (const [why, changes, expected] of rows) {
  test(`the page tells ${why}`, () => {
    const [entry] = feed([item(1, changes)], 7, seen(7, 0)).entries;
    assert.match(viewText(entry?.view ?? ""), expected);
  });
}

test("20,000 bytes carry no warning", () => {
  const [entry] = feed([item(1, { bytes: 20_000 })], 7, seen(7, 0)).entries;
  assert.doesNotMatch(viewText(entry?.view ?? ""), /advised/);
});
