import { type OwnHook, ownHooks } from "../assistant/found.ts";
import { fills } from "../assistant/settings.ts";
import { switchedOff } from "../assistant/switched.ts";
import { slotName, slots } from "../assistant/wiring.ts";
import { parseObject } from "../json/parse.ts";
import { calledCommand, startFault } from "./called.ts";
import type { Errand } from "./errand.ts";
import { readTextFile } from "./file.ts";
import { bad, type Finding, good } from "./finding.ts";
import { managedFile, type Scope, scopes, settingsFile } from "./scope.ts";

/** Whether the assistant calls us: in which settings, what, and whether it may. */
export function examineSettings(errand: Errand): Finding[] {
  // From source there is no executable; then any copy counts.
  const command = calledCommand(errand) || "/hook";
  const files = settingsFiles(errand).map(([scope, path]) => ({ scope, path, ...readSettings(path) }));
  const managed = managedFile(errand);
  const wired = files.flatMap(({ scope, path, text }) => examineWiring(scope, path, ownHooks(text, command)));
  return [
    ...files.flatMap(({ path, text, faults }) => [...faults, ...examineSwitches(path, text, false)]),
    ...examineSwitches(managed, readSettings(managed).text, true),
    ...(wired.length ? wired : [bad("Claude Code does not call this", "run hook install")]),
  ];
}

/** In the home folder the project's settings are the person's. */
function settingsFiles(errand: Errand): [Scope, string][] {
  const all = scopes.map((scope): [Scope, string] => [scope, settingsFile(errand, scope)]);
  return all.filter(([, path], at) => path && all.findIndex(([, other]) => other === path) === at);
}

/** The text, "" where there is none that the assistant can read. */
function readSettings(path: string): { text: string; faults: Finding[] } {
  try {
    const { text } = readTextFile(path);
    if (text === null || parseObject(text)) return { text: text ?? "", faults: [] };
    return {
      text: "",
      faults: [bad(`settings ${path}`, "it is no JSON object, and Claude Code ignores it")],
    };
  } catch (error) {
    return { text: "", faults: [bad(`settings ${path}`, (error as Error).message)] };
  }
}

/** One finding for each executable that a settings file calls. */
function examineWiring(scope: Scope, path: string, own: OwnHook[]): Finding[] {
  const called = new Set(own.map(({ handler }) => String(handler.command)));
  return [...called].map((command) => {
    const hooks = own.filter(({ handler }) => handler.command === command);
    const missing = slots.filter((slot) => !hooks.some((hook) => fills(hook, slot)));
    const fault = startFault(command) || (missing.length && `it lacks ${missing.map(slotName).join(", ")}`);
    if (!fault) return good(`${path} calls ${command}`);
    return bad(`${path} calls ${command}: ${fault}`, `run hook install --scope ${scope}`);
  });
}

function examineSwitches(path: string, text: string, isManaged: boolean): Finding[] {
  return switchedOff(text, isManaged).map((key) =>
    bad(`${key} in ${path}`, "Claude Code calls no hook of yours until it is gone"),
  );
}
