import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folder } from "./support/folder.ts";
import { type Arrived, startPeer } from "./support/peer.ts";
import { script } from "./support/script.ts";
import { hasTerminal, startInTerminal } from "./support/terminal.ts";

const needed = { skip: !hasTerminal };

type Talk = {
  /** What is typed, or done, each after the text that asks for it. */
  answers: [after: string, keys: string | (() => void)][];
  args?: string[];
  env?: Record<string, string>;
  /** Git's configuration of the project, which is named shop. */
  git?: string;
};

type Said = {
  code: number | null;
  screen: string;
  /** All of standard output. */
  stdout: string;
  requests: Arrived[];
  posts: { title: string; body: string; labels: string[] }[];
};

/** Holds a conversation about the project `shop`, with a stand-in for GitHub to send to. */
async function talk(t: TestContext, { answers, args = [], env = {}, git = "" }: Talk): Promise<Said> {
  const github = await startPeer(t, [
    { body: [{ name: "Bug" }, { name: "priority: high" }, { name: "rules" }] },
    { status: 201, body: { html_url: "https://github.example/team/rules/issues/7", number: 7 } },
  ]);
  const [home, stdout] = [folder(t), join(folder(t), "stdout")];
  const cwd = join(home, "shop");
  mkdirSync(join(cwd, ".git/objects"), { recursive: true });
  mkdirSync(join(cwd, ".git/refs"));
  writeFileSync(join(cwd, ".git/HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(cwd, ".git/config"), git);
  const terminal = startInTerminal(t, "feedback", {
    ...{ args, cwd },
    env: {
      ...{ HOME: home, FEEDBACK_REPO: "team/rules", GH_TOKEN: "token-1", GITHUB_API_URL: github.origin },
      // The terminal's shell: only standard error is to be seen.
      SHELL: script(home, `exec /bin/sh "$@" > ${stdout}`),
      ...env,
    },
  });
  for (const [after, keys] of answers) {
    await terminal.type(after, typeof keys === "string" ? keys : "");
    if (typeof keys !== "string") keys();
  }
  const { code } = await terminal.end();
  const { requests } = github;
  const posts = requests.filter(({ method }) => method === "POST").map(({ body }) => JSON.parse(body));
  return { code, screen: terminal.screen(), stdout: readFileSync(stdout, "utf8"), requests, posts };
}

const question: Talk["answers"] = [
  ["Type (bug, feature, improvement, question): ", "question\r"],
  ["Component (agents, rules, skills, workflow, upgrade, other): ", "rules\r"],
  ["Priority (low, medium, high) [medium]: ", "\r"],
  ["Title: ", "Why twice?\r"],
  ["Description; a line with only a dot ends it:", "First line\r\r  after a gap\r.\r"],
];

const sent = {
  success: true,
  github: { status: "success", url: "https://github.example/team/rules/issues/7", number: 7 },
};
const unsent = { success: true, github: { status: "skipped", reason: "nobody said yes" } };

test("feedback in a terminal asks, shows the issue, and sends it once after a yes", needed, async (t) => {
  const answers: Talk["answers"] = [...question, ["Send this to team/rules? [y/N] ", "y\r"]];
  const { code, screen, stdout, posts, requests } = await talk(t, { answers });
  const body =
    "### Component\n\nrules\n\n### Priority\n\nmedium\n\n### Description\n\nFirst line\n\n  after a gap\n\n" +
    "| | |\n| --- | --- |\n| Project | shop |";
  assert.deepEqual(posts, [{ title: "[question] Why twice?", body, labels: ["rules"] }]);
  assert.equal(requests.length, 2);
  assert.equal(previewOf(screen), `[question] Why twice?\n\n${body}`);
  assert.doesNotMatch(screen, /Steps|Expected|Actual/);
  assert.deepEqual([code, stdout], [0, `${JSON.stringify(sent)}\n`]);
});

test("feedback takes the type as its argument, and asks of a bug how it came about", needed, async (t) => {
  const { code, screen, posts } = await talk(t, {
    args: ["bug"],
    answers: [
      ["Component (", "rules\r"],
      ["Priority (", "high\r"],
      ["Title: ", "A rule is read twice\r"],
      ["Description; ", "Overruled.\r.\r"],
      ["Steps to reproduce, if you know; a line with only a dot ends it:", "1. Open\r2. Ask\r.\r"],
      ["Expected behaviour, if you know; ", "\r"],
      ["Actual behaviour, if you know; ", "Twice\r.\r"],
      ["[y/N] ", "YES\r"],
    ],
  });
  assert.doesNotMatch(screen, /Type/);
  const { title, body, labels } = posts[0] ?? { title: "", body: "", labels: [] };
  assert.equal(title, "[bug] A rule is read twice");
  assert.match(body, /### Steps to reproduce\n\n1\. Open\n2\. Ask\n\n### Actual behaviour\n\nTwice\n/);
  assert.deepEqual([labels, code, posts.length], [["Bug", "rules", "priority: high"], 0, 1]);
});

test("feedback asks a wrong answer again, and takes an unambiguous beginning", needed, async (t) => {
  const { screen, posts } = await talk(t, {
    answers: [
      ["Type (", "complaint\r"],
      ["One of bug, feature, improvement, question", "\r"],
      ["One of bug, feature, improvement, question", "F\r"],
      ["Component (", "u\r"],
      ["Priority (", "urgent\r"],
      ["One of low, medium, high", "h\r"],
      ["Title: ", "  \r"],
      ["Title is needed", "More rules\r"],
      ["Description; ", ".\r"],
      ["Description is needed", "Please\r.\r"],
      ["[y/N] ", "y\r"],
    ],
  });
  assert.match(screen, /\[feature\] More rules/);
  assert.match(posts[0]?.body ?? "", /### Component\n\nupgrade\n\n### Priority\n\nhigh\n\n/);
});

const notYes: [why: string, keys: string][] = [
  ["Enter alone", "\r"],
  ["n", "n\r"],
  ["another word with y", "you decide\r"],
  ["Ctrl-C", "\u0003"],
  ["Ctrl-C after a y", "y\u0003"],
  ["Ctrl-D", "\u0004"],
];

for (const [why, keys] of notYes) {
  test(`feedback sends nothing after ${why}`, needed, async (t) => {
    const { code, stdout, requests } = await talk(t, { answers: [...question, ["[y/N] ", keys]] });
    assert.deepEqual([code, JSON.parse(stdout), requests], [0, unsent, []]);
  });
}

for (const [key, name] of [
  ["\u0003", "Ctrl-C"],
  ["\u0004", "Ctrl-D"],
] as const) {
  for (const at of question.keys()) {
    test(`feedback sends nothing after ${name} at question ${at + 1}`, needed, async (t) => {
      const [after = ""] = question[at] ?? [];
      const { code, stdout, requests } = await talk(t, { answers: [...question.slice(0, at), [after, key]] });
      assert.deepEqual([code, JSON.parse(stdout), requests], [0, unsent, []]);
    });
  }
}

test("feedback takes no yes that was typed before the issue was shown", needed, async (t) => {
  const answers = question.with(-1, ["Description; ", "It fails.\r.\ry\ryes\r"]);
  const { screen, stdout, requests } = await talk(t, { answers: [...answers, ["[y/N] ", "\u0004"]] });
  assert.match(screen, /It fails\./);
  assert.deepEqual([JSON.parse(stdout), requests], [unsent, []]);
});

test("feedback takes no yes that was typed while Git was asked", needed, async (t) => {
  const [bin, go] = [folder(t), join(folder(t), "go")];
  const wait = `echo Git is asked > /dev/tty; while [ ! -e ${go} ]; do sleep 0.05; done`;
  renameSync(script(bin, wait), join(bin, "git"));
  const answers: Talk["answers"] = [
    ...question,
    ["Git is asked", "y\r"],
    ["y", () => writeFileSync(go, "")], // the terminal itself shows what nobody reads
    ["[y/N] ", "\u0004"],
  ];
  const { stdout, requests } = await talk(t, { answers, env: { PATH: `${bin}:/bin` } });
  assert.deepEqual([JSON.parse(stdout), requests], [unsent, []]);
});

test("feedback refuses a secret that was typed, shows no preview and not what it is", needed, async (t) => {
  const token = `ghp_${createHash("sha1").update("one nobody has").digest("hex")}`;
  const answers = question.with(-1, ["Description; ", `It logs in with\r${token}\r.\r`]);
  const { code, screen, stdout, requests } = await talk(t, { answers });
  const { success, secrets } = JSON.parse(stdout);
  assert.deepEqual([code, success, requests], [65, false, []]);
  assert.deepEqual(
    secrets.map(({ field, line }: { field: string; line: number }) => [field, line]),
    [["description", 2]],
  );
  assert.doesNotMatch(screen, /\[question\]|Send this/);
  assert.match(screen, /Cannot submit the feedback: it holds what looks like a secret/);
  const afterwards = screen.slice(screen.lastIndexOf("> "));
  assert.ok(!`${stdout}${afterwards}`.includes(token));
});

const nobody: [why: string, env: Record<string, string>, reason: RegExp, link: RegExp][] = [
  ["a repository", { FEEDBACK_REPO: "" }, /FEEDBACK_REPO/, /^$/],
  [
    "a token",
    { GH_TOKEN: "", PATH: "/nowhere" },
    /GH_TOKEN/,
    /^http:.*\/team\/rules\/issues\/new\?title=%5Bquestion%5D\+Why\+twice%3F&body=.*First\+line/,
  ],
];

for (const [why, env, reason, link] of nobody) {
  test(`feedback without ${why} shows the issue and says why it went nowhere`, needed, async (t) => {
    const answers: Talk["answers"] = env.FEEDBACK_REPO === "" ? question : [...question, ["[y/N] ", "y\r"]];
    const { code, screen, stdout, requests } = await talk(t, { answers, env });
    const { success, github } = JSON.parse(stdout);
    assert.match(github.reason, reason);
    assert.match(github.prefilled ?? "", link);
    assert.match(screen, /\[question\] Why twice\?/);
    assert.deepEqual([code, success, github.status, requests], [0, true, "skipped", []]);
  });
}

test("feedback --dry-run shows the issue, asks for no yes and sends nothing", needed, async (t) => {
  const { code, screen, stdout, requests } = await talk(t, { answers: question, args: ["--dry-run"] });
  const { github, issue } = JSON.parse(stdout);
  assert.doesNotMatch(screen, /Send this/);
  assert.deepEqual([issue.repository, issue.title], ["team/rules", "[question] Why twice?"]);
  assert.deepEqual([code, github.status, github.reason, requests], [0, "skipped", "dry run", []]);
});

test("feedback shows nothing that steers the terminal, but sends what was said", needed, async (t) => {
  const hostile = "a\u009b2Jb\u202ec\u2066d\u061ce";
  const answers = question.with(-1, ["Description; ", `${hostile}\u001b[2J\u001b]0;x\u0007\r.\r`]);
  const { screen, posts } = await talk(t, {
    answers: [...answers, ["[y/N] ", "y\r"]],
    // Git's own spelling has no escape character: the byte itself stands in the file.
    git: '[user]\n\tname = "Ada\u001b[31m\u001b]0;owned\u0007\u202e"\n',
  });
  const shown = previewOf(screen);
  assert.match(shown, /a\?2Jb\?c\?d/);
  assert.match(shown, /Submitter \| Ada\?/);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
  assert.doesNotMatch(shown, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\p{Bidi_Control}]/u);
  assert.ok(posts[0]?.body.includes("a\u009b2Jb\u202ec\u2066d\u061ce"));
});

/** What stands between the questions and the last one, without the margin. */
function previewOf(screen: string): string {
  const begin = screen.lastIndexOf("\r\n  [");
  // Readline steers the terminal itself, but not before its own question.
  const end = screen.indexOf("Send this to");
  const lines = screen.slice(begin + 2, end < 0 ? undefined : end).split("\r\n");
  return lines
    .slice(0, lines.lastIndexOf(""))
    .map((line) => line.slice(2))
    .join("\n");
}
