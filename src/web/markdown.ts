import { inline } from "./inline.ts";
import { el, type View } from "./view.ts";

/**
 * The platform's small markdown as views: line breaks, rules, code blocks and the marks of `inline`.
 * A code block that nobody closes goes on to the end.
 */
export function markdown(text: string): View[] {
  const views: View[] = [];
  let code: string[] | null = null;
  for (const line of text.split(/\r\n?|\n/)) {
    const isFence = /^```/.test(line);
    if (code && isFence) {
      views.push(codeBlock(code));
      code = null;
    } else if (code) code.push(line);
    else if (isFence) code = [];
    else if (/^ *-{3,} *$/.test(line)) views.push(el("hr", ""));
    else views.push(...lineBreak(views), ...inline(line));
  }
  return code ? [...views, codeBlock(code)] : views;
}

/** Plain text as views: nothing in it but line breaks means anything. */
export function plain(text: string): View[] {
  return text.split(/\r\n?|\n/).flatMap((line, i) => (i ? [el("br", ""), line] : [line]));
}

function codeBlock(lines: string[]): View {
  return el("pre", "", lines.join("\n"));
}

/** A line follows a line; blocks stand on their own. */
function lineBreak(before: View[]): View[] {
  const last = before.at(-1);
  const isBlock = typeof last === "object" && (last.tag === "pre" || last.tag === "hr");
  return last === undefined || isBlock ? [] : [el("br", "")];
}
