import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { folder } from "./support/folder.ts";
import { bug, created, feed, noLabels, page, question, send } from "./support/github.ts";

const done = `{"success":true,"github":{"status":"success","url":"${page}","number":7}}\n`;

test("a whole record becomes one issue, and its address the result", async (t) => {
  const { requests, ...ended } = await send(t, [noLabels, created], bug);
  assert.deepEqual([ended.code, ended.stdout, ended.stderr], [0, done, ""]);
  assert.deepEqual(
    requests.map(({ method, target }) => `${method} ${target}`),
    ["GET /repos/acme/kit/labels?per_page=100&page=1", "POST /repos/acme/kit/issues"],
  );
  assert.deepEqual(JSON.parse(requests[1]?.body ?? ""), {
    title: "[bug] The approval is lost",
    body: [
      ...["### Component", "workflow", "### Priority", "high"],
      ...["### Description", "Whoever edits 01 after the approval\nloses it."],
      ...["### Steps to reproduce", "1. approve\n2. edit"],
      ...["### Expected behaviour", "A warning.", "### Actual behaviour", "Silence."],
      "| | |\n| --- | --- |\n| Project | my-shop |\n| Framework version | v1.2.3-20261121 |\n| Submitter | Ada |",
    ].join("\n\n"),
    labels: [],
  });
});

test("a submission names its sender, the version of the interface and the token", async (t) => {
  const { posts } = await send(t, [noLabels, created]);
  const headers: Record<string, unknown> = posts[0]?.headers ?? {};
  assert.equal(headers.authorization, "Bearer a-token-of-the-test");
  assert.equal(headers.accept, "application/vnd.github+json");
  assert.equal(headers["x-github-api-version"], "2022-11-28");
  assert.match(String(headers["user-agent"]), /^shipbell-feedback\/\d+\.\d+\.\d+$/);
  assert.match(String(headers["content-type"]), /^application\/json/);
});

test("a priority that is not said is medium, and sections with nothing in them are left out", async (t) => {
  const { posts } = await send(t, [noLabels, created], { ...question, priority: "", submitter: "Ada" });
  const { title, body } = JSON.parse(posts[0]?.body ?? "");
  assert.equal(title, "[question] Why two gates?");
  assert.match(body, /^### Component\n\nrules\n\n### Priority\n\nmedium\n\n### Description\n\nOne/);
  assert.doesNotMatch(body, /reproduce|behaviour/);
});

const { type: _type, ...untyped } = question;
const arguments_: [why: string, record: object, args: string[], title: RegExp][] = [
  ["an argument says the type that the record does not", untyped, ["improvement"], /^\[improvement\]/],
  ["an argument says the type that is empty in the record", { ...question, type: "" }, ["bug"], /^\[bug\]/],
  ["an argument says the type that is null in the record", { ...question, type: null }, ["bug"], /^\[bug\]/],
  ["the type of the record wins over the argument", question, ["bug"], /^\[question\]/],
];

for (const [why, record, args, title] of arguments_) {
  test(why, async (t) => {
    const { code, posts } = await send(t, [noLabels, created], record, { args });
    assert.equal(code, 0);
    assert.match(JSON.parse(posts[0]?.body ?? "").title, title);
  });
}

test("what belongs to bugs alone is not sent for others, and is named", async (t) => {
  const { code, result, posts } = await send(t, [noLabels, created], { ...bug, type: "feature" });
  assert.deepEqual([code, result.github.status], [0, "success"]);
  assert.deepEqual(result.ignored, ["reproduce_steps", "expected_behavior", "actual_behavior"]);
  assert.doesNotMatch(posts[0]?.body ?? "", /1\. approve|A warning|Silence/);
});

test("what belongs to bugs is sent for a bug with spaces around its type", async (t) => {
  const { result, posts } = await send(t, [noLabels, created], { ...bug, type: " bug " });
  assert.equal(result.ignored, undefined);
  assert.match(posts[0]?.body ?? "", /1\. approve.*A warning.*Silence/);
});

test("keys that the report has no place for are named when they look like names, and never sent", async (t) => {
  const odd = { severity: "worst", "Nobody reads me": 1, nothing: null, empty: " ", ["x".repeat(31)]: 1 };
  const record = `{"__proto__":{"title":"no"},${JSON.stringify({ ...question, ...odd }).slice(1)}`;
  const { code, result, stdout, stderr, posts } = await send(t, [noLabels, created], record);
  assert.deepEqual([code, result.ignored, stderr], [0, ["__proto__", "severity"], ""]);
  assert.doesNotMatch((posts[0]?.body ?? "") + stdout, /worst|Nobody|xxx/);
});

test("a byte-order mark before the record does no harm", async (t) => {
  const { code, posts } = await send(t, [noLabels, created], `\uFEFF${JSON.stringify(question)}`);
  assert.deepEqual([code, posts.length], [0, 1]);
});

test("half a character in a record is sent as a whole one", async (t) => {
  const { posts } = await send(
    t,
    [noLabels, created],
    `{"title":"half \\ud83d","description":"\\udc4d",${JSON.stringify({ ...question, title: undefined, description: undefined }).slice(1)}`,
  );
  const { title, body } = JSON.parse(posts[0]?.body ?? "");
  assert.deepEqual(
    [title, body.includes("\uFFFD\n"), body.isWellFormed()],
    ["[question] half \uFFFD", true, true],
  );
});

const types = ["bug", "feature", "improvement", "question"];
const components = ["agents", "rules", "skills", "workflow", "upgrade", "other"];
const priorities = ["low", "medium", "high"];
const text = ["a text that is not empty"];
const version = ["a version like v1.2.3-20261121 with a real date"];
const none = "it is none of the allowed values";
const missing = "it is missing or empty";
const notText = (kind: string) => `it is ${kind} instead of a text`;

const invalid: [why: string, change: object, field: string, problem: string, allowed: string[]][] = [
  ["no type", { type: undefined }, "type", missing, types],
  ["an empty type", { type: "" }, "type", missing, types],
  ["a type that is null", { type: null }, "type", missing, types],
  ["an unknown type", { type: "praise" }, "type", none, types],
  ["a type in capitals", { type: "Bug" }, "type", none, types],
  ["a type that every object has", { type: "constructor" }, "type", none, types],
  ["no component", { component: undefined }, "component", missing, components],
  ["an unknown component", { component: "engine" }, "component", none, components],
  ["an unknown priority", { priority: "urgent" }, "priority", none, priorities],
  ["a priority that is a number", { priority: 1 }, "priority", notText("a number"), priorities],
  ["no title", { title: undefined }, "title", missing, text],
  ["a title of spaces", { title: " \n\t" }, "title", missing, text],
  ["a title that is a number", { title: 7 }, "title", notText("a number"), text],
  ["a title that is zero", { title: 0 }, "title", notText("a number"), text],
  ["no description", { description: undefined }, "description", missing, text],
  ["a description that is null", { description: null }, "description", missing, text],
  ["a description that is a list", { description: ["a"] }, "description", notText("a list"), text],
  ["a description that is an object", { description: {} }, "description", notText("an object"), text],
  ["a description that is true", { description: true }, "description", notText("a boolean"), text],
  ["a description that is false", { description: false }, "description", notText("a boolean"), text],
  ["steps that are a list", { reproduce_steps: ["1"] }, "reproduce_steps", notText("a list"), text],
  ["a project that is an object", { project: {} }, "project", notText("an object"), text],
  ["a submitter that is a number", { submitter: 1 }, "submitter", notText("a number"), text],
  [
    "a version without a date",
    { framework_version: "v1.2.3" },
    "framework_version",
    "it has not the form that is allowed",
    version,
  ],
  [
    "a version of a day that never was",
    { framework_version: "v1.2.3-20260230" },
    "framework_version",
    "it has not the form that is allowed",
    version,
  ],
];

for (const [why, change, field, problem, allowed] of invalid) {
  test(`a record with ${why} is refused, and nothing is sent`, async (t) => {
    const { code, result, stderr, requests } = await send(t, [created], { ...bug, ...change });
    const error = `${field}: ${problem} (${allowed.join(", ")})`;
    const errors = [{ field, problem, allowed }];
    assert.deepEqual(result, { success: false, github: { status: "failed", error }, errors });
    assert.deepEqual([code, stderr, requests], [64, `Cannot submit the feedback: ${error}\n`, []]);
  });
}

test("all that is wrong with a record is said at once, and no value of it", async (t) => {
  const wrong = { type: "praise-me", priority: 3, title: [], description: "", framework_version: "v0-today" };
  const { code, result, stdout, stderr, requests } = await send(t, [created], wrong);
  assert.deepEqual([code, requests], [64, []]);
  assert.deepEqual(
    result.errors?.map(({ field }) => field),
    ["type", "component", "priority", "title", "description", "framework_version"],
  );
  assert.doesNotMatch(stdout + stderr, /praise|today/);
});

const mebibyte = 1024 * 1024;
const long = JSON.stringify({ ...question, description: "" });
const padded = (length: number) =>
  long.replace('""', `"${"x ".repeat(length / 2).slice(0, length - long.length)}"`);

const shapeless: [why: string, input: string, problem: string][] = [
  ["nothing at all", "", "it is no JSON object"],
  ["text", "type: bug", "it is no JSON object"],
  ["a record that ends too early", JSON.stringify(bug).slice(0, -1), "it is no JSON object"],
  ["two records", JSON.stringify(bug).repeat(2), "it is no JSON object"],
  ["a list", JSON.stringify([bug]), "it is no JSON object"],
  ["null", "null", "it is no JSON object"],
  ["a number", "7", "it is no JSON object"],
  ["a string", '"bug"', "it is no JSON object"],
  ["a byte more than 1 MiB", padded(mebibyte + 1), "it is longer than 1 MiB"],
];

for (const [why, input, problem] of shapeless) {
  test(`${why} in place of a record is refused, and nothing is sent`, async (t) => {
    const { code, result, stderr, requests } = await send(t, [created], input);
    const allowed = ["a JSON object of at most 1 MiB"];
    assert.deepEqual(result.errors, [{ field: "record", problem, allowed }]);
    assert.deepEqual([code, result.success, requests], [64, false, []]);
    assert.equal(stderr, `Cannot submit the feedback: record: ${problem} (${allowed})\n`);
  });
}

test("a record of just 1 MiB is cut to what an issue holds", async (t) => {
  const { code, posts } = await send(t, [noLabels, created], padded(mebibyte));
  assert.deepEqual([code, posts.length], [0, 1]);
  const { body } = JSON.parse(posts[0]?.body ?? "");
  assert.equal(body.length, 65_536);
  assert.match(body, /x … \(the rest|x\s+… \(the rest was left out[^|]*\)\n\n\| \| \|/);
});

// What a secret looks like is put together here, so that none stands in the repository.
const secret = ["gh", "p_", "16C7e42F292c6912E7710c838347Ae178B4a"].join("");
const own = ["Zx8", "qLm2", "vT5w", "Rk9d"].join("");

const planted: [why: string, change: object, env: Record<string, string>, found: object[]][] = [
  ["the title", { title: `See ${secret}` }, {}, [{ rule: "", field: "title", line: 1 }]],
  [
    "the third line of the description",
    { description: `a\nb\nc ${secret} d` },
    {},
    [{ rule: "", field: "description", line: 3 }],
  ],
  [
    "a description that begins with empty lines",
    { description: `\n\n\n${secret}\n` },
    {},
    [{ rule: "", field: "description", line: 4 }],
  ],
  ["the submitter", { submitter: secret }, {}, [{ rule: "", field: "submitter", line: 1 }]],
  [
    "two fields",
    { title: secret, actual_behavior: secret },
    {},
    [
      { rule: "", field: "title", line: 1 },
      { rule: "", field: "actual_behavior", line: 1 },
    ],
  ],
  [
    "a value of this process's own",
    { description: `I set it to ${own}, and` },
    { DEPLOY_SECRET: own },
    [{ rule: "known-value", field: "description", line: 1 }],
  ],
  [
    "the very token that submits",
    { expected_behavior: "It takes a-token-of-the-test" },
    {},
    [{ rule: "known-value", field: "expected_behavior", line: 1 }],
  ],
];

for (const [why, change, env, found] of planted) {
  for (const args of [[], ["--dry-run"]]) {
    test(`a secret in ${why} is refused and shown nowhere${args.map((arg) => `, with ${arg}`)}`, async (t) => {
      const { code, result, stdout, stderr, requests } = await send(
        t,
        [created],
        { ...bug, ...change },
        { env, args },
      );
      assert.deepEqual([code, result.success, result.github.status, requests], [65, false, "failed", []]);
      const places = result.secrets?.map(({ rule, ...place }) => ({
        rule: rule === "known-value" ? rule : "",
        ...place,
      }));
      assert.deepEqual(places, found);
      assert.match(stderr, /^Cannot submit the feedback: [^\n]*\n$/);
      for (const hidden of [secret, own, "a-token-of-the-test"]) {
        assert.ok(!(stdout + stderr).includes(hidden) && !(stdout + stderr).includes(hidden.slice(4)));
      }
    });
  }
}

test("a secret under a key that is not sent is not shown either", async (t) => {
  const { code, stdout, stderr, posts } = await send(t, [noLabels, created], {
    ...question,
    [secret]: 1,
    notes: secret,
  });
  assert.deepEqual([code, posts.length], [0, 1]);
  assert.ok(!(stdout + stderr + posts[0]?.body).includes(secret));
});

test("a secret is refused where nobody would get the report too", async (t) => {
  const { code, stdout } = await feed(t, { ...question, title: secret });
  assert.equal(code, 65);
  assert.ok(!stdout.includes(secret));
});

test("a dry run shows the issue and a prefilled address, and asks nobody", async (t) => {
  const { code, result, stderr, requests } = await send(t, [created], bug, { args: ["--dry-run"] });
  assert.deepEqual([code, stderr, requests], [0, "", []]);
  const { prefilled, ...github } = result.github;
  assert.deepEqual(github, { status: "skipped", reason: "dry run" });
  const { repository, title, body, labels } = result.issue ?? {};
  assert.deepEqual([repository, title], ["acme/kit", "[bug] The approval is lost"]);
  assert.deepEqual(labels, [["bug"], ["component: workflow", "workflow"], ["priority: high"]]);
  const form = new URL(String(prefilled)).searchParams;
  assert.deepEqual([form.get("title"), form.get("body")], [title, body]);
});

test("without a repository the report is valid but goes nowhere", async (t) => {
  const { code, stdout, stderr } = await feed(t, question, { env: { GH_TOKEN: "x" } });
  const reason = "FEEDBACK_REPO names no repository";
  assert.deepEqual(stdout, `${JSON.stringify({ success: true, github: { status: "skipped", reason } })}\n`);
  assert.deepEqual([code, stderr], [0, ""]);
});

test("a dry run without a repository shows the issue", async (t) => {
  const { code, result } = await feed(t, question, { args: ["--dry-run"] });
  assert.deepEqual(
    [code, result.issue?.repository, result.issue?.title],
    [0, "", "[question] Why two gates?"],
  );
});

const usage: [why: string, args: string[], env: Record<string, string>, stderr: RegExp][] = [
  ["a repository without an owner", [], { FEEDBACK_REPO: "kit" }, /FEEDBACK_REPO: .*owner\/name/],
  ["a repository that is an address", [], { FEEDBACK_REPO: "https://github.com/acme/kit" }, /FEEDBACK_REPO/],
  ["a repository with a query", [], { FEEDBACK_REPO: "acme/kit?x=1" }, /FEEDBACK_REPO/],
  ["a repository that climbs", [], { FEEDBACK_REPO: "../kit" }, /FEEDBACK_REPO/],
  ["an interface without a scheme", [], { GITHUB_API_URL: "api.github.com" }, /GITHUB_API_URL: .*http/],
  ["an interface of another scheme", [], { GITHUB_API_URL: "ftp://github.com" }, /GITHUB_API_URL/],
  ["a proxy that is no address", [], { HTTPS_PROXY: "me:pw@proxy" }, /HTTPS_PROXY: .*address/],
  ["an unknown type", ["praise"], {}, /one of bug, feature, improvement, question/],
  ["a type that every object has", ["constructor"], {}, /one of bug/],
  ["two types", ["bug", "feature"], {}, /one of bug/],
  ["an unknown option", ["--yes"], {}, /--yes/],
  [
    "a token's file that is missing",
    [],
    { GH_TOKEN: "", GH_TOKEN_FILE: "/nowhere/token" },
    /GH_TOKEN_FILE names: ENOENT/,
  ],
];

for (const [why, args, env, stderr] of usage) {
  test(`${why} is told in one line`, async (t) => {
    const ended = await send(t, [created], question, { args, env });
    assert.deepEqual([ended.code, ended.stdout, ended.requests], [64, "", []]);
    assert.match(ended.stderr, /^Cannot (use|run|read) [^\n]*\n$/);
    assert.match(ended.stderr, stderr);
    assert.doesNotMatch(ended.stderr, /pw@|nowhere/);
  });
}

test("a token's file in place of the variable is read", async (t) => {
  const file = join(folder(t), "token");
  writeFileSync(file, "from-a-file\n");
  const env = { GH_TOKEN: "", GH_TOKEN_FILE: file };
  const { posts } = await send(t, [noLabels, created], question, { env });
  assert.equal(posts[0]?.headers.authorization, "Bearer from-a-file");
});

test("a token that came from a file is a secret like any other", async (t) => {
  const file = join(folder(t), "token");
  writeFileSync(file, `${own}\n`);
  const env = { GH_TOKEN: "", GH_TOKEN_FILE: file };
  const record = { ...question, description: `It asks for ${own}` };
  const { code, stdout, stderr, requests } = await send(t, [created], record, { env });
  assert.deepEqual([code, requests, (stdout + stderr).includes(own)], [65, [], false]);
});
