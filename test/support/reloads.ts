import type { TestContext } from "node:test";
import { type Manner, newReloads, type Reloads } from "../../src/commands/reload.ts";
import { readAddress } from "../../src/docker/address.ts";
import { newEngine } from "../../src/docker/engine.ts";
import { planOf } from "../../src/reload/plan.ts";
import type { Start } from "../../src/reload/start.ts";
import { type EngineOptions, type ScriptedEngine, startEngine } from "./engine.ts";

/** The reloads within this process, so that a test can set their limits. */
export type Reloading = Reloads & {
  /** What was logged, with all durations as 0.0 s. */
  lines: () => string[];
};

export type Changes = Partial<Manner> & { signal?: string };

/** Reloads of `nginx` for `admin-web`, `shop-web` and `docs-web`. */
export function reloadsOf(host: string, { signal = "", ...changes }: Changes = {}): Reloading {
  const frontEnds = ["admin-web", "shop-web", "docs-web"];
  const plan = planOf({ frontEnds, webServer: "nginx", debounce: "", signal, brake: "" });
  if ("fault" in plan) throw new Error(plan.fault);
  const lines: string[] = [];
  const reloads = newReloads({
    engine: newEngine({ address: readAddress(host, false) }),
    plan,
    stopTimeout: 10,
    healthy: 0,
    log: (level, message) => void lines.push(`${level} ${message.replace(/\d+\.\d s/, "0.0 s")}`),
    ...changes,
  });
  return { ...reloads, lines: () => lines };
}

/** The same, with a scripted engine. */
export async function reloadsAt(
  t: TestContext,
  options: EngineOptions,
  changes: Changes = {},
): Promise<{ engine: ScriptedEngine; reloads: Reloading }> {
  const engine = await startEngine(t, options);
  return { engine, reloads: reloadsOf(engine.host, changes) };
}

/** 2024-11-20T10:00:00Z and so many nanoseconds. */
export function startOf(name: string, nanoseconds = 0n): Start {
  return { id: name, name, time: 1_732_096_800_000_000_000n + nanoseconds };
}

/** The state of a container that was started then, at most 9 nanoseconds after. */
export function stateOf(nanoseconds: number, changes: object = {}): object {
  return { StartedAt: `2024-11-20T10:00:00.00000000${nanoseconds}Z`, Running: true, ...changes };
}
