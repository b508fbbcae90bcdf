import assert from "node:assert/strict";
import { test } from "node:test";
import { planOf, type Wishes } from "../../src/reload/plan.ts";

const usual: Wishes = { frontEnds: ["admin-web"], webServer: "nginx", debounce: "", signal: "", brake: "" };

const read: [wish: Partial<Wishes>, expected: object][] = [
  [{}, { debounce: null, signal: "", brake: null }],
  [
    { frontEnds: [" /a", "b ", "", "a"], webServer: " /web" },
    { frontEnds: ["a", "b"], webServer: "web" },
  ],
  [{ frontEnds: ["A_1.b-c"] }, { frontEnds: ["A_1.b-c"] }],
  [{ frontEnds: ["nginx-2", "Nginx"] }, { webServer: "nginx" }],
  [{ debounce: "500ms:2s" }, { debounce: { min: 500, max: 2_000 } }],
  [{ debounce: "2:2" }, { debounce: { min: 2_000, max: 2_000 } }],
  [{ debounce: " 1s : 1m " }, { debounce: { min: 1_000, max: 60_000 } }],
  [{ brake: "3:1m" }, { brake: { starts: 3, milliseconds: 60_000 } }],
  [{ brake: "999:86400s" }, { brake: { starts: 999, milliseconds: 86_400_000 } }],
  [{ signal: "hup" }, { signal: "SIGHUP" }],
  [{ signal: "SIGUSR2" }, { signal: "SIGUSR2" }],
];

for (const [wish, expected] of read) {
  test(`planOf reads ${JSON.stringify(wish)}`, () => {
    const plan = Object.entries(planOf({ ...usual, ...wish }));
    const parts = Object.fromEntries(plan.filter(([key]) => Object.hasOwn(expected, key)));
    assert.deepEqual(parts, expected);
  });
}

const refused: [wish: Partial<Wishes>, said: RegExp][] = [
  [{ frontEnds: [] }, /^nothing to watch/],
  [{ frontEnds: ["", " ", "/"] }, /^nothing to watch/],
  [{ webServer: "" }, /^nothing to restart/],
  [{ webServer: "/" }, /^nothing to restart/],
  [{ frontEnds: ["a", "/nginx"] }, /^nginx is both watched and restarted/],
  ...["-a", ".a", "a b", "a/b", "a?x=1", "a%2e", "é", "a\nb"].map((name): [Partial<Wishes>, RegExp] => [
    { frontEnds: ["ok", name] },
    /^".*" is no container name$/,
  ]),
  [{ webServer: "../info" }, /^"..\/info" is no container name$/],
  ...[
    "1s",
    "1s:",
    ":1s",
    ":",
    "1s:2s:3s",
    "2s:1s",
    "-1s:2s",
    "1.5s:2s",
    "a:b",
    "1h:2h",
    "0:86401",
    "1s;2s",
  ].map((debounce): [Partial<Wishes>, RegExp] => [{ debounce }, /^RELOADER_DEBOUNCE is no <min>:<max>/]),
  ...["3", "3:", ":1m", "0:1m", "1000:1m", "-1:1m", "3:0", "3:x", "3:1m:1", "3.5:1m", "3: 1m"].map(
    (brake): [Partial<Wishes>, RegExp] => [{ brake }, /^RELOADER_BRAKE is no <starts>:<time>/],
  ),
  ...["HUB", "KILL", "9", "SIGSIGHUP", "STOP", "HUP INT"].map((signal): [Partial<Wishes>, RegExp] => [
    { signal },
    /^RELOADER_SIGNAL is no signal like HUP$/,
  ]),
];

for (const [wish, said] of refused) {
  test(`planOf refuses ${JSON.stringify(wish)}`, () => {
    const plan = planOf({ ...usual, ...wish });
    assert.match("fault" in plan ? plan.fault : JSON.stringify(plan), said);
  });
}
