import type { JsonObject } from "../json/parse.ts";
import { readObject, readObjects, readString } from "../json/read.ts";
import { markdown, plain } from "./markdown.ts";
import { el, type View } from "./view.ts";

/** The colours of a header that the page has a shade for. */
const templates = new Set(
  "blue wathet turquoise green yellow orange red carmine violet purple indigo grey".split(" "),
);

const drawers: Record<string, (element: JsonObject) => View> = {
  div: drawDiv,
  markdown: (element) => el("div", "text", ...markdown(readString(element, "content"))),
  hr: () => el("hr", ""),
  img: (element) => el("div", "image", `🖼 ${text(element, "alt") || readString(element, "img_key")}`),
  note: (element) => el("div", "note", ...readObjects(element, "elements").map((item) => drawText(item))),
  action: (element) => el("div", "actions", ...readObjects(element, "actions").map(draw)),
  button: (element) => el("span", "button", text(element, "text")),
  column_set: (element) => el("div", "columns", ...readObjects(element, "columns").map(draw)),
  column: (element) => el("div", "column", ...readObjects(element, "elements").map(draw)),
  collapsible_panel: (element) => el("div", "column", ...readObjects(element, "elements").map(draw)),
};

/** A card as a chat shows it: a coloured header above its elements. */
export function cardView(card: JsonObject): View {
  const header = readObject(card, "header");
  const template = readString(header ?? {}, "template");
  const shade = templates.has(template) ? `shade-${template}` : "";
  const elements = readObjects(readObject(card, "body") ?? card, "elements");
  return el(
    "div",
    `card ${shade}`.trim(),
    ...(header ? [el("h2", "", text(header, "title"))] : []),
    el("div", "body", ...elements.map(draw)),
  );
}

function draw(element: JsonObject): View {
  const tag = readString(element, "tag");
  const drawer = Object.hasOwn(drawers, tag) ? drawers[tag] : undefined;
  return drawer?.(element) ?? el("div", "note", `(${tag}: not drawn here)`);
}

function drawDiv(element: JsonObject): View {
  const fields = readObjects(element, "fields").map((field) => {
    const width = field.is_short === true ? "field short" : "field";
    return el("div", width, ...drawn(readObject(field, "text")));
  });
  const own = readObject(element, "text");
  return el("div", "fields", ...(own ? [el("div", "field", ...drawn(own))] : []), ...fields);
}

function drawText(item: JsonObject): View {
  return el("span", "", ...drawn(item));
}

function drawn(item: JsonObject | null): View[] {
  const content = readString(item ?? {}, "content");
  return readString(item ?? {}, "tag") === "lark_md" ? markdown(content) : plain(content);
}

function text(from: JsonObject, key: string): string {
  return readString(readObject(from, key) ?? {}, "content");
}
