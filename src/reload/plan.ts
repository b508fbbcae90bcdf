import type { Brake } from "./brake.ts";
import { readDuration } from "./duration.ts";
import type { Debounce } from "./gather.ts";

/** What is configured, as it is written. */
export type Wishes = {
  frontEnds: string[];
  webServer: string;
  debounce: string;
  signal: string;
  brake: string;
};

/** Which starts reload what, and how. */
export type Plan = {
  frontEnds: string[];
  webServer: string;
  /** null: each event by itself. */
  debounce: Debounce | null;
  /** `SIGHUP`; "" restarts. */
  signal: string;
  /** null: no brake. */
  brake: Brake | null;
};

/** What is wrong with the configuration, in words that follow "Cannot run reloader: ". */
export type Fault = { fault: string };

/** Checks the wishes: a plan, or what is wrong with them. */
export function planOf(wishes: Wishes): Plan | Fault {
  const frontEnds = [...new Set(wishes.frontEnds.map(nameOf).filter(Boolean))];
  const webServer = nameOf(wishes.webServer);
  const wrong = [...frontEnds, webServer].find((name) => name && !isName(name));
  if (wrong) return { fault: `${JSON.stringify(wrong)} is no container name` };
  if (!frontEnds.length) return { fault: "nothing to watch: set RELOADER_FRONTENDS or --watch" };
  if (!webServer) return { fault: "nothing to restart: set RELOADER_WEB_SERVER or --web-server" };
  if (frontEnds.includes(webServer)) {
    return { fault: `${webServer} is both watched and restarted, so it would restart for ever` };
  }
  const debounce = debounceOf(wishes.debounce);
  if (debounce === undefined) return { fault: "RELOADER_DEBOUNCE is no <min>:<max> like 500ms:2s" };
  const brake = brakeOf(wishes.brake);
  if (brake === undefined) return { fault: "RELOADER_BRAKE is no <starts>:<time> like 3:10m" };
  const signal = signalOf(wishes.signal);
  if (signal === undefined) return { fault: "RELOADER_SIGNAL is no signal like HUP" };
  return { frontEnds, webServer, debounce, signal, brake };
}

/** Engines write names with a leading slash; people copy it. */
function nameOf(text: string): string {
  return text.trim().replace(/^\//, "");
}

/** Source: moby, daemon/names/names.go. It also keeps a name from being more than a path segment. */
function isName(name: string): boolean {
  return /^[a-zA-Z0-9][a-zA-Z0-9_.-]*$/.test(name);
}

function debounceOf(text: string): Debounce | null | undefined {
  if (!text) return null;
  const [min, max, ...rest] = text.split(":").map(readDuration);
  if (min === undefined || min === null || max === undefined || max === null) return undefined;
  return rest.length || max < min ? undefined : { min, max };
}

function brakeOf(text: string): Brake | null | undefined {
  if (!text) return null;
  const [, starts, time = ""] = /^([1-9]\d{0,2}):(\S+)$/.exec(text) ?? [];
  const milliseconds = readDuration(time);
  return starts && milliseconds ? { starts: Number(starts), milliseconds } : undefined;
}

const signals = new Set(["HUP", "INT", "QUIT", "TERM", "USR1", "USR2", "WINCH"]);

/** Those with which a web server reads its configuration or its files anew, or ends and is started again. */
function signalOf(text: string): string | undefined {
  const name = text.toUpperCase().replace(/^SIG/, "");
  if (!name) return "";
  return signals.has(name) ? `SIG${name}` : undefined;
}
