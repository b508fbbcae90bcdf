import fc from "fast-check";
import { entropy } from "../../src/report/entropy.ts";

// Secrets that open nothing, drawn at run time, so that no scanner finds one in this repository.

/** A secret in its place: `before` and `after` are what the rule needs to see around it. */
export type Planted = { before: string; secret: string; after: string };

const digits = "0123456789";
const lower = "abcdefghijklmnopqrstuvwxyz";
const upper = lower.toUpperCase();
const hex = `${digits}abcdef`;
const alnum = digits + lower + upper;
const word = `${alnum}_-`;
const base64 = `${alnum}+/`;

/** Rule, form, and the secrets of that form. */
export const forms: [rule: string, form: string, secrets: fc.Arbitrary<Planted>][] = [
  ["github-token", "a classic token", after("ghp_", drawn(alnum, 36))],
  ["github-token", "an OAuth token", after("gho_", drawn(alnum, 36))],
  ["github-token", "a user's token", after("ghu_", drawn(alnum, 36))],
  ["github-token", "a refresh token", after("ghr_", drawn(alnum, 76))],
  ["github-server-token", "the old form", after("ghs_", drawn(alnum, 36))],
  ["github-server-token", "the form with a JSON web token", after("ghs_1234567_", webToken())],
  ["github-fine-grained-token", "a token", after("github_pat_", drawn(`${alnum}_`, 82))],
  ...["glpat", "gldt", "glft", "glrt", "glrtr", "glimt", "glagent", "gloas", "glsoat", "glffct", "glwt"].map(
    (prefix): (typeof forms)[number] => ["gitlab-token", prefix, after(`${prefix}-`, drawn(word, 20, 50))],
  ),
  ["gitlab-token", "a routable token", after("glpat-", joined(drawn(word, 27, 60), ".01.0z1a2b3c4"))],
  ["gitlab-token", "a trigger's token", after("glptt-", drawn(hex, 40))],
  ["gitlab-token", "a job's token", after("glcbt-64_", drawn(word, 20))],
  ["atlassian-cloud-token", "a token", after("ATATT3", drawn(`${word}=`, 186))],
  ["atlassian-organization-key", "a key", after("ATCTT3xFfG", drawn(`${word}=`, 180))],
  ["atlassian-data-center-token", "a token", dataCenterToken()],
  ["atlassian-data-center-token", "a token with a line's end in it", dataCenterToken("\n")],
  ["bitbucket-data-center-token", "a token", after("BBDC-", drawn(base64, 44))],
  ["feishu-app-secret", "after its variable", after("FEISHU_APP_SECRET=", drawn(alnum, 32))],
  ["feishu-app-secret", "in JSON", after('{"app_secret": "', drawn(hex, 32), '"}')],
  ["feishu-app-secret", "in camel case", after("appSecret: '", drawn(alnum, 32), "'")],
  ["feishu-app-secret", "after the platform's name", after("our lark bot has ", drawn(alnum, 32))],
  ["feishu-app-secret", "before the platform's name", after("", drawn(alnum, 32), " (飞书)")],
  ["feishu-access-token", "a tenant's", after('"tenant_access_token": "t-', drawn(alnum, 14, 50))],
  ["feishu-access-token", "a user's", after("feishu says u-", drawn(`${alnum}_.`, 14, 50), "x")],
  ["feishu-access-token", "an app's", after("Lark: a-", drawn(alnum, 22))],
  ["feishu-webhook", "Feishu's", after("https://open.feishu.cn/open-apis/bot/v2/hook/", uuid())],
  ["feishu-webhook", "Lark's", after("https://open.larksuite.com/open-apis/bot/v2/hook/", uuid())],
  ["feishu-webhook", "shouted", after("HTTPS://OPEN.FEISHU.CN/open-apis/bot/v2/hook/", uuid())],
  ["feishu-webhook", "without a scheme", after("open.feishu.cn/open-apis/bot/v2/hook/", drawn(alnum, 32))],
  [
    "feishu-webhook",
    "of the first version",
    after("https://open.feishu.cn/open-apis/bot/hook/", drawn(hex, 32)),
  ],
  ["feishu-webhook", "a flow's", after("https://www.feishu.cn/flow/api/trigger-webhook/", drawn(hex, 32))],
  ...["AKIA", "ASIA", "ABIA", "ACCA", "A3TX"].map((prefix): (typeof forms)[number] => [
    "aws-access-key-id",
    prefix,
    after(prefix, drawn(`${upper}234567`, 16)),
  ]),
  ["aws-secret-access-key", "after its variable", after("AWS_SECRET_ACCESS_KEY=", distinct(base64, 40))],
  ["aws-secret-access-key", "near the name", after("aws:\n  key: ", distinct(base64, 40))],
  ["google-key", "an API key", after("AIza", drawn(word, 35))],
  ["google-key", "a client secret", after("GOCSPX-", drawn(word, 28))],
  ...["xoxb", "xoxa", "xoxp", "xoxo", "xoxs", "xoxr", "xoxe"].map((prefix): (typeof forms)[number] => [
    "slack-token",
    prefix,
    after(`${prefix}-`, joined("1234567890-", drawn(alnum, 24))),
  ]),
  ["slack-token", "an app's", after("xapp-", joined("1-A0123-1234567890-", drawn(hex, 64)))],
  ["slack-webhook", "a service", after("https://hooks.slack.com/services/T0/B0/", drawn(alnum, 30))],
  ["slack-webhook", "a workflow", after("https://hooks.slack.com/workflows/", drawn(alnum, 43, 56))],
  ["slack-webhook", "a trigger", after("HTTPS://hooks.slack.com/triggers/", drawn(alnum, 43, 56))],
  ["npm-token", "a token", after("npm_", drawn(alnum, 36))],
  ["pypi-token", "a token", after("pypi-AgEIcHlwaS5vcmc", drawn(word, 50, 200))],
  ["pypi-token", "a token of the test index", after("pypi-AgENdGVzdC5weXBpLm9yZw", drawn(word, 50, 200))],
  ["docker-hub-token", "a personal token", after("dckr_pat_", drawn(word, 27))],
  ["docker-hub-token", "an organization's token", after("dckr_oat_", drawn(word, 32))],
  ["openai-key", "the old form", after("sk-", joined(drawn(alnum, 20), "T3BlbkFJ", drawn(alnum, 20)))],
  ["openai-key", "a project's key", after("sk-proj-", joined(drawn(word, 74), "T3BlbkFJ", drawn(word, 74)))],
  [
    "openai-key",
    "a service account's",
    after("sk-svcacct-", joined(drawn(word, 58), "T3BlbkFJ", drawn(word, 58))),
  ],
  ["openai-key", "another service's", after("sk-", drawn(hex, 32))],
  ["anthropic-key", "an API key", after("sk-ant-api03-", drawn(word, 93), "AA")],
  ["anthropic-key", "an administrator's key", after("sk-ant-admin01-", drawn(word, 93), "AA")],
  ["anthropic-key", "an OAuth token", after("sk-ant-oat01-", drawn(word, 93), "AA")],
  ["hugging-face-token", "a user's", after("hf_", drawn(lower + upper, 34))],
  ["hugging-face-token", "an organization's", after("api_org_", drawn(lower + upper, 34))],
  ...["sk_test_", "sk_live_", "rk_live_", "rk_prod_"].map((prefix): (typeof forms)[number] => [
    "stripe-key",
    prefix,
    after(prefix, drawn(alnum, 10, 99)),
  ]),
  ["sendgrid-key", "a key", after("SG.", joined(drawn(word, 22), ".", drawn(word, 43)))],
  ["twilio-key", "a key", after("SK", drawn(hex, 32))],
  ["vault-token", "a service token", after("hvs.", drawn(word, 90, 120))],
  ["vault-token", "a short token", after("hvs.", drawn(alnum, 24))],
  ["vault-token", "a batch token", after("hvb.", drawn(word, 138, 200))],
  ...["dop_v1_", "doo_v1_", "dor_v1_"].map((prefix): (typeof forms)[number] => [
    "digitalocean-token",
    prefix,
    after(prefix, drawn(hex, 64)),
  ]),
  ["azure-storage-key", "a storage account's", after("AccountName=x;AccountKey=", drawn(base64, 86), "==")],
  ["azure-storage-key", "a bus's", after("SharedAccessKey=", drawn(base64, 43), "=")],
  ["azure-client-secret", "a secret", after("abc8Q~", drawn(`${alnum}_~.-`, 31, 34))],
  ["alibaba-access-key-id", "an id", after("LTAI", drawn(alnum, 20))],
  ["alibaba-access-key-id", "an old id", after("LTAI", drawn(alnum, 12))],
  ["json-web-token", "a signed token", webToken()],
  ["json-web-token", "a token that is spread out", webToken(2)],
  ...["", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED "].map((kind): (typeof forms)[number] => [
    "private-key",
    `${kind}PEM`,
    privateKey(`-----BEGIN ${kind}PRIVATE KEY-----\n`),
  ]),
  ["private-key", "PGP", privateKey("-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\n")],
  [
    "private-key",
    "an encrypted PEM",
    privateKey(`-----BEGIN RSA PRIVATE KEY-----\nDEK-Info: AES-128-CBC,${"0F".repeat(8)}\n\n`),
  ],
  ["private-key", "SSH2", privateKey('---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\nComment: "x"\n')],
  ["private-key", "in JSON", privateKey('"key": "-----BEGIN PRIVATE KEY-----\\n', "\\n")],
  ["private-key", "quoted", privateKey("> -----BEGIN PRIVATE KEY-----\n> ", "\n> ")],
  ["putty-private-key", "a key", privateKey("PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 1\n")],
  ["url-login", "a database", after("postgres://app:", drawn(alnum, 12), "@db.internal:5432/app")],
  ["url-login", "without a user", after("redis://:", drawn(alnum, 12), "@cache:6379")],
  [
    "url-login",
    "a password with signs",
    after("https://a.b:p@", drawn(`${alnum}!$%&()*+,;=:`, 12), "@host/path"),
  ],
  ["url-login", "a password of letters", after("AMQP://app:", drawn(lower, 12), "@mq")],
  ["url-login", "a short password", after("ftp://app:", fc.constant("aB3d"), "@host")],
  ["url-login", "a password that begins like a word", after("ftp://app:pass", drawn(alnum, 8), "@host")],
  ["url-login", "percent-encoded", after("url=https%3A%2F%2Fapp%3A", drawn(alnum, 12), "%40host")],
  ["authorization-header", "Bearer", after("Authorization: Bearer ", drawn(`${alnum}._~+/-`, 12, 80))],
  ["authorization-header", "Token", after("curl -H 'authorization: token ", drawn(alnum, 12, 80), "'")],
  ["authorization-header", "Basic", after("Proxy-Authorization: Basic ", encodedLogin())],
  [
    "authorization-header",
    "Basic without a password",
    after(
      "Authorization: Basic ",
      drawn(alnum, 24).map((key) => Buffer.from(`${key}:`).toString("base64")),
    ),
  ],
  ["authorization-header", "in JSON", after('{"Authorization": "Bearer ', drawn(alnum, 12), '"}')],
  [
    "authorization-header",
    "in JSON in JSON",
    after('"{\\"Authorization\\":\\"Bearer ', drawn(alnum, 12), '\\"}"'),
  ],
  ["authorization-header", "in code", after('headers["Authorization"] = `Bearer ', drawn(alnum, 12), "`")],
  ["bearer-token", "alone", after("sent Bearer ", drawn(alnum, 24, 80))],
  ["curl-login", "-u", after("curl -s -u app:", drawn(alnum, 8), " https://host")],
  ["curl-login", "-u without a space", after("curl -uapp:", drawn(alnum, 8))],
  ["curl-login", "gathered options", after("curl -sSu 'app:", drawn(alnum, 8), "' https://host")],
  ["curl-login", "--user", after('curl --user "app:', drawn(alnum, 8), '"')],
  ["curl-login", "--user=", after("curl \\\n  --user=app:", drawn(alnum, 8), " \\\n  https://host")],
  ["curl-login", "before other words", after("[curl -u app:", drawn(alnum, 8), "]example")],
  ["curl-login", "a proxy's", after("curl.exe --proxy-user app:", drawn(alnum, 8))],
  ["registry-login", "Docker's", after('{"auths":{"r.io":{"auth": "', encodedLogin(), '"}}}')],
  ["registry-login", "npm's", after("//r.io/:_auth=", encodedLogin())],
  ...[
    ["an environment's file", "DB_PASSWORD=", ""],
    ["YAML", "client-secret: ", ""],
    ["JSON", '{"api_key": "', '"}'],
    ["JSON in JSON", '"{\\"apiKey\\":\\"', '\\"}"'],
    ["code", "const accessKey = '", "';"],
    ["XML", "<password>", "</password>"],
    ["PHP", "'token' => '", "'"],
    ["Go", 'credential := "', '"'],
    ["a query", "/path?access_token=", "&example=1"],
    ["a header", "PRIVATE-TOKEN: ", ""],
    ["an argument", "--registry-token ", ""],
    ["Chinese", "密码：", ""],
    ["the second of two", "token=$A&secret=", ""],
    ["an object's member", 'env["AUTH_KEY"] = "', '"'],
  ].map(([form = "", before = "", behind]): (typeof forms)[number] => [
    "assigned-secret",
    form,
    after(before, drawn(alnum, 16, 60), behind),
  ]),
  ["assigned-secret", "hexadecimal digits", after("SESSION_SECRET=", drawn(hex, 32))],
  ["assigned-secret", "letters that alternate", after("pwd: '", joined("qWeRtY", "uIoPaS", "dFgH"), "'")],
  ["assigned-secret", "base64 with a slash ahead", after("token: /", drawn(alnum, 30))],
  ["assigned-secret", "a quoted value like code", after('secret = "', joined("qLmZrTy.", "kWpXv22"), '"')],
  ["assigned-secret", "before other words", after("token=", drawn(alnum, 16), ",example=1")],
  ["assigned-secret", "a short password of three kinds", after("password: ", drawn(`${alnum}!#$`, 10))],
];

function after(before: string, secret: fc.Arbitrary<string | Planted>, behind = ""): fc.Arbitrary<Planted> {
  return secret.map((drawn) => {
    const inner = typeof drawn === "string" ? { before: "", secret: drawn, after: "" } : drawn;
    return { before: before + inner.before, secret: inner.secret, after: inner.after + behind };
  });
}

/** Characters of the alphabet, the first twelve of them different, so that no draw looks like a placeholder. */
function drawn(alphabet: string, least: number, most = least): fc.Arbitrary<string> {
  const first = Array.from(
    { length: Math.min(12, least) },
    (_, i) => alphabet[(i * 11 + 7) % alphabet.length],
  );
  const rest = fc.array(fc.constantFrom(...alphabet), {
    minLength: least - first.length,
    maxLength: most - first.length,
    size: "max",
  });
  // Chance does not repeat one character thirty times, though a generator that looks for trouble does.
  const [long, wide] = [Math.log2(least) - 0.3, Math.log2(alphabet.length) - 0.6];
  return rest
    .map((characters) => [...first, ...characters].join(""))
    .filter((text) => entropy(text) >= Math.min(3.5, long, wide));
}

/** Characters of the alphabet in any order, each once. */
function distinct(alphabet: string, length: number): fc.Arbitrary<string> {
  const some = [...alphabet].filter((_, i) => (i * 5) % 8 < 5).slice(0, length - 4);
  return fc
    .shuffledSubarray(some, { minLength: some.length })
    .map((characters) => `aB3${characters.join("")}`.padEnd(length, "z").slice(0, length));
}

function joined(...parts: (string | fc.Arbitrary<string>)[]): fc.Arbitrary<string> {
  const arbitraries = parts.map((part) => (typeof part === "string" ? fc.constant(part) : part));
  return fc.tuple(...arbitraries).map((texts) => texts.join(""));
}

function uuid(): fc.Arbitrary<string> {
  return drawn(hex, 32).map((text) => text.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"));
}

function webToken(indent?: number): fc.Arbitrary<Planted> {
  return fc.tuple(fc.json(), drawn(word, 43)).map(([claims, signature]) => {
    const header = JSON.stringify({ alg: "HS256", typ: "JWT" }, null, indent);
    const payload = JSON.stringify({ sub: "x", claims }, null, indent);
    return { before: `${encoded(header)}.`, secret: `${encoded(payload)}.${signature}`, after: "" };
  });
}

function encoded(text: string): string {
  return Buffer.from(text).toString("base64url");
}

function dataCenterToken(first = ""): fc.Arbitrary<Planted> {
  const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
  return fc.tuple(drawn(digits, 12), bytes).map(([number, random]) => {
    const token = Buffer.concat([Buffer.from(`${number}:${first}`), random])
      .subarray(0, 33)
      .toString("base64");
    return { before: "", secret: token, after: "" };
  });
}

function privateKey(header: string, end = "\n"): fc.Arbitrary<Planted> {
  return after(header, drawn(base64, 64), end);
}

function encodedLogin(): fc.Arbitrary<string> {
  return drawn(alnum, 8, 20).map((password) => Buffer.from(`app:${password}`).toString("base64"));
}
