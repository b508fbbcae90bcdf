import { type Card, card, type Element, type Template } from "../chat/card.ts";
import { disarmed, literal, prose } from "../chat/markdown.ts";
import { stamp } from "../time/stamp.ts";
import { cleanMessage } from "./clean.ts";
import { cut, cutLine, start } from "./cut.ts";
import type { AssistantEvent, Kind } from "./event.ts";
import type { Preferences } from "./preferences.ts";

/** The card of an event (4.3): valid, well-formed and far below 30 KB, whatever the event holds. */
export function eventCard(
  event: AssistantEvent,
  time: Date,
  { maxChars, titlePrefix }: Pick<Preferences, "maxChars" | "titlePrefix">,
): Card {
  const [title, template] = headings[event.kind];
  const words = [titlePrefix, title, event.kind === "other" ? event.name : ""].filter(Boolean);
  return card(disarmed(cutLine(words.join(" "), 150)), template, elements(event, stamp(time), maxChars));
}

const headings: Record<Kind, [title: string, template: Template]> = {
  stop: ["✅ 任务完成", "green"],
  interrupted: ["⏹ 任务中断", "blue"],
  failure: ["❌ 任务失败", "red"],
  permission: ["🔐 需要授权", "orange"],
  request: ["🔐 需要授权", "orange"],
  idle: ["💬 等待指令", "blue"],
  notification: ["📢 通知", "blue"],
  other: ["📢", "blue"],
};

function elements(event: AssistantEvent, time: string, maxChars: number): Element[] {
  switch (event.kind) {
    case "stop":
      return [markdown(head(event, time)), { tag: "hr" }, markdown(result(event, maxChars))];
    case "failure":
      return [markdown(head(event, time)), { tag: "hr" }, markdown(reason(event, maxChars))];
    case "permission":
    case "request":
      return [markdown(`${asked(event)}\n\n${foot(event, time)}`)];
    case "idle":
      return [markdown(`${event.assistant} 正在等待您的输入\n\n${foot(event, time)}`)];
    case "notification":
      return [markdown(`${lines(event.message, maxChars)}\n\n${foot(event, time)}`)];
    default:
      return [markdown(foot(event, time))];
  }
}

function head(event: AssistantEvent, time: string): string {
  const first = [
    labelled("项目", event.project),
    labelled("Session", start(event.session, 8)),
    ...assistant(event),
    ...(event.agentId ? [labelled("子代理", event.agentType || start(event.agentId, 8))] : []),
  ];
  const still = event.kind === "stop" && event.running > 0;
  const tasks = still ? `\n**后台任务** 还有 ${event.running} 个在运行` : "";
  return `${first.join(" ")}\n**时间** ${time}${tasks}`;
}

function foot(event: AssistantEvent, time: string): string {
  return [labelled("项目", event.project), `**时间** ${time}`, ...assistant(event)].join(" ");
}

/** Only the cards of the others name the assistant: Claude Code's are specified. */
function assistant(event: AssistantEvent): string[] {
  return event.assistant === "Claude Code" ? [] : [labelled("助手", event.assistant)];
}

function result(event: AssistantEvent & { kind: "stop" }, maxChars: number): string {
  return shownMessage(event.text ?? "", maxChars) || `${event.assistant} 已完成任务`;
}

function reason({ error, details, text }: AssistantEvent & { kind: "failure" }, maxChars: number): string {
  const what = [error || "未知", details].map((part) => literal(cut(part, nameLength))).filter(Boolean);
  return [`**错误** ${what.join("：")}`, shownMessage(text, maxChars)].filter(Boolean).join("\n");
}

function asked({ assistant, tool, extract }: AssistantEvent & { kind: "permission" | "request" }): string {
  const sentence = `${assistant} 需要授权使用工具 **${name(tool) || "未知"}**`;
  return extract ? `${sentence}\n${literal(cut(extract, 200))}` : sentence;
}

function lines(message: string, maxChars: number): string {
  const shown = cut(message, maxChars)
    .split(/\r\n?|\n/)
    .map(literal)
    .join("\n");
  return shown.trim() || "（无内容）";
}

function shownMessage(text: string, maxChars: number): string {
  const shown = prose(cleanMessage(text, maxChars));
  return shown.trim() ? shown : "";
}

/** A name fills no card. */
const nameLength = 100;

function name(text: string): string {
  return literal(cut(text, nameLength));
}

function labelled(label: string, text: string): string {
  return `**${label}** ${name(text) || "Unknown"}`;
}

function markdown(content: string): Element {
  return { tag: "markdown", content };
}
