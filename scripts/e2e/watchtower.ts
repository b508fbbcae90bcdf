import type { Engine } from "./engine.ts";
import type { Source } from "./golang.ts";
import { launch, type Running } from "./process.ts";

/** How a Watchtower is told to post: as text or as JSON, and with which credentials. */
export type Form = { json: boolean; token: boolean };

/** Both Watchtowers, from the Go module registry. */
export const watchtowers: Source[] = [
  ["containrrr", "github.com/containrrr/watchtower@v1.7.1", "."],
  ["nicholas-fedor", "github.com/nicholas-fedor/watchtower@latest", "."],
];

/** A Watchtower that looks every `interval` seconds. */
export type Watching = Running & {
  /** How many polls it has finished. */
  polls: () => number;
  /** Stops its clock, so that it sees everything that happens meanwhile in one poll. */
  pause: () => void;
  resume: () => void;
};

/** Seconds between two polls: 60 in the field. */
export const interval = 4;

/** Starts a Watchtower on `containers`, with the settings that README.md recommends. */
export function startUpdater(file: string, engine: Engine, url: string, containers: string[]): Watching {
  const running = launch(file, containers, {
    ...engine.env,
    DOCKER_API_VERSION: engine.apiVersion,
    WATCHTOWER_POLL_INTERVAL: String(interval),
    WATCHTOWER_CLEANUP: "true",
    // Else a container in a crash loop never gets the image that mends it.
    WATCHTOWER_INCLUDE_RESTARTING: "true",
    WATCHTOWER_NO_STARTUP_MESSAGE: "true",
    // It does not try again: when it has just replaced the relay, that one needs a moment to listen.
    WATCHTOWER_NOTIFICATIONS_DELAY: "3",
    WATCHTOWER_NOTIFICATION_URL: url,
  });
  return {
    ...running,
    polls: () => pollsIn(running.log()),
    pause: () => process.kill(running.pid, "SIGSTOP"),
    resume: () => process.kill(running.pid, "SIGCONT"),
    stop: (signal = "SIGKILL") => running.stop(signal),
  };
}

/** How many polls a Watchtower's log tells of. */
export function pollsIn(log: string): number {
  return log.match(/Session done|Update session completed/g)?.length ?? 0;
}

/** The address that README.md gives for each form. */
export function notificationUrl(port: number, { json, token }: Form, secret: string): string {
  const at = `127.0.0.1:${port}/notify`;
  if (!json) return token ? `generic://relay:${secret}@${at}?disabletls=yes` : `generic+http://${at}`;
  return `generic://${token ? `relay:${secret}@` : ""}${at}?template=json&disabletls=yes`;
}
