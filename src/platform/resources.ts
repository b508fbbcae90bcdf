import type { Flaw } from "./flaw.ts";

// People and images that a card's text refers to. Only the app's own can be shown, and one that is not
// makes the platform refuse the whole card. Source, sub-codes of 230099:
// https://open.feishu.cn/document/server-docs/im-v1/message/create

/** Tells whether a person's id or address is known to the app. */
export type Knows = (person: string) => boolean;

/** The flaws of a `lark_md` text: it knows people but no images, and no code blocks either. */
export function* personFlaws(text: string, knows: Knows): Iterable<Flaw> {
  for (const [tag, attributes = ""] of text.matchAll(/<(?:at|person)\b([^>]*)>/gi)) {
    const people = readPeople(attributes);
    if (people.length === 0 || people.some((person) => person !== "all" && !knows(person)))
      yield { code: 100290, msg: "There is an invalid user resource(at/person) in your card", value: tag };
  }
}

/** The flaws of a `markdown` element: people and images, but not inside a code block. */
export function* markdownFlaws(text: string, knows: Knows): Iterable<Flaw> {
  const outside = text.replace(/^```.*?(?:^```|$(?!\n))/gms, "");
  yield* personFlaws(outside, knows);
  for (const [, key = ""] of outside.matchAll(/!\[[^\]]*\]\(([^)]*)\)/g)) yield* imageFlaws(key);
}

/** The flaw of an image key: images are uploaded first, a web address or a path is none. */
export function* imageFlaws(key: string): Iterable<Flaw> {
  if (/^img_[\w-]+$/.test(key)) return;
  yield { code: 200570, msg: "card contains invalid image keys", value: `image key ${key}` };
}

function readPeople(attributes: string): string[] {
  const [, , given = ""] = /\b(?:id|ids|email)\s*=\s*(["']?)([^"'\s>]*)\1/i.exec(attributes) ?? [];
  return given.split(",").filter(Boolean);
}
