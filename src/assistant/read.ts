import type { JsonObject } from "../json/parse.ts";
import { readObject, readObjects, readString } from "../json/read.ts";
import type { AssistantEvent, Common } from "./event.ts";
import { extractOf, namedExtract } from "./extract.ts";
import { dialects } from "./normalize.ts";
import { projectOf } from "./project.ts";
import { object, type Source, sourceOf, text, typeOf } from "./source.ts";

/**
 * The event that a hook's payload tells of, whichever assistant sent it. `words` are the hook's arguments
 * that are no payload: an assistant's name (`codex`) or the event, where the payload names neither.
 * `null` and values of another type count as absent; nothing throws.
 */
export function readEvent(payload: JsonObject, words: string[] = []): AssistantEvent {
  const source = sourceOf(payload, words);
  const read = Object.hasOwn(readers, source.event) ? readers[source.event] : undefined;
  return read?.(source, common(source)) ?? { ...common(source), kind: "other" };
}

type Reader = (source: Source, common: Common) => AssistantEvent;

/** By the event's name in Claude Code. */
const readers: Record<string, Reader> = {
  Stop: stop,
  // Only of a subagent; without one it is an event like any other.
  SubagentStop: (source, common) => (common.agentId ? stop(source, common) : { ...common, kind: "other" }),
  StopFailure: failure,
  Notification: notification,
  PermissionRequest: request,
};

function common(source: Source): Common {
  const cwd = text(source, "cwd");
  return {
    assistant: source.assistant,
    name: source.given || "Unknown",
    cwd,
    project: projectOf(cwd),
    session: text(source, "session") || "Unknown",
    promptId: text(source, "prompt"),
    agentId: text(source, "agent"),
    agentType: text(source, "agentType"),
  };
}

function stop(source: Source, common: Common): AssistantEvent {
  const said = text(source, "text");
  // Claude Code's Stop has no status; Cursor's says how the turn ended.
  const status = text(source, "status");
  if (status === "aborted") return { ...common, kind: "interrupted" };
  if (status === "error") return { ...common, kind: "failure", error: "error", details: "", text: said };
  const isSilent = !said && !dialects[source.assistant].tells;
  return { ...common, kind: "stop", text: isSilent ? null : said, running: running(source.payload) };
}

function running(payload: JsonObject): number {
  const tasks = readObjects(payload, "background_tasks");
  return tasks.filter((task) => readString(task, "status", "running") === "running").length;
}

function failure(source: Source, common: Common): AssistantEvent {
  const thrown = object(source, "error") ?? {};
  return {
    ...common,
    kind: "failure",
    error: text(source, "error") || readString(thrown, "name"),
    details: text(source, "details"),
    text: text(source, "text") || readString(thrown, "message"),
  };
}

function notification(source: Source, common: Common): AssistantEvent {
  const [message, type] = [text(source, "message"), typeOf(source)];
  if (type === "permission_prompt") return permission(source, common, message);
  if (type === "idle_prompt") return { ...common, kind: "idle", message };
  return { ...common, kind: "notification", message, type };
}

function permission(source: Source, common: Common, message: string): AssistantEvent {
  const details = readObject(source.payload, "details") ?? {};
  const input = object(source, "input");
  const told = text(source, "tool") || readString(details, "toolName") || readString(details, "title");
  const extract = input ? extractOf(input) : namedExtract(details);
  return { ...common, kind: "permission", message, tool: toolIn(message) || told, extract };
}

/** What follows `permission to use `, up to the line's end. Newer releases no longer say it. */
function toolIn(message: string): string {
  const [, rest = ""] = /permission to use ([^\r\n]{0,300})/.exec(message) ?? [];
  return rest.replace(/[\s.,:;!?。，：；！？]+$/u, "");
}

function request(source: Source, common: Common): AssistantEvent {
  const input = object(source, "input");
  return { ...common, kind: "request", tool: text(source, "tool"), extract: input ? extractOf(input) : "" };
}
