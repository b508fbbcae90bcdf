import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { eventCard } from "../../src/assistant/card.ts";
import type { AssistantEvent } from "../../src/assistant/event.ts";
import { plainText } from "../../src/assistant/plain.ts";
import { defaults } from "../../src/assistant/preferences.ts";
import { readEvent } from "../../src/assistant/read.ts";
import { withRemembered } from "../../src/assistant/remembered.ts";
import type { Card } from "../../src/chat/card.ts";
import { shown } from "../../src/chat/markdown.ts";
import type { JsonObject } from "../../src/json/parse.ts";
import { claude, time } from "./events.ts";

function golden(title: string, template: string, ...contents: string[]) {
  const elements = contents.map((content) =>
    content === "---" ? { tag: "hr" } : { tag: "markdown", content },
  );
  return { header: { title: { tag: "plain_text", content: title }, template }, elements };
}

/** The contents of a card's markdown, in order. */
function contents({ elements }: Card): string[] {
  return elements.flatMap((element) => (element.tag === "markdown" ? [element.content] : []));
}

const long = "All done: the tests pass, and the summary is long enough to be shown.";
const head = "**项目** shop **Session** 01234567\n**时间** 2025-11-20 09:05:07";
const foot = "**项目** shop **时间** 2025-11-20 09:05:07";

function notice(type: string, message: string): AssistantEvent {
  return claude("Notification", { notification_type: type, message });
}

const cards: [why: string, event: AssistantEvent, expected: object][] = [
  [
    "Stop",
    claude("Stop", { last_assistant_message: long }),
    golden("✅ 任务完成", "green", head, "---", long),
  ],
  [
    "Stop while work runs on",
    claude("Stop", { last_assistant_message: long, background_tasks: [{ status: "running" }, {}] }),
    golden("✅ 任务完成", "green", `${head}\n**后台任务** 还有 2 个在运行`, "---", long),
  ],
  [
    "a permission_prompt that names the tool",
    notice("permission_prompt", "Claude needs your permission to use Bash"),
    golden("🔐 需要授权", "orange", `Claude Code 需要授权使用工具 **Bash**\n\n${foot}`),
  ],
  [
    "a permission_prompt that names none",
    notice("permission_prompt", "Claude needs your permission"),
    golden("🔐 需要授权", "orange", `Claude Code 需要授权使用工具 **未知**\n\n${foot}`),
  ],
  [
    "idle_prompt",
    notice("idle_prompt", "Claude is waiting for your input"),
    golden("💬 等待指令", "blue", `Claude Code 正在等待您的输入\n\n${foot}`),
  ],
  [
    "another notification",
    notice("auth_success", "Signed in"),
    golden("📢 通知", "blue", `Signed in\n\n${foot}`),
  ],
  ["a notification without a type", notice("", "a\nb"), golden("📢 通知", "blue", `a\nb\n\n${foot}`)],
  ["a notification that says nothing", notice("x", " "), golden("📢 通知", "blue", `（无内容）\n\n${foot}`)],
  ["any other event", claude("SessionEnd"), golden("📢 SessionEnd", "blue", foot)],
  [
    "an event that says nothing",
    readEvent({}),
    golden("📢 Unknown", "blue", "**项目** Unknown **时间** 2025-11-20 09:05:07"),
  ],
  [
    "StopFailure",
    claude("StopFailure", {
      error: "rate_limit",
      error_details: "429 Too Many Requests",
      last_assistant_message: "API Error: Rate limit reached",
    }),
    golden(
      "❌ 任务失败",
      "red",
      head,
      "---",
      "**错误** rate&#95;limit：429 Too Many Requests\nAPI Error: Rate limit reached",
    ),
  ],
  [
    "a StopFailure that says nothing",
    claude("StopFailure"),
    golden("❌ 任务失败", "red", head, "---", "**错误** 未知"),
  ],
  [
    "a PermissionRequest that is sent at once",
    claude("PermissionRequest", { tool_name: "Bash", tool_input: { command: "make all" } }),
    golden("🔐 需要授权", "orange", `Claude Code 需要授权使用工具 **Bash**\nmake all\n\n${foot}`),
  ],
  [
    "a subagent's end",
    claude("SubagentStop", { agent_id: "def4567890", agent_type: "Explore", last_assistant_message: long }),
    golden(
      "✅ 任务完成",
      "green",
      "**项目** shop **Session** 01234567 **子代理** Explore\n**时间** 2025-11-20 09:05:07",
      "---",
      long,
    ),
  ],
  [
    "the end of a subagent that has no type",
    claude("Stop", { agent_id: "def4567890", last_assistant_message: long }),
    golden(
      "✅ 任务完成",
      "green",
      "**项目** shop **Session** 01234567 **子代理** def45678\n**时间** 2025-11-20 09:05:07",
      "---",
      long,
    ),
  ],
  [
    "Codex's turn",
    readEvent({
      type: "agent-turn-complete",
      "thread-id": "0123456789",
      cwd: "/a/shop",
      "last-assistant-message": long,
    }),
    golden(
      "✅ 任务完成",
      "green",
      "**项目** shop **Session** 01234567 **助手** Codex\n**时间** 2025-11-20 09:05:07",
      "---",
      long,
    ),
  ],
  [
    "Cursor's turn, which says nothing",
    readEvent({ hook_event_name: "stop", conversation_id: "0123456789", workspace_roots: ["/a/shop"] }),
    golden(
      "✅ 任务完成",
      "green",
      "**项目** shop **Session** 01234567 **助手** Cursor\n**时间** 2025-11-20 09:05:07",
      "---",
      "Cursor 已完成任务",
    ),
  ],
  [
    "Cursor's interrupted turn",
    readEvent({ hook_event_name: "stop", status: "aborted", workspace_roots: ["/a/shop"] }),
    golden("⏹ 任务中断", "blue", `${foot} **助手** Cursor`),
  ],
  [
    "Gemini CLI's question",
    readEvent({
      hook_event_name: "Notification",
      cwd: "/a/shop",
      notification_type: "ToolPermission",
      details: { title: "Shell", command: "npm test" },
    }),
    golden(
      "🔐 需要授权",
      "orange",
      `Gemini CLI 需要授权使用工具 **Shell**\nnpm test\n\n${foot} **助手** Gemini CLI`,
    ),
  ],
];

for (const [why, event, expected] of cards) {
  test(`the golden card: ${why}`, () => {
    assert.deepEqual(eventCard(event, time, defaults), expected);
  });
}

test("a title's prefix stands before it", () => {
  const { header } = eventCard(claude("SessionEnd"), time, { ...defaults, titlePrefix: "[laptop]" });
  assert.equal(header.title.content, "[laptop] 📢 SessionEnd");
});

test("of the captured inputs, the permission shows what the request before it asked for", () => {
  const fixture = join(import.meta.dirname, "../fixtures/claude-code-2.1.329.ndjson");
  const [request, prompt] = readFileSync(fixture, "utf8").split("\n").slice(0, 2);
  const remembered = readEvent(JSON.parse(request ?? ""));
  assert.ok(remembered.kind === "request");
  const event = withRemembered(readEvent(JSON.parse(prompt ?? "")), remembered);
  assert.deepEqual(contents(eventCard(event, time, defaults)).map(shown), [
    "Claude Code 需要授权使用工具 **Bash**\ntouch /home/dev/my_shop_v2/x\n\n" +
      "**项目** my_shop_v2 **时间** 2025-11-20 09:05:07",
  ]);
});

const messages: [why: string, message: string, expected: string][] = [
  ["backticks and bold are removed", "**Done** `a.ts` ***b***", "Done a.ts *b*"],
  ["bold that shows up when backticks are gone is removed", "*`*a*`*", "a"],
  ["the spelt-out line break becomes one", "a\\nb\\\\nc", "a\nb\\\nc"],
  ["fences are removed", "```ts\nx\n```", "ts\nx\n"],
  ["500 code points stay", "🚀".repeat(500), "🚀".repeat(500)],
  ["what is more is cut between code points", `a${"🚀".repeat(500)}`, `a${"🚀".repeat(499)}...`],
  ["the length is counted after cleaning", `${"`".repeat(100)}${"a".repeat(500)}`, "a".repeat(500)],
  ["halves of surrogate pairs become well formed", "a\ud83d`\ude80b", "a\ufffd\ufffdb"],
  [
    "ordinary prose stays",
    "if a < b && my_app_v2 <= 3 - [ ] todo!",
    "if a < b && my_app_v2 <= 3 - [ ] todo!",
  ],
  ["a web link stays", "see [docs](https://a.b/c_d)", "see [docs](https://a.b/c_d)"],
  ["an image becomes words", "![alt](http://a/b.png)", "alt http://a/b.png"],
  ["an image cut in the middle", `${"a".repeat(498)}![b](http://c)`, `${"a".repeat(498)}&#33;[...`],
  ["a mention shows itself", "<at id=all></at>", "&#60;at id=all>&#60;/at>"],
  ["a generic type shows itself", "Map<string>", "Map&#60;string>"],
  ["controls are removed", "a\u0000\u001b[1mb\r\nc\td", "a[1mb\nc\td"],
];

for (const [why, message, expected] of messages) {
  test(`the message of a completion: ${why}`, () => {
    const event = claude("Stop", { last_assistant_message: message });
    assert.equal(contents(eventCard(event, time, defaults))[1], expected);
  });
}

for (const message of ["`".repeat(60), " ".repeat(60)]) {
  test(`a message of 60 ${JSON.stringify(message[0])} is told in our own words`, () => {
    const event = claude("Stop", { last_assistant_message: message });
    assert.equal(contents(eventCard(event, time, defaults))[1], "Claude Code 已完成任务");
  });
}

test("maxChars is how much of a message is shown, and no message is cut to less", () => {
  const shownOf = (event: AssistantEvent) => contents(eventCard(event, time, { ...defaults, maxChars: 5 }));
  assert.equal(shownOf(claude("Stop", { last_assistant_message: "123456" }))[1], "12345...");
  assert.equal(shownOf(claude("Stop", { last_assistant_message: "12345" }))[1], "12345");
  assert.match(shownOf(notice("x", "123456"))[0] ?? "", /^12345\.\.\.\n\n/);
  assert.match(
    shownOf(claude("StopFailure", { last_assistant_message: "123456" }))[1] ?? "",
    /\n12345\.\.\.$/,
  );
});

const forged: JsonObject = {
  cwd: "/a/my_app_v2*<at id=all>[b](http:x)`",
  session_id: "_*😀<1234567890",
};

test("what an event says of itself shows as it is and does not act", () => {
  const permission = {
    ...forged,
    notification_type: "permission_prompt",
    message: "permission to use a_b_c<at id=all>",
  };
  const [content = ""] = contents(eventCard(claude("Notification", permission), time, defaults));
  assert.doesNotMatch(content.replaceAll("**", ""), /[_*`]|<at|\]\(/);
  assert.match(shown(content), /\*\*a_b_c<at id=all>\*\*/);
  assert.match(shown(content), /\*\*项目\*\* my_app_v2\*<at id=all>\[b\]\(http:x\)` /);
  const [start = ""] = contents(eventCard(claude("Stop", forged), time, defaults));
  assert.match(shown(start), /\*\*Session\*\* _\*😀<1234\n/);
});

test("an extract shows as it is, and is cut wherever it was remembered", () => {
  const permission = claude("Notification", { notification_type: "permission_prompt" });
  const extract = `echo my_app_v2 *<at id=all> ![a](http://b) ${"x".repeat(5_000)}`;
  const event = withRemembered(permission, { tool: "Bash", extract });
  const [content = ""] = contents(eventCard(event, time, defaults));
  assert.equal(shown(content).split("\n")[1], `${extract.slice(0, 200)}...`);
  assert.doesNotMatch(content.replaceAll("**", ""), /[_*]|<at|!\[/);
});

test("a notification's message shows as it is, line by line", () => {
  const [content = ""] = contents(
    eventCard(notice("x", "my_app_v2\r\n![a](http://b) <at id=all>"), time, defaults),
  );
  assert.equal(shown(content).split("\n\n")[0], "my_app_v2\n![a](http://b) <at id=all>");
  assert.doesNotMatch(content, /!\[|<at/);
});

test("an event's name in the title is one line, does not act, and is no markdown", () => {
  const title = (name: string) => eventCard(claude(name), time, defaults).header.title.content;
  assert.equal(title("my_event"), "📢 my_event");
  assert.equal(title("a\n<at id=all> b"), "📢 a <\u200bat id=all> b");
  assert.equal([...title("x".repeat(5_000))].length, 153);
});

test("names that would fill the card are cut", () => {
  const more = { cwd: `/${"🚀".repeat(5_000)}`, tool_name: "t".repeat(5_000), tool_input: { command: "c" } };
  const [content = ""] = contents(eventCard(claude("PermissionRequest", more), time, defaults));
  assert.ok(content.includes(`**${"t".repeat(100)}...**`));
  assert.ok(content.includes(`**项目** ${"🚀".repeat(100)}... `));
});

test("the plain text says what the card says, without marks and without mentions", () => {
  const event = claude("Stop", {
    cwd: "/a/my_app_v2",
    last_assistant_message: "Done: a < b <at user_id=all> my__x__",
  });
  assert.equal(
    plainText(event, time, defaults),
    "✅ 任务完成\n\n项目 my_app_v2 Session 01234567\n时间 2025-11-20 09:05:07\n\n" +
      "Done: a < b <\u200bat user_id=all> my__x__",
  );
});
