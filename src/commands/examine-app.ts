import { randomUUID } from "node:crypto";
import { type Bot, lookUp, type Refusal, receiverOf, sendMessage } from "../chat/bot.ts";
import { tenantToken } from "../chat/token.ts";
import { bad, type Finding, good } from "./finding.ts";
import { notFound } from "./lookup.ts";
import { refusedWords } from "./refused.ts";

/** What the platform grants the application, asked in ways that reach nobody. */
export async function examineApp(bot: Bot, receivers: string[]): Promise<Finding[]> {
  // A kept token would say nothing about the secret.
  const token = await tenantToken({ ...bot, cache: { ...bot.cache, read: () => null } });
  if (!token.ok) return [bad("token", refusedWords(token))];
  const findings = [good("token: the platform knows the application"), await examineLookup(bot, receivers)];
  for (const id of receivers) findings.push(await examineReceiver(bot, id));
  return findings;
}

/** Looks the receivers' addresses up; where there is none, one that nobody can have. */
async function examineLookup(bot: Bot, receivers: string[]): Promise<Finding> {
  const emails = receivers.filter((id) => receiverOf(id).type === "email");
  const answer = await lookUp(bot, emails.length ? emails : ["nobody@example.invalid"]);
  if (!answer.ok) return bad("permission to look people up", refusedWords(answer));
  const missing = emails.length ? answer.users.filter(({ openId }) => !openId) : [];
  if (!missing.length) return good("permission to look people up: contact:user.id:readonly");
  return bad(
    "receivers",
    notFound(
      missing.map(({ email }) => email),
      missing.length < emails.length,
    ),
  );
}

/** Asks to send what is no message, which nobody can receive; what is wrong beside that is refused first. */
async function examineReceiver(bot: Bot, id: string): Promise<Finding> {
  const sent = await sendMessage(bot, receiverOf(id), {
    msg_type: "text",
    content: "-",
    uuid: randomUUID(),
  });
  if (sent.ok || isAboutContent(sent)) return good(`receiver ${id}: nothing speaks against it`);
  return bad(`receiver ${id}`, refusedWords(sent));
}

/** 230001 is for any parameter; the platform's words tell which. */
function isAboutContent({ code, text }: Refusal): boolean {
  return code === 230001 && !text.includes("receive_id");
}
