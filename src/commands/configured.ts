import { defaults, type Preferences, readPreferences } from "../assistant/preferences.ts";
import { UsageError } from "../cli/usage.ts";
import { type HookConfig, missingIn, readConfig } from "../home/config.ts";
import type { Errand } from "./errand.ts";

/** The configuration, which must have what is `needed` to `act`. Throws a UsageError when it has not, or cannot be used. */
export function configured(errand: Errand, act: string, needed: "app" | "receivers"): HookConfig {
  const config = readConfig(errand.env, errand.places, errand.system);
  const lack = missingIn(config, needed);
  if (lack) throw new UsageError(`Cannot ${act}: ${lack}`);
  return config;
}

/** The options of the configuration; the defaults where there is a fault in it, which `hook doctor` names. */
export function preferencesOf({ preferences }: HookConfig, { places }: Errand): Preferences {
  const read = readPreferences(preferences, places.home);
  return "faults" in read ? defaults : read;
}
