import assert from "node:assert/strict";
import { test } from "node:test";
import { createContext, runInContext } from "node:vm";
import { script } from "../../src/web/script.ts";
import { until } from "../support/until.ts";

// The page's script against a document of a few lines: it knows what the script may use, nothing else.

type Element = {
  className: string;
  textContent: string;
  hidden: boolean;
  children: (string | Element)[];
  listeners: Record<string, () => void>;
};

function newElement(): Element {
  const children: Element["children"] = [];
  const listeners: Element["listeners"] = {};
  const element: Element = { className: "", textContent: "", hidden: false, children, listeners };
  return Object.defineProperties(element, {
    childElementCount: { get: () => children.length },
    lastElementChild: { get: () => ({ remove: () => children.pop() }) },
    append: { value: (...nodes: Element["children"]) => children.push(...nodes) },
    prepend: { value: (...nodes: Element["children"]) => children.unshift(...nodes) },
    replaceChildren: { value: () => children.splice(0) },
    addEventListener: {
      value: (name: string, listener: () => void) => {
        listeners[name] = listener;
      },
    },
  });
}

/** A page that runs the script and asks `answer` for its feed; `next` lets a second pass. */
function openPage(answer: (url: string, method: string) => object) {
  const places = new Map(["list", "empty", "state", "clear"].map((id) => [id, newElement()]));
  const ticks: (() => void)[] = [];
  runInContext(
    script,
    createContext({
      Error,
      location: { origin: "http://127.0.0.1:9389" },
      fetch: async (url: string, { method = "GET" } = {}) => {
        const json = structuredClone(answer(url, method));
        return { ok: true, json: async () => json };
      },
      setTimeout: (tick: () => void) => ticks.push(tick),
      document: {
        hidden: false,
        getElementById: (id: string) => places.get(id),
        querySelectorAll: () => [],
        createElement: newElement,
        createTextNode: (text: string) => text,
        addEventListener: () => {},
      },
    }),
  );
  const place = (id: string) => places.get(id) ?? newElement();
  const waiting = () => until("the page to wait for its next second", () => ticks.length > 0);
  const next = async () => {
    await waiting();
    ticks.shift()?.();
    await waiting();
  };
  return { place, waiting, next };
}

const entry = (id: number, text: string) => ({ id, view: { tag: "p", class: "c", children: [text] } });
const texts = (list: Element) => list.children.map((child) => (child as Element).children[0]);

test("the page shows the newest first, once each, and asks for what is new", async () => {
  const asked: string[] = [];
  const answers = [
    { epoch: 5, entries: [entry(1, "a"), entry(2, "b")] },
    { epoch: 5, entries: [entry(2, "b"), entry(3, "c")] },
  ];
  const page = openPage((url) => {
    asked.push(url);
    return answers[asked.length - 1] ?? { epoch: 5, entries: [] };
  });
  await page.next();
  await page.next();
  assert.deepEqual(texts(page.place("list")), ["c", "b", "a"]);
  assert.deepEqual(asked.slice(0, 3), [
    "/feed?epoch=0&after=0",
    "/feed?epoch=5&after=2",
    "/feed?epoch=5&after=3",
  ]);
});

test("text that looks like markup becomes a text node", async () => {
  const page = openPage(() => ({ epoch: 5, entries: [entry(1, "<img src=x onerror=alert(1)>")] }));
  await page.waiting();
  assert.deepEqual(texts(page.place("list")), ["<img src=x onerror=alert(1)>"]);
});

test("the page starts over when the list is another one, and says what to do when it is empty", async () => {
  const answers = [
    { epoch: 5, entries: [entry(9, "a")] },
    { epoch: 6, entries: [] },
    { epoch: 6, entries: [entry(1, "b")] },
  ];
  const page = openPage(() => answers.shift() ?? { epoch: 6, entries: [] });
  await page.waiting();
  assert.equal(page.place("empty").hidden, true);
  await page.next();
  assert.deepEqual([texts(page.place("list")), page.place("empty").hidden], [[], false]);
  await page.next();
  assert.deepEqual([texts(page.place("list")), page.place("empty").hidden], [["b"], true]);
});

test("the page keeps 200 items at most", async () => {
  const many = Array.from({ length: 200 }, (_, i) => entry(i + 1, String(i + 1)));
  const answers = [
    { epoch: 5, entries: many },
    { epoch: 5, entries: [entry(201, "201")] },
  ];
  const page = openPage(() => answers.shift() ?? { epoch: 5, entries: [] });
  await page.next();
  const shown = texts(page.place("list"));
  assert.deepEqual([shown.length, shown[0], shown.at(-1)], [200, "201", "2"]);
});

test("the page says that the server is gone, and when it is back", async () => {
  let isGone = true;
  const page = openPage(() => {
    if (isGone) throw new Error("refused");
    return { epoch: 5, entries: [] };
  });
  await page.waiting();
  assert.deepEqual(
    [page.place("state").className, page.place("state").textContent],
    ["lost", "not reachable, trying again"],
  );
  isGone = false;
  await page.next();
  assert.deepEqual([page.place("state").className, page.place("state").textContent], ["live", "live"]);
});

test("the button clears the messages", async () => {
  const asked: string[] = [];
  const page = openPage((url, method) => {
    asked.push(`${method} ${url}`);
    return { epoch: 5, entries: [] };
  });
  await page.waiting();
  page.place("clear").listeners.click?.();
  await until("the page to ask again", () => asked.length === 3);
  assert.deepEqual(asked.slice(1), ["DELETE /messages", "GET /feed?epoch=5&after=0"]);
});
