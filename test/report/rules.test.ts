import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import { type SecretRule, secretRules } from "../../src/report/rules.ts";
import { findSecrets } from "../../src/report/secrets.ts";
import { forms } from "./planted.ts";

function rulesThatFind(text: string): string[] {
  return findSecrets({ description: text }, []).map(({ rule }) => rule);
}

test("every rule has a name in kebab case that no other has, and a form that is tried", () => {
  const ids = secretRules.map(({ id }) => id);
  assert.deepEqual(
    ids.filter((id) => !/^[a-z]+(-[a-z]+)+$/.test(id)),
    [],
  );
  assert.deepEqual([...new Set(ids)], ids);
  assert.deepEqual([...new Set(forms.map(([rule]) => rule))].toSorted(), ids.toSorted());
});

for (const [rule, form, secrets] of forms) {
  test(`${rule} finds ${form}`, () => {
    for (const { before, secret, after } of fc.sample(secrets, { seed: 5, numRuns: 20 })) {
      const found = rulesThatFind(before + secret + after);
      assert.ok(found.includes(rule), `found by ${found.join(", ") || "nothing"}`);
    }
  });
}

/** The rules that look for more than what chance drew after a prefix. */
const structural = [
  "atlassian-data-center-token",
  "json-web-token",
  "private-key",
  "putty-private-key",
  "url-login",
  "authorization-header",
  "bearer-token",
  "curl-login",
  "registry-login",
  "assigned-secret",
];

/** One secret of each form of the others. */
const prefixed = forms
  .filter(([rule, form]) => !structural.includes(rule) && form !== "the form with a JSON web token")
  .flatMap(([rule, form, secrets]) =>
    fc.sample(secrets, { seed: 5, numRuns: 1 }).map((planted) => ({ rule, form, ...planted })),
  );

for (const { rule, form, before, secret, after } of prefixed) {
  test(`${rule} minds no crosses in the place of ${form}`, () => {
    const crosses = secret.replace(/[A-Za-z0-9]/g, /[a-z]/.test(secret) ? "x" : "X");
    assert.ok(!rulesThatFind(before + crosses + after).includes(rule));
  });
}

const amidWords = ["feishu-webhook", "slack-webhook", "azure-storage-key", "azure-client-secret"];
const afterNames = ["feishu-app-secret", "feishu-access-token", "aws-secret-access-key"];

for (const { rule, form, before, secret, after } of prefixed) {
  if (amidWords.includes(rule) || afterNames.includes(rule)) continue;
  test(`${rule} minds not what looks like ${form} in the middle of a word`, () => {
    assert.ok(!rulesThatFind(`A${before}${secret}${after}`).includes(rule));
  });
}

for (const { rule, form, before, secret, after } of prefixed) {
  if (!["aws-access-key-id", "google-key", "twilio-key", "alibaba-access-key-id"].includes(rule)) continue;
  test(`${rule} minds not what looks like ${form} within base64`, () => {
    assert.ok(!rulesThatFind(`/${before}${secret}${after}`).includes(rule));
    assert.ok(!rulesThatFind(`${before}${secret}${after}${"A".repeat(20)}`).includes(rule));
  });
}

/** Bytes that are always the same and look like chance. */
function noise(length: number, seed = "noise"): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 64) }, (_, i) =>
    createHash("sha512").update(`${seed} ${i}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

const hash = noise(32).toString("hex");
const alike = noise(24).toString("base64");
const numbered = Buffer.concat([Buffer.from("123456789012:"), noise(20)]).toString("base64");
const unnumbered = Buffer.concat([Buffer.from("12345678901x:"), noise(20)]).toString("base64");
const path = `${"/libs/codes".repeat(3)}/Index1`;
const small = noise(90)
  .toString("base64")
  .replace(/[^a-z0-9]/g, "")
  .slice(0, 40);

const object = Buffer.from('{"alg":"none"}').toString("base64url");
const webToken = `${object}.${object}.x`;

const harmless: [why: string, text: string][] = [
  ["a commit's hash", `fixed in ${hash.slice(0, 40)} (${hash.slice(0, 8)})`],
  ["a SHA-256", `sha256:${hash}, ${hash}`],
  ["a commit's hash near the cloud's name", `aws-sdk at ${hash.slice(0, 40)}`],
  [
    "a digest near the chat platform's name",
    `feishu card ${hash.slice(0, 32)}, lark log_id=${hash.slice(0, 32)}`,
  ],
  ["an open id near the app's secret", `app_secret: <secret>, chat oc_${hash.slice(0, 32)}`],
  ["UUIDs", "550e8400-e29b-41d4-a716-446655440000 and 123E4567-E89B-12D3-A456-426614174000"],
  [
    "an integrity hash",
    `"integrity": "sha512-${noise(64).toString("base64")}",\n"shasum": "${hash.slice(0, 40)}"`,
  ],
  ["a short integrity hash", `sha256-${noise(32).toString("base64")}`],
  [
    "package versions",
    '"js-tokens": "^4.0.0-rc.20240501+build.17", "token-types": "6.0.0-beta.20240501+x86"',
  ],
  ["semantic versions", "from v1.2.3-20250101 to v10.20.30-alpha.1+build.5"],
  ["file paths", "/home/a/.config/gh/hosts.yml C:\\Users\\me\\token.txt src/chat/token.ts:12:3"],
  [
    "the path of a token's file",
    "GITHUB_TOKEN_FILE=/run/secrets/github_token1 token: ~/.config/x/token2.json secret: /opt/Abc1/Def2/Ghi3.txt api_key: /opt/internationalization-2/k1.pem",
  ],
  ["a path of 40 characters near the cloud's name", `aws ${path} x`],
  ["40 characters of base64 far from the cloud's name", `the image is ${noise(30).toString("base64")}`],
  ["40 characters without capitals near the cloud's name", `aws ${small}`],
  ["words in place of a token", "Authorization: Bearer <TOKEN>\ntoken: <paste here>\nAPI_KEY=<YOUR_API_KEY>"],
  [
    "stars in place of a token",
    "password: ************ token=*** secret: xxxxxxxxxxxxxxxx key: XXXX-XXXX-XXXX",
  ],
  [
    "variables in place of a token",
    `token=$GITHUB_TOKEN1 password: "\${DB_PASSWORD:-Ab1!cd2?}" secret: {{ .Values.secret }}`,
  ],
  [
    "more variables",
    `api_key: \${{secrets.API_KEY_2}} PASSWORD=%DB_PASSWORD1% token={{token_1234567}} key=#{ENV['K1']}`,
  ],
  ["members in place of a token", "token: process.env.GITHUB_TOKEN, secret = config.secrets.v2.apiKey1;"],
  [
    "stand-ins",
    "password=changeme-12345! secret: Example-S3cret-99 token: your-token-1234567 api_key=dummyKey123456",
  ],
  ["words", "password: correct-horse-battery secret: internationalization token = readMyAccessToken"],
  [
    "source code",
    "const token = readToken();\nlet secret = decrypt1(vault2, key3);\ntype T = { password: string; }",
  ],
  ["more source code", 'token = os.environ["GITHUB_TOKEN_1"]; password = request.form["Passw0rd!x"]'],
  ["a numbered name", "token = refreshToken2; secret: clientSecret01,"],
  [
    "an address",
    "token_uri: https://oauth2.googleapis.com/token?v=1 secret: https://wiki.example.org/x/1Ab2Cd3",
  ],
  ["an image", "external-secrets: ghcr.io/external-secrets/external-secrets:v0.9.11-ubi-boringssl"],
  [
    "what names no value",
    "tokenizer: cl100k_base-2024x! secretName: my-app-7f9c4d8b5-x2x password_policy=min12,Upper1!",
  ],
  ["numbers", 'max_tokens: 1234567890123, "tokens": 98765432101234, "expires_token_at": 1700000000000'],
  ["a time", "token_expires: 2026-05-01T10:20:30.456Z"],
  ["prose", "the password is wrong; token expired: please log in again. Secret: see the handbook"],
  [
    "Chinese",
    "密码错误：用户名或密码不正确，请重试。请把 token：粘贴到这里面去吧好的朋友。密钥：请联系系统管理员获取",
  ],
  [
    "prose about headers",
    "Authorization: Basic authentication; Authorization: Bearer YOUR_TOKEN_HERE; Bearer tokens-per-second",
  ],
  ["a bearer with little in it", "Bearer aaaa-bbbb-cccc-dddd-1111-2222"],
  ["prose about a bearer", "the bearer implementation-of-RFC-6750 and bearer RFC6750"],
  ["a bearer's example", "Bearer a1b2c3a1b2c3a1b2c3a1b2c3, Bearer example-a1b2c3d4e5f6g7h8"],
  ["a header's example", "Authorization: Bearer 1111-2222-1111"],
  ["a short parameter before another", "/path?token=abc&page=Sect10n-Q7x"],
  ["a manual's login", `Authorization: Basic ${Buffer.from("user:password").toString("base64")}`],
  [
    "addresses with an at sign in the path",
    "https://host:8080/@scope/pkg?x=a:b@c https://medium.com/@user/x:y@z",
  ],
  [
    "addresses of repositories",
    "git@github.com:owner/repo.git ssh://git@host/repo ssh://git@host:22/repo.git",
  ],
  [
    "addresses with a placeholder",
    `https://user:<password>@host https://u:\${PW}@host https://u:$PW@h http://u:***@h https://u:xxxxx@h`,
  ],
  [
    "addresses of manuals",
    "postgres://postgres:postgres@localhost amqp://app:guest@mq https://app1:app1@h https://app:change-me-1@h https://user:my-password@host",
  ],
  ["a user and password of a letter each", "https://u:p@host/path"],
  ["a mail's address", "mailto:a.b@example.com, John:Doe@example.com"],
  ["a container's user", "curl https://host | sh && docker run -u 1000:1000 x; docker exec --user www:www y"],
  [
    "curl with a placeholder",
    'curl -u user:password https://h; curl -u "$USER:$PASSWORD" h; curl -u <user>:<token> h',
  ],
  ["something else than curl with -u", "docker run -u app:Gr0up99 image; git push -u origin:main2024"],
  ["a registry's login in a manual", `"auth": "${Buffer.from("username:password").toString("base64")}"`],
  [
    "an auth that is no login",
    `"auth": "${alike}", "auth": "${Buffer.from("the 1st of many words").toString("base64")}", auth: required1234567890`,
  ],
  [
    "a header of a key in prose",
    "The file begins with -----BEGIN PRIVATE KEY----- and has 3 lines for Ed25519; see /etc/ssl/private/very/long/path/to/it",
  ],
  ["a public key", `-----BEGIN PUBLIC KEY-----\n${noise(48).toString("base64")}\n-----END PUBLIC KEY-----`],
  [
    "a certificate",
    `-----BEGIN CERTIFICATE-----\n${noise(48).toString("base64")}\n-----END CERTIFICATE-----`,
  ],
  ["a JSON web token in the middle of a word", `A${webToken}`],
  [
    "two parts that are no JSON",
    `ey${alike.replace(/\W/g, "x")}.ey${alike.replace(/\W/g, "y")}.${alike.replace(/\W/g, "z")}`,
  ],
  ["a JSON header before no JSON", `${Buffer.from('{"alg":"none"}').toString("base64url")}.eyABCDEFGHIJKL.x`],
  ["no JSON before JSON", `eyABCDEFGHIJKL.${Buffer.from('{"alg":"none"}').toString("base64url")}.x`],
  ["44 characters of base64 that hold no number", unnumbered],
  ["a token's 44 characters within more", `A${numbered} ${numbered}A ${numbered}= +${numbered} ${numbered}/`],
  ["a made-up app's secret", `app_secret: ${"a1".repeat(16)}`],
  ["made-up tokens", `ghp_${"x".repeat(36)} ghs_${"your_server_token_".repeat(3)}`],
  [
    "made-up prefixes",
    `glpat-your-personal-access-token glpat-xxxx-xxxx-xxxx-xxxx-xxxx xoxb-your-bot-token-goes-here hvs.${"your-vault-token-".repeat(2)}`,
  ],
  ["the cloud's own example", `aws ${"wJalrXUtnFEMI/K7MDENG/bPxRfiCY"}EXAMPLEKEY`],
  [
    "a webhook's placeholder",
    "https://open.feishu.cn/open-apis/bot/v2/hook/<token> open-apis/bot/v2/hook/xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx",
  ],
  ["another webhook's placeholder", `https://hooks.slack.com/services/T00000000/B00000000/${"X".repeat(24)}`],
  [
    "what begins like the platform's token",
    "feishu: format-v1.2.3_release2024, u-boot_releases_notes, t-shirt_sizes_and_more a-component_of_the_app",
  ],
  ["the same far from the platform's name", "we use u-boot_2024.01_rc3 and t-7f1bcd13fc57d46b"],
  [
    "names with a prefix",
    "npm_config_registry=x npm_package_dependencies_some_long_name_1234567 hf_hub_download sk-toggleable",
  ],
];

for (const [why, text] of harmless) {
  test(`no rule takes ${why} for a secret`, () => {
    assert.deepEqual(rulesThatFind(text), []);
  });
}

test("no rule takes a picture in base64 for a secret", () => {
  for (const seed of ["a", "b", "c", "d"]) {
    const picture = noise(300_000, seed).toString("base64");
    assert.ok(/[MNO][A-Za-z0-9+/]{43}/.test(picture));
    assert.deepEqual(rulesThatFind(`![x](data:image/png;base64,${picture})`), []);
    assert.deepEqual(rulesThatFind(`"image": "${picture}"`), []);
    assert.deepEqual(rulesThatFind(picture.replace(/.{76}/g, "$&\r\n")), []);
  }
});

const hostile = [
  ...[
    "a",
    "A1",
    "ey.",
    "eyJ.",
    "ey-",
    "token-",
    "=",
    "-",
    "-----BEGIN ",
    "-----BEGIN A PRIVATE KEY-----",
    "://",
    "a://b:",
    "a://b@",
  ],
  ...[
    "M",
    "M/",
    "/",
    "MzA6",
    "\\",
    "\\u00",
    "%",
    "%2",
    "token",
    "token=",
    "token:",
    "token ",
    "--token ",
    "<token>",
  ],
  ...[
    "secret=&",
    "curl -u a:b ",
    "-u ",
    "auth:",
    "bearer ",
    "authorization: token ",
    "t-",
    "lark t-",
    "sk-",
    "xoxb-",
  ],
  ...["\n", "\r", '"', "aws ", "feishu ", "ghs_", ".", "_", "密码：", "\u{1F680}", "\ud800"],
];

function startsOf(rule: string): string[] {
  const own = forms
    .filter(([id]) => id === rule)
    .flatMap(([, , secrets]) => fc.sample(secrets, { seed: 1, numRuns: 1 }));
  return own.flatMap(({ before, secret }) => [before, before + secret.slice(0, -1)]).filter(Boolean);
}

function time({ pattern, check }: SecretRule, text: string): number {
  const start = performance.now();
  for (const match of text.matchAll(pattern)) check?.(match);
  return performance.now() - start;
}

for (const rule of secretRules) {
  test(`${rule.id} takes time in proportion to a hostile text of 1 MiB`, () => {
    for (const unit of new Set([...hostile, ...startsOf(rule.id)])) {
      const text = unit.repeat(Math.ceil(2 ** 20 / unit.length));
      // Four times the text takes four times as long; were it sixteen, the pattern would track back. A small
      // text first, so that a pattern that does ends in seconds.
      for (const length of [2 ** 14, 2 ** 18]) {
        const grows = () =>
          time(rule, text.slice(0, length * 4)) > 100 + 10 * time(rule, text.slice(0, length));
        assert.ok(!(grows() && grows() && grows()), `slow on ${JSON.stringify(unit.slice(0, 12))}`);
      }
    }
  });
}
