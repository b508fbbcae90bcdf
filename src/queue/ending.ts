import type { Ran } from "../cli/child.ts";
import type { Ending, Notification } from "./notification.ts";

/** What a run means for its notification: a failed one waits for the next of at most `retries` more attempts. */
export function endingOf(
  { failure, stdout, stderr }: Ran,
  { attempts }: Notification,
  retries: number,
  now: number,
): Ending {
  if (!failure) return { state: "delivered" };
  const record = { error: failure, output: [stdout, stderr].filter(Boolean).join("\n") };
  if (attempts >= retries) return { state: "failed", ...record };
  return { state: "waiting", due: now + pause(attempts), ...record };
}

/** 2 s before the second attempt, then twice as long each time, at most 10 minutes. */
function pause(attempts: number): number {
  return Math.min(2_000 * 2 ** attempts, 600_000);
}
