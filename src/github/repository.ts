/** A repository, and where it is reached. */
export type Repository = {
  /** `owner/name`. */
  name: string;
  /** Base of the REST API, without a trailing slash. */
  api: string;
  /** Base of the pages that people see. */
  web: string;
};

/** GitHub's own API. */
export const publicApi = "https://api.github.com";

/** The repository that `owner/name` names below an API, null when it names none. */
export function repositoryOf(name: string, api: string): Repository | null {
  const isName = /^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(name) && !/(^|\/)\.{1,2}(\/|$)/.test(name);
  return isName ? { name, api: api.replace(/\/+$/, ""), web: webOf(api) } : null;
}

/**
 * GitHub, and GitHub Enterprise Cloud with data residency, serve their API at `api.<host>`; GitHub Enterprise
 * Server serves it below its pages: https://docs.github.com/en/enterprise-server/rest
 */
function webOf(api: string): string {
  const { hostname, origin } = new URL(api);
  return /^api\.(github\.com|[^.]+\.ghe\.com)$/.test(hostname) ? `https://${hostname.slice(4)}` : origin;
}

/** The empty form of a new issue. */
export function formOf({ web, name }: Repository): string {
  return `${web}/${name}/issues/new`;
}

/** The page that shows the issues with this title. */
export function searchOf({ web, name }: Repository, title: string): string {
  const words = title.replaceAll('"', " ").slice(0, 200);
  return `${web}/${name}/issues?${new URLSearchParams({ q: `is:issue in:title "${words}"` })}`;
}
