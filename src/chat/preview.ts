import { oneLine } from "../cli/log.ts";
import type { Card, Element, Template } from "./card.ts";
import { shown } from "./markdown.ts";

/** The card as a person reads it, for a terminal; `colours` as escape sequences, or none. */
export function previewCard({ header, elements }: Card, colours: boolean): string {
  const style = colours ? escaped : plain;
  const edge = style(tints[header.template], "┃");
  const title = `${style(tints[header.template], style(bold, oneLine(header.title.content)))}${colours ? "" : `  (${header.template})`}`;
  const lines = elements.flatMap((element) => elementLines(element, style));
  return [title, "", ...lines].map((line) => `${edge} ${line}`.trimEnd()).join("\n");
}

type Style = (code: number, text: string) => string;

const bold = 1;
const tints: Record<Template, number> = { green: 32, yellow: 33, blue: 34, orange: 33, red: 31 };

const plain: Style = (_, text) => text;
const escaped: Style = (code, text) => `\x1b[${code}m${text}\x1b[0m`;

function elementLines(element: Element, style: Style): string[] {
  if (element.tag === "hr") return ["─".repeat(40)];
  if (element.tag === "markdown") return textLines(element.content, style);
  return element.fields.flatMap(({ text }, i) => [...(i ? [""] : []), ...textLines(text.content, style)]);
}

/** Fences are left out, what they hold is indented. Foreign text cannot steer the terminal. */
function textLines(content: string, style: Style): string[] {
  let isCode = false;
  return content.split(/\r?\n/).flatMap((line) => {
    if (line === "```") {
      isCode = !isCode;
      return [];
    }
    return isCode ? `  ${oneLine(shown(line))}` : marked(oneLine(line), style);
  });
}

function marked(line: string, style: Style): string {
  return shown(line.replace(/\*\*(.+?)\*\*/g, (_, label: string) => style(bold, label)));
}
