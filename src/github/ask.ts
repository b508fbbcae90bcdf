import { version } from "../cli/version.ts";
import { type Answer, CallError, call } from "../http/call.ts";
import type { Repository } from "./repository.ts";

/** How GitHub is asked: with whose token, and through a proxy or not. */
export type Access = { token: string; proxy: boolean };

/** What is asked for: a path below the repository; with a body it is a POST. */
export type Question = { path: string; body?: object; timeout: number };

/** Asks the REST API once. Throws CallError. https://docs.github.com/en/rest/using-the-rest-api/getting-started-with-the-rest-api */
export async function ask(
  { api, name }: Repository,
  { token, proxy }: Access,
  { path, body, timeout }: Question,
): Promise<Answer> {
  if (!/^[!-~]+$/.test(token)) throw new CallError("the token holds characters that no token has", false);
  return call({
    method: body ? "POST" : "GET",
    url: `${api}/repos/${name}${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/vnd.github+json",
      "x-github-api-version": "2022-11-28",
      "user-agent": `shipbell-feedback/${version}`,
      ...(body && { "content-type": "application/json; charset=utf-8" }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...{ timeout, proxy, limit: 1024 * 1024 },
  });
}
