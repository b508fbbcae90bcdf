import assert from "node:assert/strict";
import { test } from "node:test";
import { type Verdict, verdictOf } from "../../src/chat/verdict.ts";

const accepted: [why: string, status: number, text: string][] = [
  ["both forms", 200, '{"StatusCode":0,"StatusMessage":"success","code":0,"data":{},"msg":"success"}'],
  ["the new form", 200, '{"code":0,"msg":"success","data":{}}'],
  ["the old form", 200, '{"StatusCode":0,"StatusMessage":"success","Extra":null}'],
  ["either form", 200, '{"StatusCode":0,"code":19001}'],
  ["another HTTP status", 502, '{"code":0}'],
  ["a byte-order mark", 200, '\uFEFF{"code":0}'],
];

for (const [why, status, text] of accepted) {
  test(`accepted: ${why}`, () => {
    assert.deepEqual(verdictOf({ status, headers: {}, text }), { accepted: true });
  });
}

function no(code: number | null, passing: boolean, wait: number | null = null): Verdict {
  return { accepted: false, code, passing, wait };
}

const reset = { "x-ogw-ratelimit-reset": "7" };

const refused: [
  why: string,
  status: number,
  headers: Record<string, string>,
  text: string,
  expected: Verdict,
][] = [
  ["nothing", 200, {}, "", no(null, false)],
  ["an empty object", 200, {}, "{}", no(null, false)],
  ["a page", 200, {}, "<html>ok</html>", no(null, false)],
  ["a zero that is text", 200, {}, '{"code":"0"}', no(null, false)],
  ["a bad token with 200", 200, {}, '{"code":19001,"msg":"param invalid"}', no(19_001, false)],
  ["the old form", 200, {}, '{"StatusCode":9499,"StatusMessage":"fail to parse content"}', no(9_499, false)],
  ["9499 of frequency", 200, {}, '{"code":9499,"msg":"too many request"}', no(9_499, true)],
  [
    "9499 of frequency, old form",
    200,
    {},
    '{"StatusCode":9499,"StatusMessage":"Frequency limit"}',
    no(9_499, true),
  ],
  ["another code that speaks of frequency", 200, {}, '{"code":19001,"msg":"frequency"}', no(19_001, false)],
  ["11232", 200, {}, '{"code":11232,"msg":"frequency limited"}', no(11_232, true)],
  ["11233", 200, {}, '{"code":11233}', no(11_233, true)],
  ["11247", 200, {}, '{"code":11247}', no(11_247, true)],
  ["the gateway's limit", 400, reset, '{"code":99991400}', no(99_991_400, true, 7)],
  ["429 without a body", 429, {}, "", no(null, true)],
  ["429 with a wait", 429, reset, "<html>", no(null, true, 7)],
  ["a wait that is none", 429, { "x-ogw-ratelimit-reset": "soon" }, "", no(null, true)],
  ["a wait of nothing", 429, { "x-ogw-ratelimit-reset": "0" }, "", no(null, true)],
  ["a gateway's page", 502, {}, "<html>Bad Gateway</html>", no(null, true)],
  ["an internal code with 200", 200, {}, '{"code":2200}', no(2_200, false)],
  ["404", 404, {}, "", no(null, false)],
];

for (const [why, status, headers, text, expected] of refused) {
  test(`refused: ${why}`, () => {
    assert.deepEqual(verdictOf({ status, headers, text }), expected);
  });
}
