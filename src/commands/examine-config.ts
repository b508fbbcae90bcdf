import { existsSync } from "node:fs";
import { readPreferences } from "../assistant/preferences.ts";
import { flag, text } from "../cli/env.ts";
import { UsageError } from "../cli/usage.ts";
import { type HookConfig, missingIn, readConfig } from "../home/config.ts";
import type { Errand } from "./errand.ts";
import { bad, type Finding, good } from "./finding.ts";

/** What is configured; `config` is null when it is not enough to ask the platform anything. */
export function examineConfig(errand: Errand): { findings: Finding[]; config: HookConfig | null } {
  const { env, places, system } = errand;
  try {
    const config = readConfig(env, places, system);
    const lack = missingIn(config, "receivers");
    const findings = [
      lack ? bad("configuration", lack) : good(`configuration: ${sourceOf(errand)}`),
      ...examineOptions(errand, config),
      ...examineMute(errand),
    ];
    return { findings, config: missingIn(config, "app") ? null : config };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { findings: [bad("configuration", error.message)], config: null };
  }
}

function sourceOf({ env, places }: Errand): string {
  const names = ["HOOK_APP_ID", "HOOK_APP_SECRET", "HOOK_APP_SECRET_FILE", "HOOK_OPEN_ID", "MESSAGING_API"];
  const set = names.filter((name) => text(name, env));
  return [...set, ...(existsSync(places.config) ? [places.config] : [])].join(", ");
}

function examineOptions({ places }: Errand, { preferences }: HookConfig): Finding[] {
  const read = readPreferences(preferences, places.home);
  return "faults" in read ? read.faults.map((fault) => bad(`options in ${places.config}`, fault)) : [];
}

function examineMute({ env }: Errand): Finding[] {
  return flag("HOOK_MUTE", env)
    ? [bad("HOOK_MUTE is set", "this shell sends nothing until you unset it")]
    : [];
}
