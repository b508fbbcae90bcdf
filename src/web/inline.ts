import { el, type View } from "./view.ts";

// The marks of the platform's small markdown inside a line, read into views. Every run is bounded, so
// that hostile text costs no more than its length. Source:
// https://open.feishu.cn/document/common-capabilities/message-card/message-cards-content/using-markdown-tags

type Mark = { pattern: string; view: (parts: string[]) => View };

const colours = new Set(["green", "red", "grey", "blue", "orange", "yellow", "purple", "turquoise"]);

const marks: Mark[] = [
  { pattern: "\\*\\*(?=\\S)(.{1,1000}?)\\*\\*", view: ([text = ""]) => el("strong", "", ...inline(text)) },
  { pattern: "__(?=\\S)(.{1,1000}?)__", view: ([text = ""]) => el("strong", "", ...inline(text)) },
  { pattern: "~~(?=\\S)(.{1,1000}?)~~", view: ([text = ""]) => el("s", "", ...inline(text)) },
  { pattern: "\\*(?=[^\\s*])([^*]{1,1000}?)\\*", view: ([text = ""]) => el("em", "", ...inline(text)) },
  {
    pattern: "!\\[([^\\]]{0,500})\\]\\(([^)]{1,1000})\\)",
    view: ([alt = ""]) => el("span", "image", `🖼 ${alt}`),
  },
  {
    pattern: "\\[([^\\]]{1,500})\\]\\(([^)]{1,1000})\\)",
    view: ([text = "", url = ""]) => el("span", "link", ...inline(text), el("span", "address", ` ${url}`)),
  },
  {
    pattern: "<at\\b([^>]{0,300})>(?:[^<]{0,300}</at>)?",
    view: ([attributes = ""]) => el("span", "mention", `@${attribute(attributes, "id|ids|email") || "?"}`),
  },
  {
    pattern: "<font\\b([^>]{0,300})>(.{0,1000}?)</font>",
    view: ([attributes = "", text = ""]) => el("span", tint(attributes), ...inline(text)),
  },
  {
    pattern: "<text_tag\\b([^>]{0,300})>(.{0,1000}?)</text_tag>",
    view: ([attributes = "", text = ""]) => el("span", `tag ${tint(attributes)}`.trim(), ...inline(text)),
  },
  {
    pattern: "<a\\b([^>]{0,1000})>(.{0,1000}?)</a>",
    view: ([attributes = "", text = ""]) => {
      const url = attribute(attributes, "href");
      return el("span", "link", ...inline(text || url), el("span", "address", text ? ` ${url}` : ""));
    },
  },
];

/** Each mark's own number of groups comes after those of the marks before it. */
const any = new RegExp(marks.map(({ pattern }, i) => `(?<m${i}>${pattern})`).join("|"), "g");

/** One line of markdown as views. What is no mark is text. */
export function inline(line: string): View[] {
  const views: View[] = [];
  let end = 0;
  for (const found of line.matchAll(any)) {
    views.push(decode(line.slice(end, found.index)), markView(found));
    end = found.index + found[0].length;
  }
  return [...views, decode(line.slice(end))].filter((view) => view !== "");
}

function markView(found: RegExpExecArray): View {
  const at = marks.findIndex((_, i) => found.groups?.[`m${i}`] !== undefined);
  const mark = marks[at];
  const parts = mark ? new RegExp(`^${mark.pattern}$`).exec(found[0]) : null;
  return mark && parts ? mark.view(parts.slice(1)) : found[0];
}

const names: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', nbsp: "\u00a0", sim: "∼" };

/** The platform shows entities as what they stand for: that is how its marks are escaped. */
function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,6})|(\w{2,4}));/g, (entity, code?: string, name?: string) => {
    if (code) return Number(code) <= 0x10ffff ? String.fromCodePoint(Number(code)) : entity;
    return names[name ?? ""] ?? entity;
  });
}

function attribute(attributes: string, name: string): string {
  const [, , value = ""] =
    new RegExp(`\\b(?:${name})\\s*=\\s*(["']?)([^"'\\s>]*)\\1`, "i").exec(attributes) ?? [];
  return value;
}

function tint(attributes: string): string {
  const colour = attribute(attributes, "color");
  return colours.has(colour) ? `tint-${colour}` : "";
}
