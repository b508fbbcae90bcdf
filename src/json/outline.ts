import { parseJson } from "./parse.ts";

/** Where a value stands in a JSON text: `text.slice(start, end)` spells it. */
export type Outline = {
  kind: "object" | "array" | "scalar";
  start: number;
  end: number;
  /** What an object or array holds, in order; of a key that stands twice, both. */
  members: Member[];
};

/** One member of an object or array; it ends where its value ends. */
export type Member = {
  /** "" in an array. */
  key: string;
  /** Where the key begins, in an array the value. */
  start: number;
  value: Outline;
};

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]]|[^\s{}[\],:"]+/g;

/** Where everything stands in `text`, so that a part can be edited and the rest left as it is; null when it is not JSON. */
export function outline(text: string): Outline | null {
  if (parseJson(text) === undefined) return null;
  const holder: Outline = { kind: "array", start: 0, end: text.length, members: [] };
  const open = [holder];
  // The text is JSON, so that commas and colons say nothing that the order does not say.
  for (const { 0: token, index } of text.matchAll(tokens)) {
    const within = open.at(-1) ?? holder;
    if (token === "}" || token === "]") close(open, index + 1);
    else if (isKeyNext(within)) within.members.push({ key: JSON.parse(token), start: index, value: absent });
    else open.push(...valueAt(within, token, index));
  }
  return holder.members[0]?.value ?? null;
}

/** The member of an object that a reader of the text sees under `key`: of several the last; undefined when there is none. */
export function memberOf(object: Outline, key: string): Member | undefined {
  return object.kind === "object" ? object.members.findLast((member) => member.key === key) : undefined;
}

/** Stands for the value of a key until it is read. */
const absent: Outline = { kind: "scalar", start: 0, end: 0, members: [] };

function isKeyNext({ kind, members }: Outline): boolean {
  return kind === "object" && members.at(-1)?.value !== absent;
}

function close(open: Outline[], end: number): void {
  const closed = open.pop();
  if (closed) closed.end = end;
}

/** Puts a value where it belongs; gives it when it has members of its own to come. */
function valueAt({ kind, members }: Outline, token: string, start: number): Outline[] {
  const value: Outline = { kind: kindOf(token), start, end: start + token.length, members: [] };
  const member = members.at(-1);
  if (kind === "object" && member) member.value = value;
  else members.push({ key: "", start, value });
  return value.kind === "scalar" ? [] : [value];
}

function kindOf(token: string): Outline["kind"] {
  if (token === "{") return "object";
  return token === "[" ? "array" : "scalar";
}
