import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { type Added, addHooks, removeHooks } from "../../src/assistant/settings.ts";

const command = "/opt/ship bell/hook";

/** What install writes for one event, as the assistant reads it. */
const handler = { type: "command", command, args: [], async: true, timeout: 30 };
const wired = {
  Stop: [{ hooks: [handler] }],
  Notification: [
    { matcher: "permission_prompt", hooks: [handler] },
    { matcher: "idle_prompt", hooks: [handler] },
  ],
  PermissionRequest: [{ hooks: [handler] }],
  StopFailure: [{ hooks: [handler] }],
};

function added(text: string, by = command): Added {
  const result = addHooks(text, by);
  assert.ok(result.ok, JSON.stringify(result));
  return result;
}

function removed(text: string, before: string | null, by = command): string | null {
  const result = removeHooks(text, by, before);
  assert.ok(result.ok, JSON.stringify(result));
  return result.text;
}

/** Settings of other tools, as people have them. */
const shapes: [why: string, text: string][] = [
  [
    "settings without hooks",
    '{\n  "model": "opus",\n  "permissions": {\n    "allow": ["Bash(npm run test:*)"]\n  }\n}\n',
  ],
  ["four spaces and no line end at the end", '{\n    "env": {\n        "A": "1"\n    }\n}'],
  ["tabs and CRLF", '{\r\n\t"env": {\r\n\t\t"A": "1"\r\n\t}\r\n}\r\n'],
  ["one line", '{"model":"opus","includeCoAuthoredBy":false}'],
  ["a byte-order mark", '\uFEFF{\n  "model": "opus"\n}\n'],
  [
    "numbers and escapes that a rewrite would spoil",
    '{\n  "a": 12345678901234567890,\n  "b": 1.0e+2,\n  "c": "\\u4e2d\\/",\n  "d": -0\n}\n',
  ],
  [
    "keys that stand twice, and __proto__",
    '{\n  "a": 1,\n  "a": 2,\n  "__proto__": {"x": 1},\n  "constructor": null\n}\n',
  ],
  [
    "another tool's hooks as siblings, comments in their commands",
    '{\n  "hooks": {\n    "Stop": [\n      {\n        "hooks": [\n          { "type": "command", "command": "bash ~/peon.sh # stop // hook" }\n        ]\n      }\n    ],\n    "PreToolUse": [\n      {\n        "matcher": "Bash",\n        "hooks": [{ "type": "command", "command": "/usr/bin/guard", "timeout": 5 }]\n      }\n    ]\n  },\n  "model": "opus"\n}\n',
  ],
  [
    "hooks on one line amid others",
    '{\n  "hooks": {"Notification": [{"matcher": "", "hooks": [{"type": "command", "command": "x"}]}]}\n}\n',
  ],
  [
    "a group with keys of its own",
    '{\n  "hooks": {\n    "Stop": [{"matcher": "*", "note": "mine", "hooks": [{"type":"http","url":"http://x/"}]}]\n  }\n}',
  ],
  ["an escaped key for hooks", '{"\\u0068ooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}'],
];

for (const [why, text] of shapes) {
  test(`the hooks go into ${why} and leave no trace, even when the file from before is gone`, () => {
    const result = added(text);
    const [was, is] = [JSON.parse(text.replace("\uFEFF", "")), JSON.parse(result.text.replace("\uFEFF", ""))];
    for (const [event, groups] of Object.entries(wired))
      assert.deepEqual(is.hooks[event], [...(was.hooks?.[event] ?? []), ...groups]);
    assert.equal(result.added.length, 5);
    assert.equal(removed(result.text, null), text);
    assert.equal(removed(result.text, text), text);
  });
}

const hollow: [why: string, text: string][] = [
  ["nothing but an empty object", "{}\n"],
  ["an empty object of an odd form", "{ \n\n }"],
  ["an empty file", ""],
  ["a blank file", "\n"],
  ["hooks without events", '{\n  "hooks": { }\n}\n'],
  ["an event without groups", '{\n  "hooks": {\n    "Stop": [\n    ]\n  }\n}\n'],
  ["hooks that stand twice, the second empty", '{"hooks":{"Stop":[{"hooks":[]}]},"hooks":{}}'],
];

for (const [why, text] of hollow) {
  test(`the hooks go into ${why} and leave it as it was, byte for byte`, () => {
    assert.deepEqual(JSON.parse(added(text).text).hooks, wired);
    assert.equal(removed(added(text).text, text), text);
  });
}

test("without a file there is one with the hooks alone, and none when they are taken out", () => {
  const { text } = added("");
  assert.equal(text, `${JSON.stringify({ hooks: wired }, null, 2)}\n`);
  assert.equal(removed(text, null), null);
});

test("what was empty before stays, when the settings have changed since", () => {
  const before = '{\n  "hooks": {\n    "Stop": []\n  }\n}\n';
  const changed = added(before).text.replace(/\}\n$/, '  ,"model": "opus"\n}\n');
  assert.deepEqual(JSON.parse(removed(changed, before) ?? ""), { hooks: { Stop: [] }, model: "opus" });
});

test("an object that was there before stays, when all else in it has gone", () => {
  const changed = JSON.stringify({ hooks: JSON.parse(added('{"a":1}').text).hooks });
  assert.equal(removed(changed, '{"a":1}'), "{}");
});

test("the hooks are found again after the assistant has written the file anew", () => {
  const before = '{"model":"opus","hooks":{"Stop":[{"hooks":[{"type":"command","command":"x"}]}]}}';
  const now = JSON.stringify({ ...JSON.parse(added(before).text), theme: "dark" }, null, 2);
  assert.equal(added(now).text, now);
  assert.equal(removed(now, before), JSON.stringify({ ...JSON.parse(before), theme: "dark" }, null, 2));
});

const inPlace: [why: string, text: string][] = [
  ["one group that lists both kinds", "permission_prompt|idle_prompt"],
  ["one group that lists both kinds with a comma", "idle_prompt, permission_prompt"],
  ["one group for every kind", "*"],
];

for (const [why, matcher] of inPlace) {
  test(`Notification is wired already by ${why}`, () => {
    const text = JSON.stringify({ hooks: { ...wired, Notification: [{ matcher, hooks: [handler] }] } });
    assert.equal(added(text).text, text);
  });
}

test("a group for one kind of Notification does not stand for the other", () => {
  const text = JSON.stringify({ hooks: { ...wired, Notification: [wired.Notification[0]] } });
  assert.deepEqual(added(text).added, [{ event: "Notification", matcher: "idle_prompt" }]);
});

for (const matcher of ["Bash", "Bash|", null, 1]) {
  test(`a group with the matcher ${JSON.stringify(matcher)} does not stand for every permission request`, () => {
    const groups = [{ matcher, hooks: [handler] }];
    const text = JSON.stringify({ hooks: { ...wired, PermissionRequest: groups } });
    assert.deepEqual(added(text).added, [{ event: "PermissionRequest", matcher: "" }]);
  });
}

const older: [why: string, handler: object][] = [
  ["another folder's copy", { ...handler, command: "/opt/shipbell-0.0.9/hook" }],
  ["a copy on Windows", { ...handler, command: "C:\\shipbell\\hook" }],
  ["a handler of this path without args", { type: "command", command }],
];

for (const [why, old] of older) {
  test(`${why} is brought up to date where it stands, and taken out`, () => {
    const sibling = { type: "command", command: "x" };
    const text = JSON.stringify({ hooks: { Stop: [{ hooks: [old, sibling] }] } }, null, 2);
    const result = added(text);
    assert.deepEqual(JSON.parse(result.text).hooks, { ...wired, Stop: [{ hooks: [handler, sibling] }] });
    assert.equal(result.updated.length, 1);
    assert.equal(added(result.text).text, result.text);
    assert.deepEqual(JSON.parse(removed(text, null) ?? ""), { hooks: { Stop: [{ hooks: [sibling] }] } });
  });
}

test("what a person has chosen in a handler of ours stays, and what is missing in it is added", () => {
  const chosen = { type: "command", command, async: false, statusMessage: "ringing" };
  const text = JSON.stringify({ hooks: { Stop: [{ hooks: [chosen] }] } });
  const result = added(text);
  assert.deepEqual(JSON.parse(result.text).hooks.Stop, [{ hooks: [{ ...handler, ...chosen }] }]);
  assert.equal(added(result.text).text, result.text);
  assert.equal(removed(result.text, null), null);
});

const foreign: [why: string, handler: object][] = [
  [
    "another executable of the same name that is called otherwise",
    { ...handler, command: "/x/hook", timeout: 60 },
  ],
  ["an executable whose name only ends alike", { ...handler, command: "/x/webhook" }],
  ["a relative path", { ...handler, command: "./hook" }],
  ["a shell line that calls us", { type: "command", command: `${command} --version` }],
  ["a call of ours with arguments", { ...handler, args: ["send", "done"] }],
  ["args that are no list", { ...handler, args: null }],
  ["another type with our path", { ...handler, type: "prompt" }],
  ["a handler without a command", { type: "command" }],
  ["one with a key more", { ...handler, command: "/x/hook", if: "Bash(*)" }],
];

for (const [why, other] of foreign) {
  test(`${why} is somebody else's hook, and stays`, () => {
    const text = JSON.stringify({ hooks: { Stop: [{ hooks: [other] }] } });
    assert.deepEqual(JSON.parse(added(text).text).hooks.Stop, [{ hooks: [other] }, ...wired.Stop]);
    assert.equal(removed(text, null), text);
    assert.equal(removed(added(text).text, null), text);
  });
}

test("a group with keys of its own stays when our hook was the only one in it", () => {
  const text = JSON.stringify({ hooks: { Stop: [{ note: "mine", hooks: [handler] }] } });
  assert.equal(removed(text, null), '{"hooks":{"Stop":[{"note":"mine","hooks":[]}]}}');
});

test("settings that had our hooks before install lose them all the same", () => {
  const before = JSON.stringify({
    model: "opus",
    hooks: { Stop: [{ hooks: [{ type: "command", command }] }] },
  });
  assert.equal(removed(added(before).text, before), '{"model":"opus"}');
});

test("settings wired by another copy are unwired to the byte", () => {
  const before = '{"hooks": { }, "a":1}';
  assert.equal(removed(added(before, "/old/hook").text, before, "/new/hook"), before);
});

const refused: [why: string, text: string, fault: RegExp][] = [
  ["a comment", '{\n  // mine\n  "a": 1\n}', /^it is not JSON$/],
  ["half a file", '{"a":', /^it is not JSON$/],
  ["a list", "[]", /^it is no JSON object$/],
  ["null", "null", /^it is no JSON object$/],
  ["hooks that are a list", '{"hooks":[]}', /^"hooks" in it is no object$/],
  ["hooks that are null", '{"hooks":null}', /^"hooks" in it is no object$/],
  ["an event that is an object", '{"hooks":{"Stop":{}}}', /^"hooks\.Stop" in it is no list$/],
  [
    "a group that is a text",
    '{"hooks":{"Stop":[{"hooks":[]},"x"]}}',
    /^"hooks\.Stop\[1\]" in it is no group/,
  ],
  [
    "a handler outside of a group",
    '{"hooks":{"StopFailure":[{"type":"command"}]}}',
    /^"hooks\.StopFailure\[0\]"/,
  ],
];

for (const [why, text, fault] of refused) {
  test(`no hooks go into ${why}`, () => {
    const result = addHooks(text, command);
    assert.match(result.ok ? "" : result.fault, fault);
  });
}

test("what is not JSON is not unwired either, and what is of another shape has nothing of ours", () => {
  assert.deepEqual(removeHooks("{,}", command, null), { ok: false, fault: "it is not JSON" });
  for (const text of [
    "",
    "[]",
    "3",
    '{"hooks":[]}',
    '{"hooks":{"Stop":{"hooks":[]}}}',
    '{"hooks":{"Stop":[3,{"hooks":[3]}]}}',
    JSON.stringify({ hooks: { Stop: { first: wired.Stop[0] } } }),
  ])
    assert.equal(removed(text, null), text);
});

test("a hook in a list that does not count is nobody's", () => {
  const text = `{"hooks":{"Stop":${JSON.stringify(wired.Stop)},"Stop":[]}}`;
  assert.equal(removed(text, null), text);
});

/** Spells a value as no serializer would: keys that stand twice, any space between the tokens. */
const space = fc.constantFrom("", "", " ", "\n", "\n  ", "\r\n\t");
const anyKey = fc.constantFrom(
  "a",
  "b",
  "Stop",
  "Notification",
  "hooks",
  "__proto__",
  "\\u0061",
  "matcher",
  "command",
);
const scalar = fc.constantFrom(
  "null",
  "true",
  "1e999",
  "-0.0",
  "123456789012345678901",
  '"x"',
  '"\\ud83d"',
  `"${command}"`,
);
const { value: anyText } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    scalar,
    fc
      .tuple(space, fc.array(fc.tuple(tie("value"), space), { maxLength: 3 }))
      .map(([begin, items]) => `[${begin}${items.map((item) => item.join("")).join(",")}]`),
    objectText(tie("value")),
  ),
}));

function objectText(value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const member = fc
    .tuple(anyKey, space, value, space)
    .map(([key, gap, spelled, end]) => `"${key}":${gap}${spelled}${end}`);
  return fc
    .tuple(space, fc.array(member, { maxLength: 4 }))
    .map(([begin, members]) => `{${begin}${members.join(",")}}`);
}

const groupText = fc
  .tuple(
    fc.constantFrom("", '"matcher":"*",', '"note":1,'),
    fc.array(fc.constantFrom('{"type":"command","command":"x"}', "3", "{}"), { maxLength: 2 }),
  )
  .map(([matcher, handlers]) => `{${matcher}"hooks":[${handlers.join(",")}]}`);
const eventText = fc
  .tuple(fc.constantFrom("Stop", "Notification", "PreToolUse"), fc.array(groupText, { maxLength: 2 }), space)
  .map(([event, groups, gap]) => `"${event}":[${gap}${groups.join(`,${gap}`)}${gap}]`);
const settingsText = fc
  .tuple(space, fc.array(fc.oneof(objectMember(), hooksMember()), { maxLength: 4 }), space)
  .map(([begin, members, end]) => `{${begin}${members.join(`,${begin}`)}${begin}}${end}`);

function objectMember(): fc.Arbitrary<string> {
  return fc.tuple(anyKey, anyText).map(([key, spelled]) => `"${key}": ${spelled}`);
}

function hooksMember(): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(eventText, { maxLength: 3 }), space)
    .map(([events, gap]) => `"hooks":${gap}{${gap}${events.join(`,${gap}`)}${gap}}`);
}

test("whatever settings take the hooks, taking them out gives the same bytes, and putting them in twice is once", () => {
  fc.assert(
    fc.property(settingsText, (text) => {
      const result = addHooks(text, command);
      if (!result.ok) return;
      assert.equal(added(result.text).text, result.text);
      assert.equal(removed(result.text, text), text);
      const { hooks: _was, ...others } = JSON.parse(text);
      const { hooks, ...rest } = JSON.parse(result.text);
      assert.deepEqual(rest, others);
      assert.deepEqual(hooks.Stop.at(-1), wired.Stop[0]);
    }),
    { numRuns: 1_000 },
  );
});

test("whatever else has changed since, taking the hooks out leaves it alone", () => {
  fc.assert(
    fc.property(settingsText, anyText, (text, more) => {
      const result = addHooks(text, command);
      if (!result.ok) return;
      const changed = result.text.replace("{", `{"later":${more},`);
      assert.deepEqual(
        JSON.parse(removed(changed, text) ?? ""),
        JSON.parse(text.replace("{", `{"later":${more}${/^\{\s*\}/.test(text) ? "" : ","}`)),
      );
    }),
    { numRuns: 1_000 },
  );
});

test("no text makes it throw", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), anyText), (text) => {
      addHooks(text, command);
      removeHooks(text, command, text);
    }),
  );
});
