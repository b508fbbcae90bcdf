// hook: one event of a coding assistant on standard input → one card in a person's chat → exit code.
import type { Bot } from "./chat/bot.ts";
import type { Arguments } from "./cli/arguments.ts";
import { conceal } from "./cli/conceal.ts";
import { flag, text, wantsProxy } from "./cli/env.ts";
import type { Manual } from "./cli/manual.ts";
import { run } from "./cli/run.ts";
import { commandOptions, type Errand } from "./commands/errand.ts";
import { tell } from "./commands/tell.ts";
import type { HookConfig } from "./home/config.ts";
import { debugLog } from "./home/log.ts";
import { placesOf } from "./home/places.ts";
import { tokenFile } from "./home/tokens.ts";

const manual: Manual = {
  name: "hook",
  purpose: "tells you in your own chat that your coding assistant has finished or waits for you.",
  usage: ["< event.json", "<assistant> [<event>] < event.json", "[codex] <event as JSON>", "<command>"],
  input:
    "One event as JSON, as the hooks of Claude Code, Codex, Gemini CLI, Cursor and Copilot CLI write it.\n" +
    "What is no JSON object sends nothing. <assistant> is claude, codex, gemini, cursor or copilot.",
  commands: [
    ["setup", "asks for the application and for you, writes the configuration and sends a first card"],
    ["install", "makes Claude Code call this executable; its settings are otherwise what they were"],
    ["uninstall", "takes that back"],
    ["doctor", "looks at all that a card needs; writes to nobody"],
    ["test", "sends one card of each kind"],
    ["send <text>", "sends a text"],
    ["lookup <email>...", "prints open ids, which are good for this application alone"],
  ],
  variables: [
    ["HOOK_APP_ID", "the application's id"],
    ["HOOK_APP_SECRET", "its secret (or HOOK_APP_SECRET_FILE)"],
    ["HOOK_OPEN_ID", "who is told: open ids, e-mail addresses or chat ids, separated by commas"],
    ["MESSAGING_API", "default https://open.feishu.cn/open-apis; Lark: https://open.larksuite.com/open-apis"],
    ["HOOK_MUTE", "1: events of this shell send nothing"],
    ["XDG_CONFIG_HOME", "shipbell/hook.json in it says what no variable says; default ~/.config"],
    ["XDG_STATE_HOME", "shipbell in it holds the token and the debug log; default ~/.local/state"],
    [
      "CLAUDE_CONFIG_DIR",
      "where install and uninstall find the assistant's settings.json; default ~/.claude",
    ],
    ["TZ", "time zone of the card's time"],
    ["HTTPS_PROXY, NO_PROXY", "the corporate proxy, and what does not need it (HTTP_PROXY too)"],
    ["NODE_EXTRA_CA_CERTS", "file with further certificate authorities (PEM)"],
  ],
  options: commandOptions,
  exits: [
    ["0", "the card is in the chat, or there was nothing to send; the command succeeded"],
    ["1", "the card was not sent, the command failed, or usage or configuration is wrong"],
  ],
  example: `echo '{"hook_event_name":"Notification","notification_type":"idle_prompt"}' | hook`,
};

const isCommand = (word: string) => manual.commands?.some(([form]) => form.split(" ")[0] === word);

// 2 would stop the assistant from stopping, and wrong usage has no code of its own here.
run(
  manual,
  async (args) => {
    const [name = ""] = args.rest;
    if (!isCommand(name)) return flag("HOOK_MUTE") ? 0 : tell(errandOf(args));
    // Loaded only now: what a person calls would cost every event 2 ms.
    const { commandNamed } = await import("./commands/commands.ts");
    return commandNamed(name)(errandOf(args));
  },
  1,
);

function errandOf(args: Arguments): Errand {
  const { env, platform: system } = process;
  const places = placesOf(env, system);
  const cache = tokenFile(places.state);
  const secrets = [text("HOOK_APP_SECRET")];
  const log = debugLog(places.state, (words) => conceal(words, [...secrets, cache.read()?.token ?? ""]));
  const bot = ({ api, appId, appSecret }: HookConfig): Bot => {
    secrets.push(appSecret);
    const onReply: Bot["onReply"] = (what, answer) => log({ reply: what, ...answer });
    return { api, appId, appSecret, cache, proxy: wantsProxy(), deadline: 10_000, onReply };
  };
  return {
    ...{ args, env, system, places, log, bot },
    // Of no use to an event, so they are asked for when a command wants to know: the folder may be gone.
    get cwd() {
      return process.cwd();
    },
    get executable() {
      return process.getBuiltinModule("node:sea").isSea() ? process.execPath : "";
    },
  };
}
