import assert from "node:assert/strict";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { defaultApi, type HookConfig, missingIn } from "../../src/home/config.ts";
import { configFile, faultOf, read, whole } from "../support/config.ts";
import { folder } from "../support/folder.ts";

const nothing: HookConfig = { api: defaultApi, appId: "", appSecret: "", receivers: [], preferences: {} };

const absent: [why: string, place: (t: TestContext) => string][] = [
  ["no home", () => ""],
  ["no file", (t) => join(folder(t), "hook.json")],
  ["no folder", (t) => join(folder(t), "shipbell", "hook.json")],
  ["a file in place of the folder", (t) => join(configFile(t, whole), "hook.json")],
  ["an empty object", (t) => configFile(t, "{}")],
];

for (const [why, place] of absent) {
  test(`with ${why} nothing is configured but the address of the platform`, (t) => {
    assert.deepEqual(read(place(t)), nothing);
  });
}

test("the file alone says all, and what else it holds are preferences", (t) => {
  const file = configFile(t, { minChars: 10, ...whole, events: ["stop"] });
  const { messagingApi: api, ...rest } = whole;
  assert.deepEqual(read(file), { ...rest, api, preferences: { minChars: 10, events: ["stop"] } });
});

test("a file that begins with a byte-order mark is read", (t) => {
  assert.equal(read(configFile(t, `\uFEFF${JSON.stringify(whole)}`)).appId, "cli_file");
});

const before: [variable: string, value: string, changes: Partial<HookConfig>][] = [
  ["HOOK_APP_ID", "cli_env", { appId: "cli_env" }],
  ["HOOK_APP_SECRET", "the-env-secret", { appSecret: "the-env-secret" }],
  ["HOOK_OPEN_ID", "ou_env", { receivers: ["ou_env"] }],
  ["MESSAGING_API", "http://127.0.0.1:1/api", { api: "http://127.0.0.1:1/api" }],
];

for (const [variable, value, changes] of before) {
  test(`${variable} comes before the file, trimmed, and leaves the rest to it`, (t) => {
    const file = configFile(t, whole);
    const alone = read(file);
    assert.deepEqual(read(file, { [variable]: ` ${value}\n` }), { ...alone, ...changes });
    assert.deepEqual(read("", { [variable]: value }), { ...nothing, ...changes });
  });

  test(`${variable} that is empty or blank counts as unset`, (t) => {
    const file = configFile(t, whole);
    for (const blank of ["", " \n"]) assert.deepEqual(read(file, { [variable]: blank }), read(file));
  });
}

test("the file that HOOK_APP_SECRET_FILE names comes before the configuration's secret", (t) => {
  const secret = configFile(t, "the-mounted-secret\n", 0o644, "secret");
  const env = { HOOK_APP_SECRET_FILE: secret };
  assert.equal(read(configFile(t, whole), env).appSecret, "the-mounted-secret");
});

const lists: [why: string, receivers: unknown, expected: string[]][] = [
  ["a text", "ou_a", ["ou_a"]],
  ["a text with commas", "ou_a,a@example.com , oc_b", ["ou_a", "a@example.com", "oc_b"]],
  ["a list", ["ou_a", "ou_b"], ["ou_a", "ou_b"]],
  ["a list whose members have commas", ["ou_a,ou_b", "ou_c"], ["ou_a", "ou_b", "ou_c"]],
  ["members with space around", [" ou_a\n", "\tou_b "], ["ou_a", "ou_b"]],
  ["the same several times", ["ou_a", "ou_b", " ou_a", "ou_b"], ["ou_a", "ou_b"]],
  ["nothing between commas", ",ou_a,, ,ou_b,", ["ou_a", "ou_b"]],
  ["empty members", ["", "ou_a", " "], ["ou_a"]],
  ["an empty list", [], []],
  ["an empty text", "", []],
];

for (const [why, receivers, expected] of lists) {
  test(`receivers that are ${why} are read in their order, each once`, (t) => {
    assert.deepEqual(read(configFile(t, { receivers })).receivers, expected);
    if (typeof receivers === "string")
      assert.deepEqual(read("", { HOOK_OPEN_ID: receivers }).receivers, expected);
  });
}

test("the file's texts are trimmed", (t) => {
  const file = configFile(t, {
    appId: " cli_file ",
    appSecret: "\tthe-file-secret\n",
    messagingApi: " http://x ",
  });
  const { appId, appSecret, api } = read(file);
  assert.deepEqual([appId, appSecret, api], ["cli_file", "the-file-secret", "http://x"]);
});

const others = [5, true, null, {}, ["the-hidden-words"]];
const keys = ["appId", "appSecret", "messagingApi"].flatMap((key) =>
  others.map((value) => [key, value] as const),
);
const wrong: (readonly [key: string, value: unknown])[] = [
  ...keys,
  ...[5, true, null, {}, [5], ["ou_a", null], [["the-hidden-words"]], [{}]].map(
    (value) => ["receivers", value] as const,
  ),
];

for (const [key, value] of wrong) {
  test(`${key} that is ${JSON.stringify(value)} is refused by its name and never by its value`, (t) => {
    const file = configFile(t, { ...whole, [key]: value });
    assert.equal(faultOf(file), `Cannot use ${file}: ${key} is no string`);
  });
}

const addresses: [given: string, api: string][] = [
  ["https://open.larksuite.com/open-apis", "https://open.larksuite.com/open-apis"],
  ["http://127.0.0.1:8080/open-apis/", "http://127.0.0.1:8080/open-apis"],
  ["https://x.example.com///", "https://x.example.com"],
  ["HTTPS://x.example.com/a/b", "HTTPS://x.example.com/a/b"],
];

for (const [given, api] of addresses) {
  test(`${given} is an address of the platform, without a slash at its end`, (t) => {
    assert.equal(read("", { MESSAGING_API: given }).api, api);
    assert.equal(read(configFile(t, { messagingApi: given })).api, api);
  });
}

for (const given of [
  "open.feishu.cn/open-apis",
  "ftp://open.feishu.cn",
  "//open.feishu.cn",
  "https://",
  "x",
]) {
  test(`${given} is no address of the platform, and the variable that mends it is named`, (t) => {
    const why = "it is no http or https address";
    assert.equal(faultOf("", { MESSAGING_API: given }), `Cannot use MESSAGING_API: ${why}`);
    const file = configFile(t, { messagingApi: given });
    assert.equal(faultOf(file), `Cannot use messagingApi in ${file}: ${why}`);
  });
}

const without = (...keys: (keyof HookConfig)[]): HookConfig => {
  const config = { ...nothing, appId: "cli_a", appSecret: "s", receivers: ["ou_a"] };
  return { ...config, ...Object.fromEntries(keys.map((key) => [key, nothing[key]])) };
};
const how = "; run hook setup, or set the variable";

const lacks: [config: HookConfig, ofSending: string, ofAsking: string][] = [
  [without(), "", ""],
  [
    without("appId"),
    `there is no application id (HOOK_APP_ID)${how}`,
    `there is no application id (HOOK_APP_ID)${how}`,
  ],
  [
    without("appSecret"),
    `there is no application secret (HOOK_APP_SECRET)${how}`,
    `there is no application secret (HOOK_APP_SECRET)${how}`,
  ],
  [without("receivers"), `there is no receiver (HOOK_OPEN_ID)${how}`, ""],
  [
    without("appId", "appSecret", "receivers"),
    `there is no application id (HOOK_APP_ID), no application secret (HOOK_APP_SECRET), no receiver (HOOK_OPEN_ID)${how}`,
    `there is no application id (HOOK_APP_ID), no application secret (HOOK_APP_SECRET)${how}`,
  ],
];

for (const [config, ofSending, ofAsking] of lacks) {
  test(`missingIn names in one line what sending lacks: ${ofSending || "nothing"}`, () => {
    assert.equal(missingIn(config, "receivers"), ofSending);
    assert.equal(missingIn(config, "app"), ofAsking);
  });
}
