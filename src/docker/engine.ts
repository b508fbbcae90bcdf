import type { IncomingMessage } from "node:http";
import { readState, type State } from "./state.ts";
import { versionFor, wantedVersion } from "./version.ts";
import { type Answer, type Ask, exchange, type Target } from "./wire.ts";
import { wordsOf } from "./words.ts";

/**
 * The container engine: Docker 20.10 to 29, Podman 4 and newer. What it refuses is a value; a connection
 * that breaks, or an answer that does not come, rejects with a readable reason.
 * Source: https://docs.docker.com/reference/api/engine/
 */
export type Engine = {
  /** `Engine API 1.44 at unix:///var/run/docker.sock`. */
  name: () => string;
  /** Asks whether the engine is there, and agrees on a version. Rejects when it refuses. */
  ping: () => Promise<void>;
  /** The start events of containers, from `since` (nanoseconds since 1970) or from now on. Rejects when it refuses. */
  events: (containers: string[], since: bigint | null) => Promise<IncomingMessage>;
  /** `words` is "" when there is a state, else why there is none. */
  inspect: (container: string) => Promise<{ state: State | null; status: number; words: string }>;
  /** Stops the container, by force after so many seconds, and starts it. */
  restart: (container: string, seconds: number) => Promise<Done>;
  signal: (container: string, signal: string) => Promise<Done>;
};

/** `words` is "" when it was done, else what the engine said. */
export type Done = { words: string };

/** Milliseconds. An engine restarts a container in its stop time-out and what the start takes. */
const patience = { ping: 5_000, events: 10_000, inspect: 10_000, start: 30_000 };

/** An engine; `fixed` is the API version to speak in any case, "" to agree on one. */
export function newEngine(target: Target, fixed = ""): Engine {
  let version = fixed || versionFor("");
  let isPodman = false;

  const ask = async (request: Ask): Promise<Answer> => {
    const versioned = () => exchange(target, { ...request, path: `/v${version}${request.path}` });
    const answer = await versioned();
    const other = fixed || answer.status !== 400 ? null : wantedVersion(answer.text);
    if (!other) return answer;
    version = other;
    return versioned();
  };
  const act = async (path: string, timeout: number): Promise<Done> => {
    const answer = await ask({ method: "POST", path, timeout });
    return { words: answer.status < 300 ? "" : wordsOf(answer) };
  };

  return {
    name: () => `Engine API ${version} at ${target.address.name}`,
    ping: async () => {
      const answer = await exchange(target, { method: "GET", path: "/_ping", timeout: patience.ping });
      if (answer.status !== 200) throw new Error(wordsOf(answer));
      isPodman = "libpod-api-version" in answer.headers;
      version = fixed || versionFor(String(answer.headers["api-version"] ?? ""));
    },
    events: async (containers, since) => {
      const path = `/events?${eventQuery(containers, since, isPodman)}`;
      const answer = await ask({ method: "GET", path, timeout: patience.events, isStream: true });
      if (answer.stream) return answer.stream;
      throw new Error(wordsOf(answer));
    },
    inspect: async (container) => {
      const path = `/containers/${container}/json`;
      const answer = await ask({ method: "GET", path, timeout: patience.inspect });
      const { status, text } = answer;
      if (status !== 200) return { state: null, status, words: wordsOf(answer) };
      // Its text is never shown: the arguments of a container may hold a secret.
      const state = readState(text);
      return { state, status, words: state ? "" : "the engine's answer names no time of start" };
    },
    // `t` always: Podman takes its absence for 0, and kills at once.
    restart: (container, seconds) =>
      act(`/containers/${container}/restart?t=${seconds}`, seconds * 1000 + patience.start),
    signal: (container, signal) => act(`/containers/${container}/kill?signal=${signal}`, patience.start),
  };
}

function eventQuery(containers: string[], since: bigint | null, isPodman: boolean): URLSearchParams {
  // Podman 4 joins several names by AND, and then nothing ever matches: the caller compares names anyway.
  const isNarrow = containers.length === 1 || !isPodman;
  const filters = { type: ["container"], event: ["start"], ...(isNarrow && { container: containers }) };
  return new URLSearchParams({
    filters: JSON.stringify(filters),
    ...(since !== null && { since: secondsOf(since) }),
  });
}

/** `1732100000.123456789`: never a float, which would round. */
function secondsOf(nanoseconds: bigint): string {
  const digits = nanoseconds.toString().padStart(10, "0");
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`;
}
