import assert from "node:assert/strict";
import { test } from "node:test";
import { tokenGuard } from "../../src/http/token.ts";

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString("base64")}`;

const rows: [why: string, token: string, authorization: string | undefined, admitted: boolean][] = [
  ["no token is wanted", "", undefined, true],
  ["no token is wanted, but one came", "", "Bearer anything", true],
  ["nothing came", "tok", undefined, false],
  ["Bearer", "tok", "Bearer tok", true],
  ["a scheme in lower case", "tok", "bearer tok", true],
  ["a scheme in upper case, and two spaces", "tok", "BEARER  tok", true],
  ["a wrong token", "tok", "Bearer toK", false],
  ["a longer token", "tok", "Bearer tokk", false],
  ["a shorter token", "tok", "Bearer to", false],
  ["an empty token", "tok", "Bearer ", false],
  ["the token alone", "tok", "tok", false],
  ["another scheme", "tok", "Digest tok", false],
  ["the password of Basic", "tok", basic("relay:tok"), true],
  ["the password of Basic, no user", "tok", basic(":tok"), true],
  ["basic in lower case", "tok", basic("relay:tok").replace("Basic", "basic"), true],
  ["a password with a colon", "t:o:k", basic("relay:t:o:k"), true],
  ["the user of Basic is not the token", "tok", basic("tok:"), false],
  ["a wrong password", "tok", basic("relay:no"), false],
  ["Basic that is no base64", "tok", "Basic ???", false],
  ["letters beyond ASCII, as Node hands them over", "pässword", "Bearer p\u00c3\u00a4ssword", true],
  ["letters beyond ASCII in Basic", "pässword", basic("relay:pässword"), true],
];

for (const [why, token, authorization, admitted] of rows) {
  test(`tokenGuard ${admitted ? "admits" : "refuses"}: ${why}`, () => {
    const refusal = tokenGuard(token)(authorization === undefined ? {} : { authorization });
    assert.equal(refusal?.status ?? null, admitted ? null : 401);
    assert.equal(
      refusal?.headers?.["www-authenticate"] ?? null,
      admitted ? null : 'Bearer realm="shipbell", Basic realm="shipbell"',
    );
  });
}
