import assert from "node:assert/strict";
import { test } from "node:test";
import { submit } from "../../src/github/submit.ts";
import { created, page, token } from "../support/github.ts";
import { closedPort, startPeer, type Turn } from "../support/peer.ts";

const issue = { title: "[bug] Lost & found", body: "It is gone.", labels: ["bug"] };
const search = `https://github.com/acme/kit/issues?${new URLSearchParams({ q: 'is:issue in:title "[bug] Lost & found"' })}`;
const perhaps = `; the issue may exist all the same: ${search}`;
const repository = (api: string) => ({ name: "acme/kit", api, web: "https://github.com" });

test("a submission is one POST with the issue", async (t) => {
  const { origin, requests } = await startPeer(t, [created]);
  const done = await submit(repository(origin), { token, proxy: false }, issue);
  assert.deepEqual(done, { ok: true, url: page, number: 7 });
  assert.deepEqual([requests.length, JSON.parse(requests[0]?.body ?? "")], [1, issue]);
});

const retry = (wait: string): Turn => ({
  status: 403,
  headers: { "retry-after": wait },
  body: { message: "slow down" },
});
const errors = [
  { resource: "Issue", field: "title", code: "missing_field" },
  { resource: "Issue", code: "custom", message: "body is too long" },
  "odd",
];

const failed: [why: string, turn: Turn, error: string][] = [
  [
    "401",
    { status: 401, body: { message: "Bad credentials" } },
    "GitHub answered 401: Bad credentials (the token is wrong or has expired)",
  ],
  [
    "403",
    { status: 403, body: { message: "Resource not accessible" } },
    "GitHub answered 403: Resource not accessible (the token may not write issues there, or too much was sent)",
  ],
  ["403 with a time in seconds", retry("60"), "GitHub answered 403: slow down (try again in 60 s)"],
  [
    "403 with a date",
    retry("Fri, 31 Dec 2027 23:59:59 GMT"),
    "GitHub answered 403: slow down (try again after Fri, 31 Dec 2027 23:59:59 GMT)",
  ],
  [
    "404",
    { status: 404, body: { message: "Not Found" } },
    "GitHub answered 404: Not Found (there is no such repository, or the token cannot see it: look at FEEDBACK_REPO)",
  ],
  [
    "410",
    { status: 410, body: { message: "Issues are disabled" } },
    "GitHub answered 410: Issues are disabled (issues are switched off in this repository)",
  ],
  [
    "422",
    { status: 422, body: { message: "Validation Failed", errors } },
    "GitHub answered 422: Validation Failed, title missing_field, custom body is too long",
  ],
  ["429", { status: 429, body: "" }, "GitHub answered 429"],
  [
    "301",
    { status: 301, headers: { location: "/elsewhere" }, body: { message: "Moved Permanently" } },
    "GitHub answered 301: Moved Permanently (the repository has moved: set FEEDBACK_REPO to its new name)",
  ],
  [
    "307",
    { status: 307, headers: { location: "/elsewhere" }, body: { message: "Temporary Redirect" } },
    "GitHub answered 307: Temporary Redirect (the repository has moved: set FEEDBACK_REPO to its new name)",
  ],
  ["500", { status: 500, body: { message: "Server Error" } }, `GitHub answered 500: Server Error${perhaps}`],
  ["502", { status: 502, body: "<html>Bad Gateway</html>" }, `GitHub answered 502${perhaps}`],
  [
    "503 with a time",
    { status: 503, headers: { "retry-after": "5" }, body: "" },
    `GitHub answered 503 (try again in 5 s)${perhaps}`,
  ],
  ["201 without an address", { status: 201, body: { number: 7 } }, `GitHub answered 201${perhaps}`],
  ["201 without a number", { status: 201, body: { html_url: page } }, `GitHub answered 201${perhaps}`],
  [
    "201 with an address that is none",
    { status: 201, body: { html_url: "javascript:1", number: 7 } },
    `GitHub answered 201${perhaps}`,
  ],
  ["201 that is no JSON", { status: 201, body: "<html>" }, `GitHub answered 201${perhaps}`],
  [
    "201 that is a list",
    { status: 201, body: [{ html_url: page, number: 7 }] },
    `GitHub answered 201${perhaps}`,
  ],
  ["200", { status: 200, body: { html_url: page, number: 7 } }, `GitHub answered 200${perhaps}`],
  ["204", { status: 204, body: "" }, `GitHub answered 204${perhaps}`],
  ["a reset after the request", { fault: "reset" }, `read ECONNRESET${perhaps}`],
  ["a reset in the reply", { ...created, fault: "reset in the body" }, `read ECONNRESET${perhaps}`],
  [
    "words that echo the token",
    { status: 401, body: { message: `no ${token}!` } },
    "GitHub answered 401: no ***! (the token is wrong or has expired)",
  ],
  [
    "a detail that echoes the token",
    { status: 422, body: { message: "no", errors: [{ message: token }] } },
    "GitHub answered 422: no, ***",
  ],
  ["a time that echoes the token", retry(token), "GitHub answered 403: slow down (try again after ***)"],
  [
    "words that steer a terminal",
    { status: 422, body: { message: "a\u001b[2J\nb\u202ec" } },
    "GitHub answered 422: a?[2J b?c",
  ],
  [
    "very many words",
    { status: 422, body: { message: "a".repeat(9_000) } },
    `GitHub answered 422: ${"a".repeat(495)}…`,
  ],
];

for (const [why, turn, error] of failed) {
  test(`${why} is told after one POST`, async (t) => {
    const { origin, requests } = await startPeer(t, [turn]);
    const done = await submit(repository(origin), { token, proxy: false }, issue);
    assert.deepEqual(done, { ok: false, error });
    assert.deepEqual(
      requests.map(({ method }) => method),
      ["POST"],
    );
  });
}

test("an address that echoes the token does not show it", async (t) => {
  const { origin } = await startPeer(t, [
    { status: 201, body: { html_url: `https://x/${token}`, number: 7 } },
  ]);
  const done = await submit(repository(origin), { token, proxy: false }, issue);
  assert.deepEqual(done, { ok: true, url: "https://x/***", number: 7 });
});

test("where nobody listens no issue can exist", async () => {
  const port = await closedPort();
  const done = await submit(repository(`http://127.0.0.1:${port}`), { token, proxy: false }, issue);
  assert.deepEqual(done, { ok: false, error: `connect ECONNREFUSED 127.0.0.1:${port}` });
});

for (const odd of ["a b", "a\nb", "tökén", "令牌"]) {
  test(`a token like ${JSON.stringify(odd)} is not sent`, async (t) => {
    const { origin, requests } = await startPeer(t, [created]);
    const done = await submit(repository(origin), { token: odd, proxy: false }, issue);
    assert.deepEqual(done, { ok: false, error: "the token holds characters that no token has" });
    assert.deepEqual(requests, []);
  });
}
