import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Finding, findSecrets, secretValues } from "../../src/report/secrets.ts";
import { forms } from "./planted.ts";

/** A secret of the rule; every run draws the same one. */
function secretOf(rule: string): string {
  const [, , secrets] = forms.find(([id]) => id === rule) ?? assert.fail(rule);
  const [planted] = fc.sample(secrets, { seed: 3, numRuns: 1 });
  return planted ? planted.before + planted.secret + planted.after : "";
}

const npm = secretOf("npm-token");
const google = secretOf("google-key");

const places: [why: string, fields: Record<string, string>, expected: Finding[]][] = [
  ["nothing in no fields", {}, []],
  ["nothing in empty fields", { title: "", description: "" }, []],
  ["the first line", { title: npm }, [{ rule: "npm-token", field: "title", line: 1 }]],
  ["a line after \\n", { title: `a\n\n${npm}\n` }, [{ rule: "npm-token", field: "title", line: 3 }]],
  ["a line after \\r\\n", { title: `a\r\n\r\n${npm}\r\n` }, [{ rule: "npm-token", field: "title", line: 3 }]],
  ["a line after \\r", { title: `a\r\r${npm}\r` }, [{ rule: "npm-token", field: "title", line: 3 }]],
  [
    "every rule, field and line once, in order",
    { title: `${google} ${google}\n${npm} ${google}`, description: `${npm}\nx\n${npm}` },
    [
      { rule: "google-key", field: "title", line: 1 },
      { rule: "google-key", field: "title", line: 2 },
      { rule: "npm-token", field: "title", line: 2 },
      { rule: "npm-token", field: "description", line: 1 },
      { rule: "npm-token", field: "description", line: 3 },
    ],
  ],
  [
    "the lines in order, whatever the rules' order",
    { title: `${npm}\n${google}` },
    [
      { rule: "npm-token", field: "title", line: 1 },
      { rule: "google-key", field: "title", line: 2 },
    ],
  ],
  [
    "what stands behind an escaped break, on the line where it is written",
    { title: `x\n{"log": "a\\n${npm}"}` },
    [{ rule: "npm-token", field: "title", line: 2 }],
  ],
  [
    "what stands behind an escaped break in JSON in JSON",
    { title: `"{\\"log\\": \\"a\\\\n${npm}\\"}"` },
    [{ rule: "npm-token", field: "title", line: 1 }],
  ],
  [
    "what stands behind a percent-encoded sign",
    { title: `?q=a%20b%3D${npm}` },
    [{ rule: "npm-token", field: "title", line: 1 }],
  ],
  [
    "what JSON spells with codes",
    { title: `\\u003d${npm.replace("_", "\\u005f")}` },
    [{ rule: "npm-token", field: "title", line: 1 }],
  ],
  [
    "the line of a text with percent-encoded breaks",
    { title: `a%0Ab%0D%0Ac ${npm}` },
    [{ rule: "npm-token", field: "title", line: 1 }],
  ],
  ["a field of any name", { ["__proto__"]: npm }, [{ rule: "npm-token", field: "__proto__", line: 1 }]],
];

for (const [why, fields, expected] of places) {
  test(`findSecrets gives ${why}`, () => {
    assert.deepEqual(findSecrets(fields, []), expected);
  });
}

const value = '???p~S "wörd"/§9+\\>>>xy';
const base64 = Buffer.from(value).toString("base64");
const spelt: [how: string, text: string][] = [
  ["as it is", value],
  ["amid a word", `a${value}b`],
  ["as in JSON", JSON.stringify(value)],
  ["as in JSON in JSON", JSON.stringify(JSON.stringify(value))],
  ["percent-encoded", encodeURIComponent(value)],
  ["percent-encoded in small letters", encodeURIComponent(value).toLowerCase().replace("p~s", "p~S")],
  ["as a form sends it", new URLSearchParams({ value }).toString()],
  ["as a header's base64", base64],
  ["as base64 without its padding", base64.replace(/=+$/, "")],
  ["as an address's base64", Buffer.from(value).toString("base64url")],
];

for (const [how, text] of spelt) {
  test(`findSecrets finds a known value ${how}`, () => {
    const expected = [{ rule: "known-value", field: "description", line: 2 }];
    assert.deepEqual(findSecrets({ description: `x\n… ${text} …` }, ["another value", value]), expected);
  });
}

test("the known value's base64 has padding and signs that addresses replace", () => {
  assert.match(base64, /[+/].*=$/);
});

test("findSecrets finds a known value of several lines, whatever ends them", () => {
  const lines = "first line\nsecond line";
  for (const text of [lines, lines.replace("\n", "\r\n"), JSON.stringify(lines)]) {
    assert.deepEqual(findSecrets({ title: `\n${text}` }, [lines]), [
      { rule: "known-value", field: "title", line: 2 },
    ]);
  }
});

test("findSecrets seeks no empty known value, and a broken one as it is", () => {
  assert.deepEqual(findSecrets({ title: "a b  c" }, ["", " "]), []);
  assert.deepEqual(findSecrets({ title: "x\ud800yz" }, ["\ud800y"]).length, 1);
});

test("findSecrets is done in seconds with a text that is full of secrets", () => {
  const text = `${npm} ${google}\n`.repeat(12_000);
  assert.equal(findSecrets({ text }, [npm]).length, 36_000);
});

const drawn = "aB3-dE5_gH7";
const environment: [why: string, name: string, value: string, expected: string[]][] = [
  ["a token", "GITHUB_TOKEN", drawn, [drawn]],
  ["a value without the space around it", "GITHUB_TOKEN", ` ${drawn}\n`, [drawn]],
  ["a name of one word", "TOKEN", drawn, [drawn]],
  ["tokens", "API_TOKENS", drawn, [drawn]],
  ["a secret", "CLIENT_SECRET", drawn, [drawn]],
  ["the base of a key", "SECRET_KEY_BASE", drawn, [drawn]],
  ["a password", "DB_PASSWORD", drawn, [drawn]],
  ["a password without a border", "PGPASSWORD", drawn, [drawn]],
  ["a passwd", "MYSQL_ROOT_PASSWD", drawn, [drawn]],
  ["a key", "OPENAI_API_KEY", drawn, [drawn]],
  ["a key's id", "AWS_ACCESS_KEY_ID", drawn, [drawn]],
  ["an APIKEY", "MY_APIKEY", drawn, [drawn]],
  ["an ACCESSKEY", "ACCESSKEY", drawn, [drawn]],
  ["a webhook's address", "CHAT_WEBHOOK_URL", "https://open.feishu.cn/x", ["https://open.feishu.cn/x"]],
  ["a small name", "http_auth_token", drawn, [drawn]],
  ["a key in camel case", "sshKey", drawn, [drawn]],
  ["a name in camel case", "npm_config_//registry.example.com/:_authToken", drawn, [drawn]],
  [
    "a value with a slash ahead that is no path",
    "AWS_SECRET_KEY",
    "/aB3dE5gH7kL9mN1pQ",
    ["/aB3dE5gH7kL9mN1pQ"],
  ],
  ["a value with a dollar sign ahead", "DB_PASSWORD", "$ecretPassw0rd", ["$ecretPassw0rd"]],
  ["a passphrase of several words", "DB_PASSWORD", "correct-horse-battery", ["correct-horse-battery"]],
  ["no value", "GITHUB_TOKEN", "", []],
  ["no value of seven characters", "GITHUB_TOKEN", "aB3-dE5", []],
  ["no spaces", "GITHUB_TOKEN", " ".repeat(12), []],
  ["no token's file", "GITHUB_TOKEN_FILE", drawn, []],
  ["no key's path", "SSH_KEY_PATH", drawn, []],
  ["no path", "SSH_KEY", "/home/me/.ssh/id_ed25519", []],
  ["no path from home", "SSH_KEY", "~/.ssh/id_ed25519", []],
  ["no path of Windows", "SSH_KEY", "C:\\Users\\me\\id_ed25519", []],
  ["no address where tokens are asked for", "TOKEN_URL", "https://idp.internal/token", []],
  ["no name of a secret", "SECRET_NAME", "my-app-7f9c4d", []],
  ["no word", "API_KEY", "disabled", []],
  ["words, for a password may be one", "DB_PASSWORD", "opensesame", ["opensesame"]],
  ["a number, for a password may be one", "DB_PASSWORD", "1234567890", ["1234567890"]],
  ["what looks like a stand-in", "API_KEY", "changeme-1", ["changeme-1"]],
  ["no version", "KEY_FORMAT", "10.20.30", []],
  ["no numbers", "KEY_SIZES", "1024,2048", []],
  ["no keyboard", "KEYBOARD_LAYOUT", "us-intl-2", []],
  ["no keyboard of X", "XKB_DEFAULT_LAYOUT", "de-nodeadkeys1", []],
  ["no word that ends like a key", "MONKEY_MODE", drawn, []],
  ["no tokenizer", "TOKENIZERS_PARALLELISM", drawn, []],
  ["no secretary", "SECRETARY", drawn, []],
  ["no current folder", "PWD", "/home/me/a1-b2", []],
  ["nothing else", "HOME", drawn, []],
];

for (const [why, name, value, expected] of environment) {
  test(`secretValues gives ${why}`, () => {
    assert.deepEqual(secretValues({ [name]: value }), expected);
  });
}

test("secretValues gives each value once and minds no variable that is unset", () => {
  assert.deepEqual(secretValues({ A_TOKEN: drawn, B_TOKEN: drawn, C_TOKEN: undefined }), [drawn]);
});
