import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type TestContext, test } from "node:test";
import { Ajv } from "ajv";
import fc from "fast-check";
import { submitRecord } from "../src/commands/feedback.ts";
import { publicApi, repositoryOf } from "../src/github/repository.ts";
import type { JsonObject } from "../src/json/parse.ts";
import { folder } from "./support/folder.ts";
import { type Arrived, startPeer } from "./support/peer.ts";
import { validRecord } from "./support/records.ts";

// GitHub's own description of its REST API: https://github.com/octokit/openapi
const file = createRequire(import.meta.url).resolve("@octokit/openapi/generated/api.github.com.json");
const github = JSON.parse(readFileSync(file, "utf8"));
const [issuesPath, labelsPath] = ["/repos/{owner}/{repo}/issues", "/repos/{owner}/{repo}/labels"];
const [create, list] = [github.paths[issuesPath].post, github.paths[labelsPath].get];
const examples = github.components.examples;

/** GitHub ignores a property that it does not know; here it is a fault. */
const isBody = new Ajv().compile({
  ...plainSchema(create.requestBody.content["application/json"].schema),
  additionalProperties: false,
});

/** What is sent of a record, to a stand-in that answers with the description's own examples. */
async function sent(t: TestContext, record: JsonObject, labels: object = examples["label-items"].value) {
  const peer = await startPeer(t, [{ body: labels }, { status: 201, body: examples.issue.value }]);
  const outcome = await submitRecord(record, {
    repository: repositoryOf("octocat/Hello-World", peer.origin),
    ...{ token: "token-1", proxy: false, secrets: [], version: "", cwd: folder(t), onlyShows: false },
  });
  peer.stop();
  const [looked, posted, ...others] = peer.requests;
  assert.ok(looked && posted && !others.length);
  return { outcome, looked, posted, body: JSON.parse(posted.body) };
}

const least = { type: "question", component: "rules", title: "Why?", description: "Why?" };

const records: [why: string, record: JsonObject, labels: string[]][] = [
  ["the least that a record can say", least, []],
  [
    "all that a record can say",
    {
      ...{ ...least, type: "bug", priority: "high", reproduce_steps: "1. Open", expected_behavior: "Once" },
      ...{
        actual_behavior: "Twice",
        project: "shop",
        framework_version: "v1.2.3-20261121",
        submitter: "Ada",
      },
    },
    ["bug"],
  ],
  ["another type", { ...least, type: "feature" }, ["enhancement"]],
  ["what the report has no place for", { ...least, assignees: ["octocat"], state: "open" }, []],
  ["a text that is too long", { ...least, title: "🚀".repeat(999), description: "🚀".repeat(99_999) }, []],
  ["halves of characters", { ...least, title: "\ud83d", description: "\ude80" }, []],
];

for (const [why, record, labels] of records) {
  test(`GitHub's description allows the body of ${why}`, async (t) => {
    const { body } = await sent(t, record);
    checkBody(body);
    assert.deepEqual(body.labels, labels);
  });
}

test("GitHub's description allows the body of any valid record", async (t) => {
  const property = fc.asyncProperty(validRecord, async (record) => {
    checkBody((await sent(t, record)).body);
  });
  await fc.assert(property, { numRuns: 100 });
});

test("the check notices a body that GitHub's description does not allow", () => {
  for (const body of [{}, { title: "a", labels: "bug" }, { title: "a", body: 1 }, { title: "a", label: [] }])
    assert.equal(isBody(body), false);
});

test("the requests go where GitHub's description says, with the parameters that it names", async (t) => {
  const { looked, posted } = await sent(t, least);
  assert.deepEqual(github.servers, [{ url: publicApi }]);
  assert.deepEqual(targetOf(posted), ["POST", fill(issuesPath), {}]);
  assert.deepEqual(targetOf(looked), ["GET", fill(labelsPath), { per_page: "100", page: "1" }]);
  const named = list.parameters.map(({ $ref }: { $ref: string }) => at($ref));
  const inQuery = named.filter((parameter: { in: string }) => parameter.in === "query");
  assert.deepEqual(inQuery.map(({ name }: { name: string }) => name).toSorted(), ["page", "per_page"]);
  assert.match(inQuery.find(({ name }: { name: string }) => name === "per_page").description, /\(max 100\)/);
  assert.equal(looked.body, "");
});

test("the body is of the described media type, and both requests say who asks for which version", async (t) => {
  const { looked, posted } = await sent(t, least);
  const [type] = String(posted.headers["content-type"]).split(";");
  assert.deepEqual(Object.keys(create.requestBody.content), [type]);
  for (const { headers } of [looked, posted]) {
    assert.match(String(headers["user-agent"]), /^shipbell-feedback\/\d/);
    assert.deepEqual(
      [headers.authorization, headers.accept, headers["x-github-api-version"]],
      ["Bearer token-1", "application/vnd.github+json", "2022-11-28"],
    );
  }
});

test("the result comes from the answer that GitHub's description shows", async (t) => {
  const { outcome } = await sent(t, least);
  const { html_url: url, number } = examples.issue.value;
  assert.deepEqual(outcome, { success: true, github: { status: "success", url, number } });
  assert.ok(create.responses[201].content["application/json"]);
});

test("labels are sent as GitHub spells them", async (t) => {
  const [label] = examples["label-items"].value;
  const labels = [
    { ...label, name: "Bug" },
    { ...label, name: "Component: Rules" },
  ];
  const { body } = await sent(t, { ...least, type: "bug" }, labels);
  assert.deepEqual(body.labels, ["Bug", "Component: Rules"]);
});

/** The lengths are GitHub's too, though its description does not name them. */
function checkBody(sent: { title: string; body: string }): void {
  assert.ok(isBody(sent), JSON.stringify(isBody.errors));
  const { title, body } = sent as { title: string; body: string };
  assert.ok(title.length <= 256 && body.length <= 65_536);
}

function fill(path: string): string {
  return path.replace("{owner}", "octocat").replace("{repo}", "Hello-World");
}

function targetOf({ method, target }: Arrived) {
  const { pathname, searchParams } = new URL(target, publicApi);
  return [method, pathname, Object.fromEntries(searchParams)];
}

/** The part of the description that a reference names. */
function at(reference: string) {
  return reference
    .slice(2)
    .split("/")
    .reduce((part, key) => part[key], github);
}

/** OpenAPI's `nullable` may stand beside `oneOf`, which JSON Schema does not know; `example` says nothing. */
function plainSchema(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_key, part) => {
    if (!part || typeof part !== "object" || Array.isArray(part)) return part;
    const { example, nullable, ...rest } = part;
    return nullable ? { anyOf: [rest, { type: "null" }] } : rest;
  });
}
