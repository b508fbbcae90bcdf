import { CallError } from "../http/call.ts";
import { isObject, parseJson } from "../json/parse.ts";
import { readString } from "../json/read.ts";
import { type Access, ask } from "./ask.ts";
import type { Repository } from "./repository.ts";

/** Pages of a hundred labels that are looked at. */
const mostPages = 5;

/**
 * Of each wish the first label that the repository has, as it is spelt there: a label that is missing would
 * make the whole submission fail. None where the labels cannot be read; an issue does without them.
 * https://docs.github.com/en/rest/issues/labels#list-labels-for-a-repository
 */
export async function labelsFor(
  repository: Repository,
  access: Access,
  wishes: string[][],
): Promise<string[]> {
  const there = new Map((await allLabels(repository, access)).map((name) => [name.toLowerCase(), name]));
  const found = wishes.map((names) => names.map((name) => there.get(name)).find(Boolean) ?? "");
  return [...new Set(found.filter(Boolean))];
}

async function allLabels(repository: Repository, access: Access): Promise<string[]> {
  const names: string[] = [];
  for (let page = 1; page <= mostPages; page++) {
    const more = await labelsOn(page, repository, access);
    names.push(...more);
    if (more.length < 100) break;
  }
  return names;
}

async function labelsOn(page: number, repository: Repository, access: Access): Promise<string[]> {
  try {
    const path = `/labels?per_page=100&page=${page}`;
    const { status, text } = await ask(repository, access, { path, timeout: 5_000 });
    const labels = status === 200 ? parseJson(text) : null;
    return Array.isArray(labels) ? labels.filter(isObject).map((label) => readString(label, "name")) : [];
  } catch (error) {
    if (error instanceof CallError) return [];
    throw error;
  }
}
