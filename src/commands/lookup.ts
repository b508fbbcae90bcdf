import { lookUp } from "../chat/bot.ts";
import { fail, print } from "../cli/print.ts";
import { UsageError } from "../cli/usage.ts";
import { configured } from "./configured.ts";
import { type Errand, wordsOf } from "./errand.ts";
import { refusedWords } from "./refused.ts";

/** `hook lookup <email>...`: the open id of each address, good for this application alone. */
export async function lookup(errand: Errand): Promise<number> {
  const emails = wordsOf(errand);
  if (!emails.length)
    throw new UsageError("Cannot run hook lookup: it takes e-mail addresses; see hook --help");
  const odd = emails.find((email) => !/^[^\s@]+@[^\s@]+$/.test(email));
  if (odd) throw new UsageError(`Cannot look up ${JSON.stringify(odd)}: it is no e-mail address`);
  const config = configured(errand, "look anybody up", "app");
  const answer = await lookUp(errand.bot(config), emails);
  if (!answer.ok) return fail(`Cannot look anybody up: ${refusedWords(answer)}`);
  const missing = answer.users.filter(({ openId }) => !openId).map(({ email }) => email);
  for (const { email, openId } of answer.users) if (openId) print(`${email}  ${openId}`);
  return missing.length ? fail(notFound(missing, missing.length < emails.length)) : 0;
}

/**
 * Who was not found, and why that may be: the platform gives no reason. `isOurs` says that others were
 * found, so that it cannot be the application. Source:
 * https://open.feishu.cn/document/server-docs/contact-v3/user/batch_get_id
 */
export function notFound(emails: string[], isOurs: boolean): string {
  return [
    `Cannot find ${emails.join(", ")}. The platform does not say why; it is one of these:`,
    ...reasons.filter(({ ofApp }) => !(ofApp && isOurs)).map(({ text }) => `  - ${text}`),
  ].join("\n");
}

const reasons: { text: string; ofApp?: true }[] = [
  { text: "the address is mistyped" },
  {
    text: "it is the company mailbox (企业邮箱), and not the address in the person's profile: that one counts",
  },
  {
    text: "the person is outside the application's data range: in the console, 权限管理 > 通讯录权限范围, then publish a version",
  },
  { text: "the application belongs to another company: run hook setup with the right one", ofApp: true },
  { text: "the person has left the company" },
];
