import { isObject, type Json, type JsonObject } from "../json/parse.ts";
import { readArray, readObject } from "../json/read.ts";
import { checkElement, checkText } from "./elements.ts";
import { type Flaw, malformed } from "./flaw.ts";
import type { Knows } from "./resources.ts";

/** The colours that a card's header can have. */
export const templates = `blue wathet turquoise green yellow orange red carmine violet purple indigo grey
  default`.split(/\s+/);

/** The elements that JSON 2.0 gave up: https://open.feishu.cn/document/feishu-cards/card-json-v2-breaking-changes-release-notes */
const gone = ["action", "note"];

/** The most objects with a `tag` that a card may hold, nested ones included. */
const elementLimit = 200;

/**
 * The first reason why the platform would refuse a card of JSON 1.0 (or 2.0, when it says so), or null.
 * Elements that we never send are recognised by their tag and not looked into.
 */
export function cardFlaw(card: JsonObject, knows: Knows): Flaw | null {
  for (const flaw of cardFlaws(card, knows)) return flaw;
  return null;
}

function* cardFlaws(card: JsonObject, knows: Knows): Iterable<Flaw> {
  if (card.type === "template") return yield { code: 200380, msg: "template does not exist", value: "" };
  const isNew = card.schema === "2.0";
  if ("header" in card) yield* headerFlaws(card.header, isNew, knows);
  if (isNew && "elements" in card) yield malformed("unknown property, property: elements, path: ROOT");
  const elements = readArray((isNew ? readObject(card, "body") : card) ?? {}, "elements");
  const root = isNew ? "ROOT -> body -> elements" : "ROOT -> elements";
  if (!elements) return yield malformed(`no list of elements, path: ${root}`);
  for (const [i, element] of elements.entries()) {
    if (isNew) yield* goneFlaws(element);
    yield* checkElement(element, `${root} -> [${i}]`, knows);
  }
  if (countTags(elements) > elementLimit) yield { code: 11310, msg: "element exceeds the limit", value: "" };
}

function* headerFlaws(header: Json | undefined, isNew: boolean, knows: Knows): Iterable<Flaw> {
  const at = "ROOT -> header";
  if (!isObject(header)) return yield malformed(`header is not an object, path: ${at}`);
  yield* checkText(header.title, `${at} -> title`, knows, isNew ? ["plain_text", "lark_md"] : ["plain_text"]);
  const { template = "default" } = header;
  if (!templates.includes(String(template))) yield malformed(`unknown template: ${template}, path: ${at}`);
}

function* goneFlaws(element: Json): Iterable<Flaw> {
  const tag = isObject(element) ? String(element.tag) : "";
  if (!gone.includes(tag)) return;
  const msg = "cards of schema V2 no longer support this capability";
  yield { code: 200861, msg, value: `unsupported tag ${tag}` };
}

function countTags(value: Json): number {
  if (typeof value !== "object" || value === null) return 0;
  const own = !Array.isArray(value) && typeof value.tag === "string" ? 1 : 0;
  return Object.values(value).reduce<number>((sum, part) => sum + countTags(part), own);
}
