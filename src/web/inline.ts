import { el, type View } from "./view.ts";

// The marks of the platform's small markdown inside a line, read into views. Every run is bounded, so
// that hostile text costs no more than its length. Source:
// https://open.feishu.cn/document/common-capabilities/message-card/message-cards-content/using-markdown-tags

/** `text` is what is shown, `about` says more: an address, a colour, a person. */
type Mark = { pattern: RegExp; view: (text: string, about: string) => View };

const colours = new Set(["green", "red", "grey", "blue", "orange", "yellow", "purple", "turquoise"]);

const marks: Mark[] = [
  { pattern: /\*\*(?=\S)(?<text>.{1,1000}?)\*\*/, view: (text) => el("strong", "", ...inline(text)) },
  { pattern: /__(?=\S)(?<text>.{1,1000}?)__/, view: (text) => el("strong", "", ...inline(text)) },
  { pattern: /~~(?=\S)(?<text>.{1,1000}?)~~/, view: (text) => el("s", "", ...inline(text)) },
  { pattern: /\*(?=[^\s*])(?<text>[^*]{1,1000}?)\*/, view: (text) => el("em", "", ...inline(text)) },
  {
    pattern: /!\[(?<text>[^\]]{0,500})\]\((?<about>[^)]{1,1000})\)/,
    view: (text) => el("span", "image", `🖼 ${text}`),
  },
  { pattern: /\[(?<text>[^\]]{1,500})\]\((?<about>[^)]{1,1000})\)/, view: link },
  {
    pattern: /<a\b(?<about>[^>]{0,1000})>(?<text>.{0,1000}?)<\/a>/,
    view: (text, about) => link(text, attribute(about, "href")),
  },
  {
    pattern: /<at\b(?<about>[^>]{0,300})>(?:[^<]{0,300}<\/at>)?/,
    view: (_, about) => el("span", "mention", `@${attribute(about, "id|ids|email") || "?"}`),
  },
  {
    pattern: /<font\b(?<about>[^>]{0,300})>(?<text>.{0,1000}?)<\/font>/,
    view: (text, about) => el("span", tint(about), ...inline(text)),
  },
  {
    pattern: /<text_tag\b(?<about>[^>]{0,300})>(?<text>.{0,1000}?)<\/text_tag>/,
    view: (text, about) => el("span", `tag ${tint(about)}`.trim(), ...inline(text)),
  },
];

/** Any mark; its number is in the name of its group. */
const any = new RegExp(marks.map(({ pattern }, i) => `(?<m${i}>${pattern.source})`).join("|"), "g");

/** One line of markdown as views. What is no mark is text. */
export function inline(line: string): View[] {
  const views: View[] = [];
  let end = 0;
  for (const { 0: whole, index, groups = {} } of line.matchAll(any)) {
    const mark = marks.find((_, i) => groups[`m${i}`] !== undefined);
    views.push(decode(line.slice(end, index)), mark?.view(groups.text ?? "", groups.about ?? "") ?? whole);
    end = index + whole.length;
  }
  return [...views, decode(line.slice(end))].filter((view) => view !== "");
}

/** A link leads nowhere from this page: its address is text. */
function link(text: string, address: string): View {
  return el("span", "link", ...inline(text), el("span", "address", ` ${address}`));
}

const names: Record<string, string> = { lt: "<", gt: ">", amp: "&", quot: '"', nbsp: "\u00a0", sim: "∼" };

/** The platform shows entities as what they stand for: that is how its marks are escaped. */
function decode(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|(\w{2,4}));/g, (entity, code?: string, name?: string) => {
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
