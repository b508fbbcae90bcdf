import type { IncomingHttpHeaders } from "node:http";
import type { Peer } from "./peer.ts";

/** One request, read whole. */
export type Request = {
  method: string;
  /** The path alone, without the query. */
  path: string;
  /** What the `:name` segments of the route's path matched. */
  params: Record<string, string>;
  /** The raw query, without the question mark. */
  query: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
};

/** What goes back; `body` objects are sent as JSON. */
export type Reply = {
  status: number;
  headers?: Record<string, string>;
  body?: string | object;
  /** Breaks the connection instead: before the first byte, or in the middle of the body. */
  cut?: "before" | "middle";
};

/** One row of a server's route table. */
export type Route = {
  method: string;
  /** `/notify`, or with named segments: `/agents/:id`. */
  path: string;
  serve: (request: Request) => Reply | Promise<Reply>;
  /** Looks at the headers, and at who sent them, before the body is read: a reply refuses the request. */
  admit?: (headers: IncomingHttpHeaders, peer: Peer) => Reply | null;
};

/** The routes whose path matches, with what their named segments hold. */
export function matchPath(routes: Route[], path: string): { route: Route; params: Record<string, string> }[] {
  return routes.flatMap((route) => {
    if (route.path === path) return [{ route, params: {} }];
    const params = route.path.includes(":") ? matchSegments(route.path.split("/"), path.split("/")) : null;
    return params ? [{ route, params }] : [];
  });
}

function matchSegments(pattern: string[], given: string[]): Record<string, string> | null {
  if (pattern.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [i, segment] of pattern.entries()) {
    const value = given[i] ?? "";
    if (segment.startsWith(":") && value) params[segment.slice(1)] = value;
    else if (segment !== value) return null;
  }
  return params;
}
