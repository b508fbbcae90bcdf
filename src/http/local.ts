import type { IncomingHttpHeaders } from "node:http";
import type { Reply, Route } from "./route.ts";

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/**
 * The same routes, for this machine alone: a web page elsewhere must reach them neither by a name of
 * its own that resolves to 127.0.0.1 (so the Host must be a loopback one), nor by a request across
 * origins (so an Origin, where a browser sends one, must be the server's own).
 */
export function onlyLocal(routes: Route[]): Route[] {
  return routes.map((route) => ({
    ...route,
    admit: (...request) => judgeOrigin(request[0]) ?? route.admit?.(...request) ?? null,
  }));
}

function judgeOrigin({ host = "", origin }: IncomingHttpHeaders): Reply | null {
  if (!loopback.test(host)) return forbidden("the Host header is not localhost or a loopback address");
  if (origin !== undefined && origin !== `http://${host}`)
    return forbidden("the request comes from another web page");
  return null;
}

function forbidden(error: string): Reply {
  return { status: 403, body: { error } };
}
