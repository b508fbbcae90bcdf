import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { chatOf } from "./support/chat.ts";
import { newPerson } from "./support/person.ts";
import { startPlatform } from "./support/platform.ts";

const done = { code: 0, signal: null, stdout: "", stderr: "" };
const long = "All done: the tests pass, and the summary is long enough to be shown.";
const head = "**项目** shop **Session** 01234567\n**时间** TIME";
const foot = "**项目** shop **时间** TIME";

/** An event of Claude Code in a folder of its own, as JSON. */
function claude(name: string, more: object = {}): string {
  return JSON.stringify({ hook_event_name: name, session_id: "0123456789", cwd: "/home/dev/shop", ...more });
}

function notice(type: string, message: string): string {
  return claude("Notification", { notification_type: type, message });
}

function captured(file: string): string[] {
  const text = readFileSync(join(import.meta.dirname, "fixtures", file), "utf8");
  return text.split("\n").filter(Boolean);
}

test("the events that were captured, in their order, give exactly the specified cards", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  for (const event of captured("claude-code-2.1.329.ndjson"))
    assert.deepEqual(await person.hook([], { stdin: event }), done);
  const [project, where] = ["**项目** my&#95;shop&#95;v2", "**项目** my&#95;shop&#95;v2 **时间** TIME"];
  assert.deepEqual(chatOf(platform), [
    [
      "🔐 需要授权",
      "orange",
      `Claude Code 需要授权使用工具 **Bash**\ntouch /home/dev/my&#95;shop&#95;v2/x\n\n${where}`,
    ],
    [
      "✅ 任务完成",
      "green",
      `${project} **Session** 6e47eb46\n**时间** TIME`,
      "hr",
      "All done: the tests pass and the summary is long enough to be shown in a card, certainly more than fifty characters.",
    ],
    ["💬 等待指令", "blue", `Claude Code 正在等待您的输入\n\n${where}`],
    ["📢 SessionEnd", "blue", where],
    [
      "❌ 任务失败",
      "red",
      `${project} **Session** c5daf2c0\n**时间** TIME`,
      "hr",
      "**错误** unknown\nAPI Error: 400 prompt is not acceptable",
    ],
    ["📢 SessionEnd", "blue", where],
  ]);
  assert.deepEqual(platform.refusals(), []);
});

const cards: [why: string, event: string, card: string[]][] = [
  ["Stop", claude("Stop", { last_assistant_message: long }), ["✅ 任务完成", "green", head, "hr", long]],
  [
    "Stop with a message of exactly 50 characters, each of them two units long",
    claude("Stop", { last_assistant_message: "🚀".repeat(50) }),
    ["✅ 任务完成", "green", head, "hr", "🚀".repeat(50)],
  ],
  [
    "Stop with more than 500 characters, cut between two of them",
    claude("Stop", { last_assistant_message: "🚀".repeat(501) }),
    ["✅ 任务完成", "green", head, "hr", `${"🚀".repeat(500)}...`],
  ],
  [
    "Stop with signs that are taken away",
    claude("Stop", { last_assistant_message: `**Done**\\n\`npm test\` passes. ${long}` }),
    ["✅ 任务完成", "green", head, "hr", `Done\nnpm test passes. ${long}`],
  ],
  [
    "Stop while work runs on in the background",
    claude("Stop", { last_assistant_message: long, background_tasks: [{ status: "running" }] }),
    ["✅ 任务完成", "green", `${head}\n**后台任务** 还有 1 个在运行`, "hr", long],
  ],
  [
    "Stop with an image and a mention, which the platform would refuse",
    claude("Stop", { last_assistant_message: `${long} ![plan](https://example.com/a.png) <at id=all></at>` }),
    ["✅ 任务完成", "green", head, "hr", `${long} plan https://example.com/a.png &#60;at id=all>&#60;/at>`],
  ],
  [
    "permission_prompt that names its tool",
    notice("permission_prompt", "Claude needs your permission to use Bash"),
    ["🔐 需要授权", "orange", `Claude Code 需要授权使用工具 **Bash**\n\n${foot}`],
  ],
  [
    "permission_prompt that names none, of which nothing is remembered",
    notice("permission_prompt", "Claude needs your permission"),
    ["🔐 需要授权", "orange", `Claude Code 需要授权使用工具 **未知**\n\n${foot}`],
  ],
  [
    "idle_prompt",
    notice("idle_prompt", "Claude is waiting for your input"),
    ["💬 等待指令", "blue", `Claude Code 正在等待您的输入\n\n${foot}`],
  ],
  [
    "a notification of another type",
    notice("auth_success", "Signed in to my_app"),
    ["📢 通知", "blue", `Signed in to my&#95;app\n\n${foot}`],
  ],
  ["any other event", claude("PreCompact"), ["📢 PreCompact", "blue", foot]],
  ["an object that says nothing", "{}", ["📢 Unknown", "blue", "**项目** Unknown **时间** TIME"]],
  [
    "values of other types, which count as absent",
    '{"cwd":null,"hook_event_name":["Notification"],"session_id":7,"message":{},"notification_type":null}',
    ["📢 通知", "blue", "（无内容）\n\n**项目** Unknown **时间** TIME"],
  ],
  [
    "a folder of Windows",
    claude("PreCompact", { cwd: "C:\\src\\my_app_v2\\" }),
    ["📢 PreCompact", "blue", "**项目** my&#95;app&#95;v2 **时间** TIME"],
  ],
];

for (const [why, event, card] of cards) {
  test(`hook sends a card for ${why}`, async (t) => {
    const platform = await startPlatform(t);
    const ended = await newPerson(t, platform).hook([], { stdin: event });
    assert.deepEqual([ended, chatOf(platform)], [done, [card]]);
  });
}

const silent: [why: string, event: string][] = [
  ["Stop with 49 characters", claude("Stop", { last_assistant_message: "x".repeat(49) })],
  ["Stop with 49 characters of two units each", claude("Stop", { last_assistant_message: "🚀".repeat(49) })],
  ["Stop without a message", claude("Stop")],
  ["Stop with null for a message", claude("Stop", { last_assistant_message: null })],
  ["Stop of a subagent", claude("Stop", { last_assistant_message: long, agent_id: "def456" })],
  ["SubagentStop", claude("SubagentStop", { last_assistant_message: long, agent_id: "def456" })],
  ["PermissionRequest", claude("PermissionRequest", { tool_name: "Bash", tool_input: { command: "ls" } })],
  ["no input", ""],
  ["blank input", " \n"],
  ["no JSON", "permission to use"],
  ["half of a document", claude("PreCompact").slice(0, -1)],
  ["an array", "[{}]"],
  ["null", "null"],
];

for (const [why, stdin] of silent) {
  test(`hook sends nothing for ${why}, and exits 0`, async (t) => {
    const platform = await startPlatform(t);
    const person = newPerson(t, platform);
    assert.deepEqual(await person.hook([], { stdin }), done);
    assert.deepEqual([platform.messages(), platform.told()], [[], []]);
    assert.match(person.read(`${person.home}/.local/state/shipbell/hook.log`), /"nothing":".+"/);
  });
}

/** `YYYY-MM-DD HH:MM:SS` of so many hours from now, in UTC. */
function hence(hours: number): string {
  return new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 19).replace("T", " ");
}

test("the card's time is local", async (t) => {
  const platform = await startPlatform(t);
  const before = hence(8);
  await newPerson(t, platform).hook([], { stdin: claude("PreCompact"), env: { TZ: "Asia/Shanghai" } });
  const [time = ""] = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.exec(JSON.stringify(platform.messages())) ?? [];
  assert.ok(time >= before && time <= hence(8), time);
});

const request = claude("PermissionRequest", { tool_name: "Edit", tool_input: { file_path: "/tmp/a_b" } });
const prompt = notice("permission_prompt", "Claude needs your permission");

test("a permission_prompt does not show what another session asked for", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  await person.hook([], { stdin: request.replace("0123456789", "another") });
  await person.hook([], { stdin: prompt });
  assert.match(chatOf(platform).join(), /\*\*未知\*\*/);
});

test("a PermissionRequest is sent at once when the option says so", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  const config = { ...JSON.parse(person.read(person.config)), permissionRequests: "send" };
  person.write(person.config, JSON.stringify(config));
  await person.hook([], { stdin: request });
  assert.deepEqual(chatOf(platform), [
    ["🔐 需要授权", "orange", `Claude Code 需要授权使用工具 **Edit**\n/tmp/a&#95;b\n\n${foot}`],
  ]);
});

const options: [why: string, options: object, event: string, sent: number][] = [
  [
    "minChars lets a shorter message through",
    { minChars: 3 },
    claude("Stop", { last_assistant_message: "yes" }),
    1,
  ],
  [
    "minChars keeps a longer message back",
    { minChars: 500 },
    claude("Stop", { last_assistant_message: long }),
    0,
  ],
  ["events chooses", { events: ["stop"] }, claude("PreCompact"), 0],
  ["excludeDirs excludes", { excludeDirs: ["/home/dev"] }, claude("PreCompact"), 0],
  [
    "quietHours are quiet",
    { quietHours: `${hence(-1).slice(11, 16)}-${hence(1).slice(11, 16)}` },
    claude("PreCompact"),
    0,
  ],
  [
    "subagents are told when asked for",
    { subagents: true },
    claude("SubagentStop", { agent_id: "a", last_assistant_message: long }),
    1,
  ],
];

for (const [why, more, stdin, sent] of options) {
  test(`the option ${why}`, async (t) => {
    const platform = await startPlatform(t);
    const person = newPerson(t, platform);
    person.write(person.config, JSON.stringify({ ...JSON.parse(person.read(person.config)), ...more }));
    assert.deepEqual(await person.hook([], { stdin }), done);
    assert.equal(platform.messages().length, sent);
  });
}

test("the options maxChars and titlePrefix shape the card", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  const config = { ...JSON.parse(person.read(person.config)), maxChars: 8, titlePrefix: "laptop" };
  person.write(person.config, JSON.stringify(config));
  await person.hook([], { stdin: claude("Stop", { last_assistant_message: long }) });
  assert.deepEqual(chatOf(platform), [["laptop ✅ 任务完成", "green", head, "hr", "All done..."]]);
});

const others: [who: string, args: string[], stdin: string, card: string[]][] = [
  [
    "Codex's notify, whose event is the last argument",
    [
      "codex",
      JSON.stringify({
        type: "agent-turn-complete",
        "thread-id": "0123456789",
        cwd: "/home/dev/shop",
        "last-assistant-message": long,
      }),
    ],
    "",
    ["✅ 任务完成", "green", head.replace("\n", " **助手** Codex\n"), "hr", long],
  ],
  [
    "Codex's notify without its name",
    [
      JSON.stringify({
        type: "agent-turn-complete",
        "thread-id": "0123456789",
        cwd: "/home/dev/shop",
        "last-assistant-message": long,
      }),
    ],
    "no JSON, which nobody reads",
    ["✅ 任务完成", "green", head.replace("\n", " **助手** Codex\n"), "hr", long],
  ],
  [
    "a hook of Codex",
    [],
    claude("Stop", { turn_id: "7", transcript_path: null, last_assistant_message: long }),
    ["✅ 任务完成", "green", head.replace("\n", " **助手** Codex\n"), "hr", long],
  ],
  [
    "Gemini CLI's AfterAgent",
    [],
    claude("AfterAgent", { prompt: "x", prompt_response: long, stop_hook_active: false }),
    ["✅ 任务完成", "green", head.replace("\n", " **助手** Gemini CLI\n"), "hr", long],
  ],
  [
    "Gemini CLI's ToolPermission",
    [],
    claude("Notification", {
      notification_type: "ToolPermission",
      message: "Tool Shell requires execution",
      details: { type: "exec", title: "Shell", command: "ls -l" },
    }),
    ["🔐 需要授权", "orange", `Gemini CLI 需要授权使用工具 **Shell**\nls -l\n\n${foot} **助手** Gemini CLI`],
  ],
  [
    "Cursor's stop, which never says what was said",
    [],
    JSON.stringify({
      hook_event_name: "stop",
      conversation_id: "0123456789",
      generation_id: "g",
      workspace_roots: ["/home/dev/shop"],
      status: "completed",
    }),
    ["✅ 任务完成", "green", head.replace("\n", " **助手** Cursor\n"), "hr", "Cursor 已完成任务"],
  ],
  [
    "Copilot CLI's agentStop, named by an argument",
    ["copilot", "agentStop"],
    JSON.stringify({ sessionId: "0123456789", cwd: "/home/dev/shop", stopReason: "end_turn" }),
    ["✅ 任务完成", "green", head.replace("\n", " **助手** Copilot CLI\n"), "hr", "Copilot CLI 已完成任务"],
  ],
];

for (const [who, args, stdin, card] of others) {
  test(`hook understands ${who}`, async (t) => {
    const platform = await startPlatform(t);
    const ended = await newPerson(t, platform).hook(args, { stdin });
    assert.deepEqual([ended, chatOf(platform)], [done, [card]]);
  });
}
