import { isObject, type Json, type JsonObject } from "../json/parse.ts";
import { readArray, readString } from "../json/read.ts";
import { type Flaw, malformed } from "./flaw.ts";
import { imageFlaws, type Knows, markdownFlaws, personFlaws } from "./resources.ts";

// What the elements of a card must look like. Source, JSON 1.0 and 2.0:
// https://open.feishu.cn/document/feishu-cards/card-components

type Check = (element: JsonObject, at: string, knows: Knows) => Iterable<Flaw>;

/** The elements whose fields are checked. */
const checked: Record<string, Check> = {
  div: checkDiv,
  markdown: checkMarkdown,
  hr: () => [],
  img: checkImage,
  note: (element, at, knows) => checkList(element, "elements", at, knows, checkNoteItem),
  action: (element, at, knows) => checkList(element, "actions", at, knows, checkElement),
  button: (element, at, knows) => checkText(element.text, `${at} -> text`, knows),
  column_set: (element, at, knows) => checkList(element, "columns", at, knows, checkColumn),
  collapsible_panel: (element, at, knows) => checkList(element, "elements", at, knows, checkElement),
  person: (element, at) => (readString(element, "user_id") ? [] : [malformed(`no user_id, path: ${at}`)]),
};

/** The elements that the platform has and whose fields are taken as they are. */
const unchecked = new Set(
  `audio chart checker column date_picker form img_combination input interactive_container multi_select_person
  multi_select_static overflow person_list picker_datetime picker_time select_img select_person select_static
  table`.split(/\s+/),
);

/** The flaws of one element; `at` is its path in the card. */
export function* checkElement(element: Json, at: string, knows: Knows): Iterable<Flaw> {
  const tag = isObject(element) ? readString(element, "tag") : "";
  const path = `${at}(tag: ${tag})`;
  if (!isObject(element) || !tag) yield malformed(`no tag, path: ${at}`);
  else if (Object.hasOwn(checked, tag)) yield* checked[tag]?.(element, path, knows) ?? [];
  else if (!unchecked.has(tag)) yield malformed(`not support tag: ${tag}, path: ${at}`);
}

/** The flaws of a text object: plain text or the platform's small markdown. */
export function* checkText(
  text: Json | undefined,
  at: string,
  knows: Knows,
  allowed = ["plain_text", "lark_md"],
): Iterable<Flaw> {
  if (!isObject(text)) return yield malformed(`no text object, path: ${at}`);
  const tag = readString(text, "tag");
  if (!allowed.includes(tag)) return yield malformed(`not support tag: ${tag}, path: ${at}`);
  if (typeof text.content !== "string") return yield malformed(`content is not a string, path: ${at}`);
  if (tag === "lark_md") yield* personFlaws(text.content, knows);
}

function* checkDiv(element: JsonObject, at: string, knows: Knows): Iterable<Flaw> {
  if (!("text" in element) && !("fields" in element)) yield malformed(`neither text nor fields, path: ${at}`);
  if ("text" in element) yield* checkText(element.text, `${at} -> text`, knows);
  if ("fields" in element) yield* checkList(element, "fields", at, knows, checkField);
  if ("extra" in element) yield* checkElement(element.extra ?? null, `${at} -> extra`, knows);
}

function* checkField(field: Json, at: string, knows: Knows): Iterable<Flaw> {
  if (!isObject(field)) return yield malformed(`no field object, path: ${at}`);
  if (!["boolean", "undefined"].includes(typeof field.is_short))
    yield malformed(`is_short is not a boolean, path: ${at}`);
  yield* checkText(field.text, `${at} -> text`, knows);
}

function* checkMarkdown(element: JsonObject, at: string, knows: Knows): Iterable<Flaw> {
  if (typeof element.content === "string") yield* markdownFlaws(element.content, knows);
  else yield malformed(`content is not a string, path: ${at}`);
}

function* checkImage(element: JsonObject, at: string, knows: Knows): Iterable<Flaw> {
  yield* imageFlaws(readString(element, "img_key"));
  yield* checkText(element.alt, `${at} -> alt`, knows, ["plain_text"]);
}

function* checkNoteItem(item: Json, at: string, knows: Knows): Iterable<Flaw> {
  if (isObject(item) && item.tag === "img") yield* checkImage(item, at, knows);
  else yield* checkText(item, at, knows);
}

function* checkColumn(column: Json, at: string, knows: Knows): Iterable<Flaw> {
  if (!isObject(column) || column.tag !== "column") yield malformed(`not a column, path: ${at}`);
  else yield* checkList(column, "elements", at, knows, checkElement);
}

function* checkList(
  element: JsonObject,
  key: string,
  at: string,
  knows: Knows,
  check: (item: Json, at: string, knows: Knows) => Iterable<Flaw>,
): Iterable<Flaw> {
  const items = readArray(element, key);
  if (!items) return yield malformed(`${key} is not a list, path: ${at}`);
  for (const [i, item] of items.entries()) yield* check(item, `${at} -> ${key} -> [${i}]`, knows);
}
