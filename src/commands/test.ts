import { randomUUID } from "node:crypto";
import { readEvent } from "../assistant/read.ts";
import { deliver } from "../chat/deliver.ts";
import { fail, print } from "../cli/print.ts";
import type { JsonObject } from "../json/parse.ts";
import { configured, preferencesOf } from "./configured.ts";
import { type Errand, expectNoWords } from "./errand.ts";
import { letterOf } from "./letter.ts";
import { refusedWords } from "./refused.ts";

/** One event of each kind, as the assistant gives it. */
const samples: JsonObject[] = [
  {
    hook_event_name: "Stop",
    last_assistant_message: "这是 `hook test` 的测试卡片。\n任务完成后，助手最后的回复显示在这里。",
  },
  {
    hook_event_name: "StopFailure",
    error: "rate_limit",
    last_assistant_message: "这是 hook test 的测试卡片",
  },
  {
    hook_event_name: "Notification",
    notification_type: "permission_prompt",
    message: "Claude needs your permission to use Bash",
  },
  { hook_event_name: "Notification", notification_type: "idle_prompt", message: "Claude is waiting" },
  { hook_event_name: "Notification", notification_type: "test", message: "这是 hook test 的测试卡片" },
];

/** `hook test`: one card of each kind to each receiver, whatever the options would keep back. */
export async function test(errand: Errand): Promise<number> {
  expectNoWords(errand);
  const config = configured(errand, "send the cards", "receivers");
  const bot = errand.bot(config);
  const preferences = preferencesOf(config, errand);
  let code = 0;
  for (const sample of samples) {
    const event = readEvent({ ...sample, session_id: randomUUID(), cwd: errand.cwd }, []);
    const letter = letterOf(event, new Date(), preferences);
    const deliveries = await deliver(bot, config.receivers, letter, [event.session], Date.now());
    const { content: title } = letter.card.header.title;
    for (const { id, sent } of deliveries) {
      if (sent.ok) print(`Sent to ${id}: ${title}`);
      else code = fail(`Cannot send ${title} to ${id}: ${refusedWords(sent)}`);
    }
    // The others would only say the same.
    if (deliveries.every(({ sent }) => !sent.ok)) break;
  }
  return code;
}
