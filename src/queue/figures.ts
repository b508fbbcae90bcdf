import type { Metric } from "../http/metrics.ts";
import type { Content } from "./queue.ts";

/** What has happened since the relay started. */
export type Totals = {
  accepted: number;
  refused: number;
  delivered: number;
  failedRuns: number;
  /** When the last error happened, in milliseconds since the epoch; 0 when none did. */
  lastError: number;
};

/** What `/healthz` says: `delivered` counts since the start, the others are what is in the queue now. */
export function health({ waiting, running, failed }: Content, totals: Totals, durable: boolean): object {
  const lastErrorTime = totals.lastError ? new Date(totals.lastError).toISOString() : null;
  return { ok: true, waiting, running, delivered: totals.delivered, failed, lastErrorTime, durable };
}

/** What `/metrics` says. */
export function metrics({ waiting, running, failed }: Content, totals: Totals, durable: boolean): Metric[] {
  const rows: [name: string, help: string, value: number][] = [
    ["accepted_total", "Notifications answered with 200.", totals.accepted],
    ["refused_total", "Notifications answered with 503, because the queue was full.", totals.refused],
    ["delivered_total", "Notifications that the script took with exit code 0.", totals.delivered],
    ["failed_runs_total", "Runs of the script that failed.", totals.failedRuns],
    ["waiting", "Notifications that wait for the script.", waiting],
    ["running", "Notifications that the script has now.", running],
    ["failed", "Notifications that failed and can be handed back.", failed],
    ["durable", "1 when new notifications are written to disk, 0 when they are in memory.", Number(durable)],
    ["last_error_timestamp_seconds", "When the last error happened, 0 for never.", totals.lastError / 1000],
  ];
  return rows.map(([name, help, value]) => ({ name: `shipbell_relay_${name}`, help, value }));
}
