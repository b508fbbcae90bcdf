import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folder } from "./support/folder.ts";
import { bug, created, feed, noLabels, page, question, send, token, withGh } from "./support/github.ts";
import { closedPort, startPeer, type Turn } from "./support/peer.ts";
import { startProxy } from "./support/proxy.ts";

const search = "; the issue may exist all the same: ";

const failed: [why: string, turn: Turn, error: RegExp, mayExist: boolean][] = [
  ["401", { status: 401, body: { message: "Bad credentials" } }, /401: Bad credentials \(the token/, false],
  ["403", { status: 403, body: { message: "Forbidden" } }, /403: Forbidden \(the token/, false],
  ["403 with a time", { status: 403, headers: { "retry-after": "1" } }, /403 \(try again in 1 s\)/, false],
  ["404", { status: 404, body: { message: "Not Found" } }, /404: Not Found .*FEEDBACK_REPO/, false],
  ["410", { status: 410, body: { message: "Gone" } }, /410: Gone \(issues are switched off/, false],
  [
    "422",
    { status: 422, body: { message: "No", errors: [{ field: "title", code: "bad" }] } },
    /No, title bad/,
    false,
  ],
  ["429", { status: 429, headers: { "retry-after": "1" } }, /429 \(try again in 1 s\)/, false],
  [
    "307",
    { status: 307, headers: { location: "/repositories/1/issues" } },
    /307 \(the repository has moved/,
    false,
  ],
  ["500", { status: 500, body: { message: "Oops" } }, /500: Oops/, true],
  ["502", { status: 502, body: "<html>" }, /502/, true],
  ["201 without an address", { status: 201, body: { number: 7 } }, /201/, true],
  ["a reply that is no JSON", { status: 201, body: "made it" }, /201/, true],
  ["a reset after the request", { fault: "reset" }, /ECONNRESET/, true],
  ["a reset in the reply", { ...created, fault: "reset in the body" }, /ECONNRESET/, true],
];

for (const [why, turn, error, mayExist] of failed) {
  test(`after ${why} the submission has failed, and is not made again`, async (t) => {
    const { code, result, stdout, stderr, requests } = await send(t, [noLabels, turn]);
    assert.deepEqual(
      requests.map(({ method }) => method),
      ["GET", "POST"],
    );
    const told = String(result.github.error);
    assert.deepEqual(result, { success: false, github: { status: "failed", error: told } });
    assert.equal(stdout, `${JSON.stringify(result)}\n`);
    assert.deepEqual([code, stderr], [1, `Cannot submit the feedback: ${told}\n`]);
    assert.match(told, error);
    const [, address] = told.split(search);
    const query = address && new URL(address).searchParams.get("q");
    assert.equal(query, mayExist ? 'is:issue in:title "[question] Why two gates?"' : undefined);
  });
}

test("a connection that is reset before the request was read is not tried again", async (t) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.resetAndDestroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => void server.close());
  const { port } = server.address() as { port: number };
  const { code, result } = await feed(t, question, { env: repository(`http://127.0.0.1:${port}`) });
  assert.deepEqual([code, result.github.status, connections], [1, "failed", 2]); // the labels, the issue
});

test("where nobody listens the issue cannot exist", async (t) => {
  const port = await closedPort();
  const { code, result } = await feed(t, question, { env: repository(`http://127.0.0.1:${port}`) });
  const error = `connect ECONNREFUSED 127.0.0.1:${port}`;
  assert.deepEqual([code, result], [1, { success: false, github: { status: "failed", error } }]);
});

test("only labels that exist are set, as they are spelt in the repository", async (t) => {
  const labels = { body: ["Bug", "wontfix", "Component: Workflow"].map((name) => ({ name })) };
  const { code, posts } = await send(t, [labels, created], bug);
  assert.deepEqual([code, JSON.parse(posts[0]?.body ?? "").labels], [0, ["Bug", "Component: Workflow"]]);
});

test("labels of the second page are found", async (t) => {
  const first = { body: Array.from({ length: 100 }, (_, i) => ({ name: `label ${i}` })) };
  const { posts, requests } = await send(t, [first, { body: [{ name: "rules" }] }, created]);
  assert.match(requests[1]?.target ?? "", /page=2$/);
  assert.deepEqual([posts.length, JSON.parse(posts[0]?.body ?? "").labels], [1, ["rules"]]);
});

for (const [why, labels] of [
  ["may not be read", { status: 403, body: { message: "no" } }],
  ["fail", { status: 500, body: "<html>" }],
  ["are no JSON", { body: "<html>" }],
  ["are cut", { fault: "reset" }],
] satisfies [string, Turn][]) {
  test(`where the labels ${why}, the issue is made without`, async (t) => {
    const { code, posts } = await send(t, [labels, created]);
    assert.deepEqual([code, posts.length, JSON.parse(posts[0]?.body ?? "").labels], [0, 1, []]);
  });
}

const echoes: [why: string, turn: Turn][] = [
  ["words", { status: 401, body: { message: `Bearer ${token} is wrong` } }],
  [
    "details",
    { status: 422, body: { message: "no", errors: [{ field: token, code: token, message: token }] } },
  ],
  ["a header", { status: 403, headers: { "retry-after": token } }],
  ["an address", { status: 201, body: { number: 7, html_url: `https://${token}.example.com/${token}` } }],
  ["the reply's first line", { status: 500, body: token }],
];

for (const [why, turn] of echoes) {
  test(`a token that GitHub echoes in ${why} is not shown`, async (t) => {
    const { stdout, stderr, posts } = await send(t, [noLabels, turn]);
    assert.deepEqual([posts.length, (stdout + stderr).includes(token)], [1, false]);
  });
}

function repository(api: string): Record<string, string> {
  return { FEEDBACK_REPO: "acme/kit", GH_TOKEN: token, GITHUB_API_URL: api };
}

const file = (t: TestContext, text: string) => {
  const path = join(folder(t), "token");
  writeFileSync(path, text);
  return path;
};

type Env = Record<string, string>;
const tokens: [why: string, env: (t: TestContext) => Env, expected: string][] = [
  [
    "GH_TOKEN before GITHUB_TOKEN",
    () => ({ GH_TOKEN: "the-one-token", GITHUB_TOKEN: "the-two-token" }),
    "the-one-token",
  ],
  ["GITHUB_TOKEN", () => ({ GH_TOKEN: "", GITHUB_TOKEN: "the-two-token" }), "the-two-token"],
  [
    "the file of GH_TOKEN",
    (t) => ({ GH_TOKEN: "", GH_TOKEN_FILE: file(t, "the-three-token\n") }),
    "the-three-token",
  ],
  [
    "the variable before its file",
    () => ({ GH_TOKEN: "the-one-token", GH_TOKEN_FILE: "/nowhere" }),
    "the-one-token",
  ],
  [
    "the file of GH_TOKEN before GITHUB_TOKEN",
    (t) => ({ GH_TOKEN: "", GH_TOKEN_FILE: file(t, "the-three-token"), GITHUB_TOKEN: "the-two-token" }),
    "the-three-token",
  ],
  [
    "the file of GITHUB_TOKEN",
    (t) => ({ GH_TOKEN: "", GITHUB_TOKEN_FILE: file(t, " the-four-token ") }),
    "the-four-token",
  ],
  [
    "GITHUB_TOKEN where the file of GH_TOKEN is empty",
    (t) => ({ GH_TOKEN: "", GH_TOKEN_FILE: file(t, "\n"), GITHUB_TOKEN: "the-two-token" }),
    "the-two-token",
  ],
  ["gh's", (t) => withGh(t, "echo the-five-token"), "the-five-token"],
  [
    "a variable before gh's",
    (t) => ({ ...withGh(t, "echo the-five-token"), GITHUB_TOKEN: "the-two-token" }),
    "the-two-token",
  ],
];

for (const [why, env, expected] of tokens) {
  test(`the token is that of ${why}`, async (t) => {
    const { code, requests } = await send(t, [noLabels, created], question, { env: env(t) });
    assert.equal(code, 0);
    assert.deepEqual(
      requests.map(({ headers }) => headers.authorization),
      [`Bearer ${expected}`, `Bearer ${expected}`],
    );
  });
}

test("gh is asked for the token of this host, without a shell and without input", async (t) => {
  const { code, posts } = await send(t, [noLabels, created], question, {
    env: withGh(t, 'cat; echo "$#,$*" | tr " " ,'),
  });
  assert.deepEqual([code, posts[0]?.headers.authorization], [0, "Bearer 4,auth,token,--hostname,127.0.0.1"]);
});

const without: [why: string, gh: string][] = [
  ["gh fails", "echo half-a-token; echo not logged in >&2; exit 1"],
  ["gh is killed", "echo half-a-token; kill -9 $$"],
  ["gh says nothing", "exit 0"],
];

for (const [why, gh] of without) {
  test(`where ${why}, the report is for a person to send`, async (t) => {
    const { code, result, stderr, requests } = await send(t, [created], bug, { env: withGh(t, gh) });
    const { prefilled, ...github } = result.github;
    const reason = "there is no token: set GH_TOKEN, or run gh auth login";
    assert.deepEqual([code, stderr, requests], [0, "", []]);
    assert.deepEqual([result.success, github], [true, { status: "skipped", reason }]);
    const address = new URL(String(prefilled));
    assert.match(address.pathname, /^\/acme\/kit\/issues\/new$/);
    assert.equal(address.searchParams.get("title"), "[bug] The approval is lost");
    assert.match(address.searchParams.get("body") ?? "", /### Actual behaviour\n\nSilence\./);
  });
}

test("where there is no gh, the report is for a person to send on github.com", async (t) => {
  const env = { FEEDBACK_REPO: "acme/kit", PATH: folder(t) };
  const { code, result } = await feed(t, question, { env });
  assert.deepEqual([code, result.github.status], [0, "skipped"]);
  assert.match(String(result.github.prefilled), /^https:\/\/github\.com\/acme\/kit\/issues\/new\?title=/);
});

test("a gh whose token is no token is not believed", async (t) => {
  const env = withGh(t, "echo one; echo two");
  const { code, result, stdout, stderr, requests } = await send(t, [noLabels, created], question, { env });
  assert.deepEqual([code, requests], [1, []]);
  assert.equal(result.github.error, "the token holds characters that no token has");
  assert.doesNotMatch(stdout + stderr, /two/);
});

test("GitHub Enterprise is asked below /api/v3, and shown above it", async (t) => {
  const broken: Turn = { status: 500, body: "" };
  const { origin, requests } = await startPeer(t, [noLabels, broken]);
  const { result } = await feed(t, question, { env: repository(`${origin}/api/v3/`) });
  assert.equal(requests[1]?.target, "/api/v3/repos/acme/kit/issues");
  assert.ok(String(result.github.error).includes(`${search}${origin}/acme/kit/issues?q=`));
});

test("through a corporate proxy it is one submission too", async (t) => {
  const proxy = await startProxy(t);
  const env = { HTTP_PROXY: proxy.origin };
  const done = await send(t, [noLabels, created], question, { env });
  assert.deepEqual([done.code, done.result.github.url, done.posts.length], [0, page, 1]);
  const broken = await send(t, [noLabels, { fault: "reset" }], question, { env });
  assert.deepEqual([broken.code, broken.posts.length], [1, 1]);
  assert.deepEqual(
    proxy.asked.map((line) => line.split(" ")[0]),
    ["GET", "POST", "GET", "POST"],
  );
});

test("gh's token is a secret like any other", async (t) => {
  const own = ["printed", "by", "gh", "4711"].join("-");
  const record = { ...question, description: `It printed ${own}` };
  const { code, stdout, stderr, requests, result } = await send(t, [created], record, {
    env: withGh(t, `echo ${own}`),
  });
  assert.deepEqual([code, requests, (stdout + stderr).includes(own)], [65, [], false]);
  assert.deepEqual(result.secrets, [{ rule: "known-value", field: "description", line: 1 }]);
});
