import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { folder } from "./folder.ts";
import { type Arrived, startPeer, type Turn } from "./peer.ts";
import { type Ended, run, type Start } from "./spawn.ts";

/** A record that says all that can be said, so that nothing has to be found out. */
export const bug = {
  type: "bug",
  component: "workflow",
  priority: "high",
  title: "The approval is lost",
  description: "Whoever edits 01 after the approval\nloses it.",
  reproduce_steps: "1. approve\n2. edit",
  expected_behavior: "A warning.",
  actual_behavior: "Silence.",
  project: "my-shop",
  framework_version: "v1.2.3-20261121",
  submitter: "Ada",
};

/** The least that a record must say, and what would be found out otherwise. */
export const question = {
  type: "question",
  component: "rules",
  title: "Why two gates?",
  description: "One is enough for us.",
  project: "my-shop",
  framework_version: "v1.2.3-20261121",
  submitter: "Ada",
};

/** What a person has whose reports go to acme/kit. */
export const token = "a-token-of-the-test";

/** The page of the issue that `created` answers with. */
export const page = "https://github.com/acme/kit/issues/7";

/** A repository without labels, and the issue that was made in it. */
export const noLabels: Turn = { body: [] };
export const created: Turn = { status: 201, body: { number: 7, html_url: page, title: "ignored" } };

/** The one document on standard output, read. */
export type Result = {
  success: boolean;
  github: Record<string, unknown>;
  errors?: { field: string; problem: string; allowed: string[] }[];
  secrets?: { rule: string; field: string; line: number }[];
  ignored?: string[];
  issue?: { repository: string; title: string; body: string; labels: string[][] };
};

export type Fed = Ended & { result: Result };

/** Runs feedback with this on its standard input, away from the machine's own configuration of Git. */
export async function feed(
  t: TestContext,
  input: string | object,
  { args = [], env = {}, cwd }: Start = {},
): Promise<Fed> {
  const home = folder(t);
  const away = { HOME: home, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
  const text = typeof input === "string" ? input : JSON.stringify(input);
  const ended = await run(t, "feedback", text, { args, env: { ...away, ...env }, cwd: cwd ?? home });
  return { ...ended, result: ended.stdout ? JSON.parse(ended.stdout) : { success: false, github: {} } };
}

export type Sent = Fed & { requests: Arrived[]; posts: Arrived[] };

/** Feeds a record to a GitHub that plays these turns: first it is asked for the labels, then for the issue. */
export async function send(
  t: TestContext,
  turns: Turn[],
  input: string | object = question,
  { env = {}, ...start }: Start = {},
): Promise<Sent> {
  const { origin, requests } = await startPeer(t, turns);
  const all = { FEEDBACK_REPO: "acme/kit", GH_TOKEN: token, GITHUB_API_URL: origin, ...env };
  const fed = await feed(t, input, { ...start, env: all });
  return { ...fed, requests, posts: requests.filter(({ method }) => method === "POST") };
}

/** The environment of a person whose PATH holds a program named gh, and no token. */
export function withGh(t: TestContext, text: string): Record<string, string> {
  const bin = folder(t);
  writeFileSync(join(bin, "gh"), `#!/bin/sh\n${text}\n`);
  chmodSync(join(bin, "gh"), 0o755);
  return { PATH: `${bin}:/usr/bin:/bin`, GH_TOKEN: "" };
}
