import type { Ran } from "../cli/child.ts";
import type { Level } from "../cli/log.ts";
import type { Ending, Notification } from "./notification.ts";

/** What the log says of a run: the script's own lines, then what became of the notification. */
export function accountOf(
  { id, attempts }: Notification,
  { failure, stdout, stderr }: Ran,
  ending: Ending,
  now: number,
): [Level, string[]][] {
  return [
    ["info", lines(stdout)],
    ["error", lines(stderr)],
    failure
      ? ["error", [`Cannot deliver #${id}: ${failure}; ${next(attempts + 1, ending, now)}`]]
      : ["info", [`Delivered #${id}`]],
  ];
}

function next(attempts: number, ending: Ending, now: number): string {
  if (ending.state !== "waiting") return "relay --retry-failed tries it again";
  return `attempt ${attempts + 1} follows in ${Math.round((ending.due - now) / 1000)} s`;
}

function lines(text: string): string[] {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim());
}
