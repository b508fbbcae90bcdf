import assert from "node:assert/strict";
import { test } from "node:test";
import { labelsFor } from "../../src/github/labels.ts";
import { token } from "../support/github.ts";
import { closedPort, startPeer, type Turn } from "../support/peer.ts";

const access = { token, proxy: false };
const wishes = [["improvement", "enhancement"], ["component: rules", "rules"], ["priority: low"]];
const labels = (...names: string[]): Turn => ({
  body: names.map((name) => ({ id: 1, name, color: "d73a4a" })),
});
const hundred = (...names: string[]) =>
  labels(...Array.from({ length: 100 }, (_, i) => names[i] ?? `other ${i}`));

const rows: [why: string, turns: Turn[], expected: string[], pages: number][] = [
  ["none of them is there", [labels("bug", "wontfix")], [], 1],
  ["there are no labels", [labels()], [], 1],
  ["some are there", [labels("rules", "enhancement")], ["enhancement", "rules"], 1],
  ["both of a wish are there, the likelier", [labels("enhancement", "improvement")], ["improvement"], 1],
  [
    "they are spelt otherwise, as there",
    [labels("Enhancement", "Priority: LOW")],
    ["Enhancement", "Priority: LOW"],
    1,
  ],
  ["one only contains it", [labels("not rules", "rules!")], [], 1],
  ["they are on the second page", [hundred(), labels("rules")], ["rules"], 2],
  ["the first page is full and the last empty", [hundred("rules"), labels()], ["rules"], 2],
  ["the pages do not end", [hundred(), hundred(), hundred(), hundred(), hundred(), labels("rules")], [], 5],
  ["the second page fails", [hundred("rules"), { status: 500 }], ["rules"], 2],
  ["they may not be read", [{ status: 403, body: { message: "no" } }], [], 1],
  ["a fault has their form", [{ ...labels("rules"), status: 500 }], [], 1],
  ["the reply is no JSON", [{ body: "<html>" }], [], 1],
  ["the reply is no list", [{ body: { name: "rules" } }], [], 1],
  ["some are no labels", [{ body: [null, 7, "rules", {}, { name: 7 }, { name: "rules" }] }], ["rules"], 1],
  ["the connection is cut", [{ fault: "reset" }], [], 1],
  ["the reply is cut", [{ ...labels("rules"), fault: "reset in the body" }], [], 1],
];

for (const [why, turns, expected, pages] of rows) {
  test(`the labels that are set when ${why}`, async (t) => {
    const { origin, requests } = await startPeer(t, turns);
    const found = await labelsFor({ name: "acme/kit", api: origin, web: "" }, access, wishes);
    assert.deepEqual(found, expected);
    assert.deepEqual(
      requests.map(({ method, target }) => `${method} ${target}`),
      Array.from({ length: pages }, (_, i) => `GET /repos/acme/kit/labels?per_page=100&page=${i + 1}`),
    );
  });
}

test("a label that two wishes find is set once", async (t) => {
  const { origin } = await startPeer(t, [labels("other")]);
  const found = await labelsFor({ name: "acme/kit", api: origin, web: "" }, access, [
    ["other"],
    ["Other", "other"],
  ]);
  assert.deepEqual(found, ["other"]);
});

test("there are no labels where nobody listens", async () => {
  const api = `http://127.0.0.1:${await closedPort()}`;
  assert.deepEqual(await labelsFor({ name: "acme/kit", api, web: "" }, access, wishes), []);
});
