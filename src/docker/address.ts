import { UsageError } from "../cli/usage.ts";

/** Where the engine listens. */
export type Address = {
  /** As it is shown in the log. */
  name: string;
  /** What node:http connects to. */
  options: { socketPath: string } | { host: string; port: number };
  isSecure: boolean;
  /** Stands before every path: "" but for an engine behind a web server. */
  base: string;
};

/** Docker's own default: https://docs.docker.com/reference/cli/dockerd/#daemon-socket-option */
const usual = "unix:///var/run/docker.sock";

/**
 * Reads what DOCKER_HOST holds: `unix://` with a path, or `tcp://`, `http://`, `https://` with a host;
 * "" is Docker's own default. `wantsTls` makes tcp secure. Throws a UsageError on anything else.
 */
export function readAddress(given: string, wantsTls: boolean): Address {
  const text = given || usual;
  const [, scheme = "", rest = ""] = /^([a-z]+):\/\/(.*)$/s.exec(text) ?? [];
  if (scheme === "unix" && rest.startsWith("/")) {
    return { name: text, options: { socketPath: rest }, isSecure: false, base: "" };
  }
  if (!["tcp", "http", "https"].includes(scheme)) throw refused();
  const isSecure = scheme === "https" || wantsTls;
  const url = URL.parse(`${isSecure ? "https" : "http"}://${rest}`);
  if (!url?.hostname || url.username || url.password) throw refused();
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const port = portOf(rest) ?? (isSecure ? 2376 : 2375);
  return {
    name: `${scheme}://${url.hostname}:${port}`,
    options: { host, port },
    isSecure,
    base: url.pathname.replace(/\/+$/, ""),
  };
}

/** The port as it is written: a URL hides the one that its scheme has by default. */
function portOf(rest: string): number | null {
  const [, port] = /^(?:\[[^\]]*\]|[^:/]*):(\d+)(?:\/|$)/.exec(rest) ?? [];
  return port === undefined ? null : Number(port);
}

function refused(): UsageError {
  // The value is not shown: somebody may have written a password into it.
  return new UsageError(
    "Cannot use DOCKER_HOST: it is neither unix:///path/of/the.sock nor tcp://host:port; for ssh, forward the socket",
  );
}
