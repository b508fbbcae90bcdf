import { parseObject } from "../json/parse.ts";

/**
 * The keys in the text of a settings file that keep the assistant from calling hooks; one counts only in
 * the settings that a company imposes. Source: https://code.claude.com/docs/en/hooks
 */
export function switchedOff(text: string, isManaged: boolean): string[] {
  const settings = parseObject(text) ?? {};
  return ["disableAllHooks", ...(isManaged ? ["allowManagedHooksOnly"] : [])].filter(
    (key) => Object.hasOwn(settings, key) && settings[key] === true,
  );
}
