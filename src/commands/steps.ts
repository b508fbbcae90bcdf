import { randomUUID } from "node:crypto";
import { lookUp, type Refusal, receiverOf } from "../chat/bot.ts";
import { card } from "../chat/card.ts";
import { deliver } from "../chat/deliver.ts";
import { tenantToken } from "../chat/token.ts";
import type { Asker } from "../cli/ask.ts";
import { print, printError } from "../cli/print.ts";
import type { HookConfig } from "../home/config.ts";
import type { Errand } from "./errand.ts";
import { notFound } from "./lookup.ts";
import { refusedWords } from "./refused.ts";

// The steps of `hook setup` that the platform must agree to. Each says what to do when it does not, and
// asks a person again; null when it failed and nobody sits there.

/** The configuration with an application that the platform knows. */
export async function askApp(errand: Errand, asker: Asker, begin: HookConfig): Promise<HookConfig | null> {
  let [appId, appSecret] = ["", ""];
  do {
    appId = (await asker.ask(`Application id (App ID)${appId && ` [${appId}]`}: `)) || appId;
    appSecret =
      (await asker.askSecret(`Application secret (App Secret, not shown)${appSecret && " [as before]"}: `)) ||
      appSecret;
    const config = { ...begin, appId, appSecret };
    const fault = appId && appSecret ? await tokenFault(errand, config) : "The id or the secret is empty";
    if (!fault) return config;
    printError(fault);
  } while (asker.isPerson);
  return null;
}

async function tokenFault(errand: Errand, config: HookConfig): Promise<string> {
  const bot = errand.bot(config);
  // A kept token would say nothing about the secret.
  const token = await tenantToken({ ...bot, cache: { ...bot.cache, read: () => null } });
  return token.ok ? "" : told("get a token", token, ["凭证与基础信息: copy App ID and App Secret again"]);
}

/** The configuration with the open id of a person whom the application can find. */
export async function askReceiver(
  errand: Errand,
  asker: Asker,
  config: HookConfig,
): Promise<HookConfig | null> {
  let given = "";
  do {
    given = (await asker.ask(`Your e-mail address there, or an open id${given && ` [${given}]`}: `)) || given;
    const found = given ? await find(errand, config, given) : { fault: "The address is empty" };
    if ("id" in found) return { ...config, receivers: [found.id] };
    printError(found.fault);
  } while (asker.isPerson);
  return null;
}

async function find(
  errand: Errand,
  config: HookConfig,
  given: string,
): Promise<{ id: string } | { fault: string }> {
  if (receiverOf(given).type !== "email") return { id: given };
  const answer = await lookUp(errand.bot(config), [given]);
  if (!answer.ok) {
    const steps = ["权限管理: request contact:user.id:readonly", published];
    return { fault: told(`look ${given} up`, answer, steps) };
  }
  const [user] = answer.users;
  if (!user?.openId) return { fault: notFound([given], false) };
  print(`${given} is ${user.openId}`);
  return { id: user.openId };
}

/** Sends a card that says that all is well; true when it is in the chat. */
export async function sendFirstCard(errand: Errand, asker: Asker, config: HookConfig): Promise<boolean> {
  const words = "助手完成任务、需要授权或等待指令时，会在这里通知您。";
  const title = "✅ 配置完成";
  const plain = () => `${title}\n\n${words}`;
  const letter = { card: card(title, "green", [{ tag: "markdown", content: words }]), plain, bare: plain };
  do {
    const [delivery] = await deliver(
      errand.bot(config),
      config.receivers,
      letter,
      [randomUUID()],
      Date.now(),
    );
    if (delivery?.sent.ok) {
      print("A card is in your chat");
      return true;
    }
    if (delivery) printError(told("send the card", delivery.sent as Refusal, sending));
  } while (asker.isPerson && (await asker.confirm("Try again?", true)));
  return false;
}

const published = "版本管理与发布: publish a version and have it approved; changes count only then";

const sending = [
  "添加应用能力: add 机器人",
  "权限管理: request im:message:send_as_bot",
  "版本管理与发布 > 可用范围: add yourself",
  published,
  "in the chat: search for the bot by its name and send it one message",
];

/** A refusal, and the places in the console that it may come from; a broken connection comes from none. */
function told(act: string, refusal: Refusal, steps: string[]): string {
  const line = `Cannot ${act}: ${refusedWords(refusal)}`;
  if (refusal.code === null) return `${line}; check the network, HTTPS_PROXY and MESSAGING_API`;
  return [line, "In the developer console:", ...steps.map((step) => `  - ${step}`)].join("\n");
}
