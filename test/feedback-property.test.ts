import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { type Desk, submitRecord } from "../src/commands/feedback.ts";
import type { Outcome } from "../src/commands/outcome.ts";
import { repositoryOf } from "../src/github/repository.ts";
import type { JsonObject } from "../src/json/parse.ts";
import { fields } from "../src/report/fields.ts";
import { forms } from "./report/planted.ts";
import { folder } from "./support/folder.ts";
import { type Arrived, startPeer } from "./support/peer.ts";
import { anyRecord, hostile, invalidRecord, validRecord } from "./support/records.ts";

type Tried = { outcome: Outcome; requests: Arrived[]; posts: Arrived[] };

/** A desk at which records are submitted to a stand-in, and what then came of each. */
async function newDesk(t: TestContext) {
  const body = { html_url: "https://github.example/team/rules/issues/7", number: 7 };
  const github = await startPeer(t, [{ status: 201, body }]);
  const desk: Desk = {
    repository: repositoryOf("team/rules", github.origin),
    ...{ token: "token-1", proxy: false, secrets: [], version: "", cwd: folder(t), onlyShows: false },
  };
  return async (record: JsonObject, changes: Partial<Desk> = {}): Promise<Tried> => {
    const begin = github.requests.length;
    const outcome = await submitRecord(record, { ...desk, ...changes });
    const requests = github.requests.slice(begin);
    checkForm(outcome);
    return { outcome, requests, posts: requests.filter(({ method }) => method === "POST") };
  };
}

function checkForm(outcome: Outcome): void {
  assert.deepEqual(JSON.parse(JSON.stringify(outcome)), outcome);
  const { success, github } = outcome;
  assert.match(github.status, /^(success|skipped|failed)$/);
  assert.equal(success, github.status !== "failed");
}

const runs = 250;

test("every valid record without a secret is sent once", async (t) => {
  const submit = await newDesk(t);
  const property = fc.asyncProperty(validRecord, async (record) => {
    const { outcome, posts } = await submit(record);
    assert.equal(outcome.github.status, "success");
    assert.equal(posts.length, 1);
  });
  await fc.assert(property, { numRuns: runs });
});

test("of an invalid record nothing is sent, and every fault has a field", async (t) => {
  const submit = await newDesk(t);
  const property = fc.asyncProperty(invalidRecord, async (record) => {
    const { outcome, requests } = await submit(record);
    assert.ok(outcome.errors?.length);
    for (const { field, problem, allowed } of outcome.errors) {
      assert.ok(fields.some(({ name }) => name === field));
      assert.ok(problem && allowed.length);
    }
    assert.deepEqual(requests, []);
  });
  await fc.assert(property, { numRuns: runs });
});

test("whatever the record, at most one issue is sent, and a dry run sends nothing", async (t) => {
  const submit = await newDesk(t);
  const property = fc.asyncProperty(anyRecord, async (record) => {
    const { outcome, posts } = await submit(record);
    assert.equal(posts.length, outcome.github.status === "success" ? 1 : 0);
    assert.deepEqual((await submit(record, { onlyShows: true })).requests, []);
  });
  await fc.assert(property, { numRuns: runs });
});

/** A secret of one of the rules, or a value that this process knows to be one. */
const planted = fc.oneof(
  fc
    .constantFrom(...forms)
    .chain(([, , secrets]) => secrets)
    .map(({ before, secret, after }) => ({ text: before + secret + after, secret, known: [] as string[] })),
  fc
    .oneof(fc.stringMatching(/^[a-z_]{8,30}$/), fc.string({ unit: "binary", minLength: 8, maxLength: 40 }))
    .map((text) => text.trim())
    .filter((text) => text.length >= 8)
    .map((text) => ({ text, secret: text, known: [text] })),
);

/** Where it stands: in a field, in a key, or under a key that the record has no place for. */
const place = fc.constantFrom(...fields.map(({ name }) => name), "a key", "notes");

const surroundings = fc.tuple(hostile, fc.constantFrom("\n", " ", "\n\n"), hostile);

test("no planted secret leaves, nor is it repeated, wherever it stands", async (t) => {
  const submit = await newDesk(t);
  const property = fc.asyncProperty(
    ...[validRecord, place, planted, surroundings, fc.boolean()],
    async (record, at, { text, secret, known }, [before, gap, after], onlyShows) => {
      const around = `${before}${gap}${text}${gap}${after}`;
      const whole = at === "a key" ? { ...record, [text]: "x" } : { ...record, [at]: around };
      const { outcome, requests } = await submit(whole, { secrets: known, onlyShows });
      for (const said of [...requests.flatMap(spoken), ...spoken(outcome)])
        assert.ok(!said.includes(secret), `it stands in ${JSON.stringify(said)}`);
      if (["title", "description", "project", "submitter"].includes(at)) {
        assert.ok(outcome.secrets?.some(({ field }) => field === at));
        assert.deepEqual(requests, []);
      }
    },
  );
  await fc.assert(property, { numRuns: 4 * runs });
});

/** Every text in it, as it is, and with the escapes of JSON and of addresses undone. */
function spoken(value: unknown): string[] {
  const texts: string[] = [];
  const whole = JSON.stringify(value, (key, inner) => {
    texts.push(key, ...(typeof inner === "string" ? [inner] : []));
    return inner;
  });
  return [whole, ...texts].flatMap((text) => [text, ...inJson(text), ...inAddress(text)]);
}

function inJson(text: string): string[] {
  return text.startsWith("{") ? Object.values(JSON.parse(text)).map(String) : [];
}

function inAddress(text: string): string[] {
  return text.includes("?") ? [...(URL.parse(text, "http://x")?.searchParams.values() ?? [])] : [];
}
