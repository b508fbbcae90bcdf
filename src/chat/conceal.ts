import { hide, quote } from "../cli/conceal.ts";

/**
 * A peer's words, fit for a log: without the webhook's address, any part of it that may be a token, or
 * the secret, should the peer repeat them; on one line; at most 500 code points.
 */
export function conceal(text: string, { url, secret }: { url: string; secret: string }): string {
  // A shorter part of the path is no token, and hiding it would spoil the words.
  return quote(hide(text, [url, secret, ...partsOf(url).filter((part) => part.length >= 4)]));
}

function partsOf(url: string): string[] {
  const parsed = URL.parse(url);
  if (!parsed) return [];
  const { href, pathname, search, searchParams, username, password } = parsed;
  return [
    href,
    pathname + search,
    ...pathname.split("/").filter(mayBeToken),
    ...searchParams.values(),
    username,
    password,
  ];
}

// The platform's own path (`open-apis/bot/v2/hook`) is no secret, and hiding its words would spoil a message.
function mayBeToken(segment: string): boolean {
  return !["open-apis", "bot", "v2", "hook"].includes(segment);
}
