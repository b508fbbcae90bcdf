import type { JsonObject } from "../json/parse.ts";
import { stamp } from "../time/stamp.ts";
import { cardView } from "./card.ts";
import { plain } from "./markdown.ts";
import { el, type View } from "./view.ts";

/** What the page shows of a message that arrived, or of a request that was refused. */
export type Item = {
  id: number;
  /** ISO 8601. */
  time: string;
  kind: "webhook" | "im" | "token" | "lookup";
  to: string;
  msgType: string;
  bytes: number;
  signed: boolean;
  card?: JsonObject;
  text?: string;
  /** Of a refused request. */
  code?: number;
  status?: number;
  reason?: string;
};

/** The newest items, oldest first, and which list they belong to: a reader starts over when it changes. */
export type Feed = { epoch: number; entries: { id: number; view: View }[] };

/** The most items that the page shows. */
export const shownMost = 200;

/** The platform's guide asks for bodies of at most this many bytes; larger ones may be refused. */
const bytesAdvised = 20_000;

const kinds: Record<Item["kind"], string> = {
  webhook: "Group chat",
  im: "Private chat",
  token: "Token request",
  lookup: "Look-up of people",
};

/** The items that a page lacks which has seen list `epoch` up to item `after`. */
export function feed(items: Item[], epoch: number, seen: { epoch: number; after: number }): Feed {
  const after = seen.epoch === epoch ? seen.after : 0;
  const fresh = items
    .filter(({ id }) => id > after)
    .toSorted((a, b) => a.id - b.id)
    .slice(-shownMost);
  return { epoch, entries: fresh.map((item) => ({ id: item.id, view: itemView(item) })) };
}

function itemView(item: Item): View {
  const isRefused = item.reason !== undefined;
  return el(
    "article",
    isRefused ? "refused" : "",
    el("div", "meta", ...meta(item)),
    isRefused ? refusalView(item) : content(item),
  );
}

function meta({ kind, to, time, bytes, signed }: Item): View[] {
  const whom = kind === "webhook" ? `webhook ${to}` : to;
  const size = `${bytes.toLocaleString("en")} bytes`;
  const facts = [kinds[kind], whom, stamp(new Date(time)), size, signed ? "signed" : ""];
  const views = facts.filter(Boolean).map((fact, i) => el("span", i ? "" : "kind", fact));
  return bytes > bytesAdvised ? [...views, el("span", "warning", "over the advised 20,000 bytes")] : views;
}

function content({ card, text = "" }: Item): View {
  return card ? cardView(card) : el("div", "bubble", ...plain(text));
}

function refusalView({ code, status, reason = "", msgType }: Item): View {
  const more = [status ? `HTTP ${status}` : "no reply", msgType && `msg_type ${msgType}`];
  return el(
    "div",
    "refusal",
    el("strong", "", code ? `Refused: ${code}` : "Refused"),
    el("span", "", ` ${more.filter(Boolean).join(", ")}`),
    el("p", "", reason),
  );
}
