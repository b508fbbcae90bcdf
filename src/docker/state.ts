import { parseObject } from "../json/parse.ts";
import { readObject, readString } from "../json/read.ts";

/** What inspection says of a container. */
export type State = {
  /** Nanoseconds since 1970; negative when it was never started. */
  startedAt: bigint;
  isRunning: boolean;
  /** "" where the image has no health check. */
  health: string;
};

/** Reads the answer of `GET /containers/{name}/json`; null when it has no time of start. */
export function readState(text: string): State | null {
  const state = readObject(parseObject(text) ?? {}, "State");
  const startedAt = state && nanoseconds(readString(state, "StartedAt"));
  if (!state || startedAt === null) return null;
  const health = readObject(state, "Health") ?? readObject(state, "Healthcheck"); // Podman 4
  return {
    startedAt,
    isRunning: state.Running !== false,
    health: health ? readString(health, "Status") : "",
  };
}

/** RFC 3339 to nanoseconds since 1970, exact; null for anything else. */
export function nanoseconds(time: string): bigint | null {
  const [, second = "", fraction = "", zone = ""] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(time) ?? [];
  const whole = Date.parse(second + zone);
  return Number.isNaN(whole) ? null : BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}
