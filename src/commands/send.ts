import { randomUUID } from "node:crypto";
import { receiverOf, sendMessage } from "../chat/bot.ts";
import { fail, print } from "../cli/print.ts";
import { UsageError } from "../cli/usage.ts";
import { configured } from "./configured.ts";
import { type Errand, wordsOf } from "./errand.ts";
import { refusedWords } from "./refused.ts";

/** `hook send <text>`: the words as one text message to each receiver; one that fails does not stop the others. */
export async function send(errand: Errand): Promise<number> {
  const text = wordsOf(errand).join(" ").trim();
  if (!text) throw new UsageError("Cannot run hook send: it takes a text; see hook --help");
  const config = configured(errand, "send", "receivers");
  const bot = errand.bot(config);
  const content = JSON.stringify({ text: text.toWellFormed() });
  let code = 0;
  for (const id of config.receivers) {
    const sent = await sendMessage(bot, receiverOf(id), { msg_type: "text", content, uuid: randomUUID() });
    if (sent.ok) print(`Sent to ${id}`);
    else code = fail(`Cannot send to ${id}: ${refusedWords(sent)}`);
  }
  return code;
}
