import assert from "node:assert/strict";
import { test } from "node:test";
import { configOf, newPerson } from "./support/person.ts";
import { startPlatform } from "./support/platform.ts";

test("lookup prints the open id of each address", async (t) => {
  const person = newPerson(t, await startPlatform(t));
  const ended = await person.hook(["lookup", "ada@example.com", "lin@example.com"]);
  const stdout = "ada@example.com  ou_ada\nlin@example.com  ou_lin\n";
  assert.deepEqual(ended, { code: 0, signal: null, stdout, stderr: "" });
});

const reasons = /mistyped\n.*企业邮箱.*\n.*通讯录权限范围.*\n.*another company.*\n.*has left the company\n$/;

test("lookup gives the five usual reasons for an address that nobody has", async (t) => {
  const person = newPerson(t, await startPlatform(t));
  const { code, stdout, stderr } = await person.hook(["lookup", "eve@example.com"]);
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^Cannot find eve@example\.com\. The platform does not say why/);
  assert.match(stderr, reasons);
});

test("lookup does not blame the application when it finds somebody else", async (t) => {
  const person = newPerson(t, await startPlatform(t));
  const { code, stdout, stderr } = await person.hook(["lookup", "ada@example.com", "eve@example.com"]);
  assert.deepEqual([code, stdout], [1, "ada@example.com  ou_ada\n"]);
  assert.match(stderr, /^Cannot find eve@example\.com\./);
  assert.doesNotMatch(stderr, /another company/);
});

test("lookup needs no receiver", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t);
  person.write(person.config, JSON.stringify({ ...configOf(platform), receivers: [] }));
  assert.equal((await person.hook(["lookup", "ada@example.com"])).code, 0);
});

test("lookup names the permission that is missing, and where it is granted", async (t) => {
  const person = newPerson(t, await startPlatform(t, { scopes: ["im:message:send_as_bot"] }));
  const { code, stderr } = await person.hook(["lookup", "ada@example.com"]);
  assert.equal(code, 1);
  assert.match(
    stderr,
    /^Cannot look anybody up: .*99991672.*contact:user\.id:readonly.*https:\/\/open\.feishu\.cn\/app\/.*\n$/,
  );
});

test("send sends its words as one text", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  const ended = await person.hook(["send", "部署", 'is "done"']);
  assert.deepEqual(ended, { code: 0, signal: null, stdout: "Sent to ou_ada\n", stderr: "" });
  assert.deepEqual(
    platform.messages().map(({ kind, to, msgType, text }) => [kind, to, msgType, text]),
    [["im", "ou_ada", "text", '部署 is "done"']],
  );
});

test("send sends the same words twice when it is called twice", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  await person.hook(["send", "again"]);
  await person.hook(["send", "again"]);
  assert.equal(platform.messages().length, 2);
});

test("send goes on after a receiver that refuses, and fails in the end", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  const env = { HOOK_OPEN_ID: "ou_stopped,lin@example.com" };
  const { code, stdout, stderr } = await person.hook(["send", "hello"], { env });
  assert.deepEqual([code, stdout], [1, "Sent to lin@example.com\n"]);
  assert.match(stderr, /^Cannot send to ou_stopped: .*230053.*\n$/);
});

test("test sends one card of each kind, whatever the options keep back", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t);
  const options = { minChars: 1000, events: ["idle"], titlePrefix: "laptop", quietHours: "00:00-23:59" };
  person.write(person.config, JSON.stringify({ ...configOf(platform), ...options }));
  const titles = ["✅ 任务完成", "❌ 任务失败", "🔐 需要授权", "💬 等待指令", "📢 通知"].map(
    (title) => `laptop ${title}`,
  );
  const ended = await person.hook(["test"]);
  const stdout = titles.map((title) => `Sent to ou_ada: ${title}\n`).join("");
  assert.deepEqual(ended, { code: 0, signal: null, stdout, stderr: "" });
  const headers = platform
    .messages()
    .map(({ card }) => (card as { header: { title: { content: string } } }).header);
  assert.deepEqual(
    headers.map(({ title }) => title.content),
    titles,
  );
  assert.match(JSON.stringify(platform.messages()), /\*\*Bash\*\*/);
});

test("test rings every time that it is called", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  await person.hook(["test"]);
  await person.hook(["test"]);
  assert.equal(platform.messages().length, 10);
});

test("test goes on as long as somebody receives it, with the usual options where those in the file are wrong", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t);
  const receivers = ["ou_unavailable", "ou_ada"];
  person.write(person.config, JSON.stringify({ ...configOf(platform), receivers, maxChars: "many" }));
  const { code, stderr } = await person.hook(["test"]);
  assert.deepEqual([code, stderr.split("\n").length, platform.messages().length], [1, 6, 5]);
});

test("test stops after the first card when nobody received it", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  const { code, stdout, stderr } = await person.hook(["test"], { env: { HOOK_OPEN_ID: "ou_unavailable" } });
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^Cannot send ✅ 任务完成 to ou_unavailable: .*230013.*可用范围[^\n]*\n$/);
});

const lacking: [args: string[], lack: string][] = [
  [
    ["lookup", "ada@example.com"],
    "Cannot look anybody up: there is no application id (HOOK_APP_ID), no application secret",
  ],
  [["send", "hello"], "Cannot send: there is no application id (HOOK_APP_ID), no application secret"],
  [["test"], "Cannot send the cards: there is no application id (HOOK_APP_ID), no application secret"],
];

for (const [args, lack] of lacking) {
  test(`hook ${args[0]} says what is not configured`, async (t) => {
    const { code, stdout, stderr } = await newPerson(t).hook(args);
    assert.deepEqual([code, stdout, stderr.slice(0, lack.length)], [1, "", lack]);
    assert.match(stderr, /run hook setup, or set the variable\n$/);
  });
}

test("no secret and no token in what the commands print when all goes wrong", async (t) => {
  const platform = await startPlatform(t);
  const person = newPerson(t);
  person.write(person.config, JSON.stringify({ ...configOf(platform), appSecret: "not-the-right-secret" }));
  for (const args of [["lookup", "ada@example.com"], ["send", "x"], ["test"], ["doctor"]]) {
    const { code, stdout, stderr } = await person.hook(args);
    assert.equal(code, 1);
    assert.match(stdout + stderr, /10014/);
    assert.doesNotMatch(stdout + stderr, /not-the-right-secret|Bearer|t-[0-9a-f]{8}/);
  }
});
