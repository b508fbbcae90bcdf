/**
 * What the page runs: it asks for what is new each second and builds it from views. Text becomes text
 * nodes, never markup; tags and classes come from our own code alone.
 */
export const script = `"use strict";
const list = document.getElementById("list");
const empty = document.getElementById("empty");
const state = document.getElementById("state");
const most = 200;
let epoch = 0;
let last = 0;

for (const place of document.querySelectorAll(".origin")) place.textContent = location.origin;

function build(view) {
  if (typeof view === "string") return document.createTextNode(view);
  const element = document.createElement(view.tag);
  if (view.class) element.className = view.class;
  element.append(...view.children.map(build));
  return element;
}

function show(feed) {
  if (feed.epoch !== epoch) {
    list.replaceChildren();
    epoch = feed.epoch;
    last = 0;
  }
  for (const entry of feed.entries.filter((fresh) => fresh.id > last)) {
    list.prepend(build(entry.view));
    last = entry.id;
  }
  while (list.childElementCount > most) list.lastElementChild.remove();
  empty.hidden = list.childElementCount > 0;
}

function tell(text, isFine) {
  if (state.textContent !== text) state.textContent = text;
  state.className = isFine ? "live" : "lost";
}

async function refresh() {
  try {
    const reply = await fetch("/feed?epoch=" + epoch + "&after=" + last);
    if (!reply.ok) throw new Error(reply.status);
    show(await reply.json());
    tell("live", true);
  } catch {
    tell("not reachable, trying again", false);
  }
}

async function watch() {
  if (!document.hidden) await refresh();
  setTimeout(watch, 1000);
}

document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
document.getElementById("clear").addEventListener("click", async () => {
  await fetch("/messages", { method: "DELETE" }).catch(() => {});
  refresh();
});
watch();
`;
