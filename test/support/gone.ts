import { existsSync, readFileSync } from "node:fs";
import { until } from "./until.ts";

/** Resolves when the process whose id stands in the file is gone, or only waits to be reaped. */
export async function untilGone(file: string): Promise<void> {
  const pid = await until("the process id", () =>
    existsSync(file) ? readFileSync(file, "utf8").trim() : null,
  );
  await until("the process is gone", () => /^State:\t[XZ]/m.test(status(pid)));
}

function status(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "State:\tX";
  }
}
