import { type Asker, NoAnswer, openAsker } from "../cli/ask.ts";
import { isWebAddress, text } from "../cli/env.ts";
import { fail, print, printError } from "../cli/print.ts";
import { UsageError } from "../cli/usage.ts";
import { defaultApi, type HookConfig } from "../home/config.ts";
import { type JsonObject, parseObject } from "../json/parse.ts";
import { readString } from "../json/read.ts";
import { calledCommand, startFault } from "./called.ts";
import { type Errand, expectNoWords } from "./errand.ts";
import { readTextFile } from "./file.ts";
import { wire } from "./install.ts";
import { keepConfig } from "./keep.ts";
import { done } from "./say.ts";
import { settingsFile } from "./scope.ts";
import { askApp, askReceiver, sendFirstCard } from "./steps.ts";

/** `hook setup`: from an application in the platform's console to the first card, by questions. */
export async function setup(errand: Errand): Promise<number> {
  expectNoWords(errand, ["--command"]);
  if (!errand.places.config)
    return fail("Cannot set up: there is no home folder; set HOME or XDG_CONFIG_HOME");
  const asker = openAsker();
  try {
    return await converse(errand, asker);
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return fail(`Cannot set up: ${error.message}`);
  } finally {
    asker.close();
  }
}

async function converse(errand: Errand, asker: Asker): Promise<number> {
  const { config: file } = errand.places;
  const old = readTextFile(file).text;
  if (old !== null && !(await asker.confirm(`${file} exists. Replace it?`, false)))
    return done("Nothing was changed");
  const begin = emptyConfig(errand, parseObject(old ?? "") ?? {});
  printError(introduction(begin.api));
  const app = await askApp(errand, asker, begin);
  const config = app && (await askReceiver(errand, asker, app));
  if (!config) return fail("Nothing was written: run hook setup again when that is done");
  keepConfig(file, config, errand.system);
  print(`The configuration is in ${file}`);
  warnOfVariables(errand);
  const isThere = await sendFirstCard(errand, asker, config);
  const installed = await offerInstall(errand, asker);
  return isThere ? installed : 1;
}

/** What stays of the old configuration: the options, and the address of the platform unless a variable names it. */
function emptyConfig({ env }: Errand, old: JsonObject): HookConfig {
  const { appId: _id, appSecret: _secret, receivers: _ids, messagingApi: _api, ...preferences } = old;
  const api = text("MESSAGING_API", env) || readString(old, "messagingApi") || defaultApi;
  if (!isWebAddress(api)) throw new UsageError("Cannot use MESSAGING_API: it is no http or https address");
  return { api: api.replace(/\/+$/, ""), appId: "", appSecret: "", receivers: [], preferences };
}

function introduction(api: string): string {
  return [
    `In the developer console, ${new URL(api).origin}/app, the application needs`,
    "  - the bot ability: 添加应用能力 > 机器人",
    "  - the permissions im:message:send_as_bot and contact:user.id:readonly: 权限管理",
    "  - a version that is published and approved, with you in its 可用范围: 版本管理与发布",
    "",
  ].join("\n");
}

function warnOfVariables({ env }: Errand): void {
  const names = ["HOOK_APP_ID", "HOOK_APP_SECRET", "HOOK_APP_SECRET_FILE", "HOOK_OPEN_ID"];
  const set = names.filter((name) => text(name, env));
  if (set.length) printError(`${set.join(", ")} in this environment outranks the file: unset it`);
}

async function offerInstall(errand: Errand, asker: Asker): Promise<number> {
  const path = settingsFile(errand, "user");
  const command = calledCommand(errand);
  const isPossible = path && command && !startFault(command);
  if (isPossible && (await agrees(asker, `Let Claude Code call it from now on (${path})?`)))
    return wire(path, command);
  return done("Claude Code calls it after: hook install");
}

/** No more answers means no: all that was asked for is done by now. */
async function agrees(asker: Asker, question: string): Promise<boolean> {
  try {
    return await asker.confirm(question, true);
  } catch (error) {
    if (error instanceof NoAnswer) return false;
    throw error;
  }
}
