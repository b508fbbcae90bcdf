import { type Json, type JsonObject, parseObject } from "../json/parse.ts";
import { readString } from "../json/read.ts";
import { failedIn, updatedIn } from "./names.ts";
import { reportText } from "./report.ts";

const actions = ["start", "stop", "update"] as const;

/** What happened to one container. */
export type Action = (typeof actions)[number];

/** What a payload asks to be told. */
export type News =
  /** `report` is what names the containers: the message, or the text of the JSON document in it. */
  | { kind: "message"; message: string; report: string }
  /** The name without leading slash, the image without its registry. */
  | { kind: "event"; action: Action; container: string; image: string };

/** A payload as it was understood; one that is ignored says why, and what to configure. */
export type Update = News | { kind: "ignored"; why: string };

/**
 * Reads the updater's payload: `message` (generic), a known `Action` (container event), or a document of
 * Watchtower's JSON templates.
 */
export function parseUpdate(text: string): Update {
  const payload = parseObject(text);
  if (!payload) return { kind: "ignored", why: "standard input is not a JSON object" };
  if (Object.hasOwn(payload, "message")) return told(messageText(payload.message));
  const action = actions.find((known) => known === readString(payload, "Action"));
  if (action) return event(action, payload);
  const report = reportText(payload);
  if (report !== null) return told(report);
  return { kind: "ignored", why: unknown(payload) };
}

/** Whether there is something for somebody who wants changes only; failures too, where they are flagged. */
export function isChange(news: News, flagFailures: boolean): boolean {
  if (news.kind === "event") return true;
  return updatedIn(news.report).any || (flagFailures && failedIn(news.report).any);
}

/** A template of Watchtower can put its JSON into the message; the details stay as they came. */
function told(message: string): Update {
  const document = message.trimStart().startsWith("{") ? parseObject(message) : null;
  return { kind: "message", message, report: (document && reportText(document)) ?? message };
}

function messageText(message: Json | undefined): string {
  return typeof message === "string" ? message : JSON.stringify(message);
}

function event(action: Action, payload: JsonObject): Update {
  const container = readString(payload, "Name").replace(/^\/+/, "") || "unknown";
  const image = readString(payload, "ImageName").split("/").at(-1) || "unknown";
  return { kind: "event", action, container, image };
}

function unknown(payload: JsonObject): string {
  const keys = JSON.stringify(Object.keys(payload).slice(0, 8)).slice(0, 200);
  return (
    `the payload has no "message" and no Action of start, stop or update (its keys: ${keys}); ` +
    "let Watchtower's notification URL be generic+http://<relay>:9388/notify (plain text) " +
    "or generic://<relay>:9388/notify?template=json&disabletls=yes, without messagekey"
  );
}
