import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { interleave, type Timed } from "./startup.ts";
import type { Row } from "./table.ts";

const root = join(import.meta.dirname, "../..");

const reply: RequestListener = (request, response) => {
  const isIssue = request.method === "POST";
  const body = isIssue
    ? { html_url: "https://github.example/team/rules/issues/7", number: 7 }
    : [{ name: "bug" }, { name: "priority: high" }];
  const answer = () => response.writeHead(isIssue ? 201 : 200).end(JSON.stringify(body));
  request.resume().on("end", answer);
};

/** From the start of `feedback` to its end with a submitted issue, beside the same Node running nothing. */
export async function measureFeedback(): Promise<Row[]> {
  const github = createServer(reply);
  await new Promise<void>((resolve) => github.listen(0, "127.0.0.1", resolve));
  const { port } = github.address() as AddressInfo;
  const folder = mkdtempSync(join(tmpdir(), "shipbell-bench-"));
  try {
    const env = {
      ...{ HOME: folder, FEEDBACK_REPO: "team/rules", GH_TOKEN: "bench-token" },
      GITHUB_API_URL: `http://127.0.0.1:${port}`,
    };
    const cwd = newProject(folder);
    const { empty, whole, emptyWithGit, completed } = await interleave({
      empty: script("empty.cjs", folder),
      whole: { ...report({ ...said, ...collected }), env, cwd },
      emptyWithGit: { ...script("git.cjs", folder), cwd },
      completed: { ...report(said), env, cwd },
    });
    return [
      row("feedback: start to result", whole, ["empty script", empty]),
      row("feedback: the same, completed by Git", completed, ["script that asks Git", emptyWithGit]),
    ];
  } finally {
    github.close();
    rmSync(folder, { recursive: true });
  }
}

const said = {
  type: "bug",
  component: "rules",
  priority: "high",
  title: "A rule is read twice",
  description: "The second reading overrules the first.\n\nSeen since the last upgrade.",
  reproduce_steps: "1. Open the project\n2. Ask for the rules",
};

const collected = { project: "shop", framework_version: "v2.1.0-20261105", submitter: "Ada" };

/** A repository that says everything which a report can be completed with. */
function newProject(folder: string): string {
  const project = join(folder, "shop");
  mkdirSync(join(project, ".claude/rules"), { recursive: true });
  for (let at = 0; at < 20; at++)
    writeFileSync(join(project, `.claude/rules/${at}.md`), "# A rule\n<!-- v2.1.0-20261105 -->\n");
  const git = (...args: string[]) => execFileSync("git", ["-C", project, ...args]);
  git("init", "--quiet");
  git("config", "user.name", "Ada");
  git("remote", "add", "origin", "https://git.example.com/team/shop.git");
  return project;
}

function script(name: string, home: string): Timed {
  return { file: process.execPath, args: [join(import.meta.dirname, name)], env: { HOME: home } };
}

function report(record: object): Timed {
  return { file: join(root, "bin/feedback"), stdin: JSON.stringify(record) };
}

function row(what: string, taken: number, [beside, base]: [string, number]): Row {
  const [figure, baseline] = [`${taken.toFixed(1)} ms`, `${beside} ${base.toFixed(1)} ms`];
  return { what, figure, baseline, verdict: { measured: taken / base, limit: 1.5 } };
}
