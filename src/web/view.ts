/** A piece of a page: text, which is anybody's, or an element, whose tag and class are always ours. */
export type View = string | { tag: Tag; class: string; children: View[] };

/** The elements that a view is made of. None of them loads or runs anything. */
export type Tag =
  | "article"
  | "blockquote"
  | "br"
  | "code"
  | "div"
  | "em"
  | "h2"
  | "hr"
  | "p"
  | "pre"
  | "s"
  | "span"
  | "strong";

/** An element with a class, or without when it is empty. */
export function el(tag: Tag, className: string, ...children: View[]): View {
  return { tag, class: className, children };
}

/** The text of a view, as it is read. */
export function viewText(view: View): string {
  if (typeof view === "string") return view;
  return view.tag === "br" ? "\n" : view.children.map(viewText).join("");
}
