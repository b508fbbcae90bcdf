import { type CardMessage, card, type Field, field, type Template } from "../chat/card.ts";
import { inline } from "../chat/markdown.ts";
import { stamp } from "../time/stamp.ts";
import { clip, fitted, listed } from "./fit.ts";
import { failedIn, type Mention, updatedIn } from "./names.ts";
import type { Action, News } from "./payload.ts";

/** What the card of an update may differ in. */
export type CardOptions = {
  /** Yellow, with a field of their own, when containers failed. */
  flagFailures: boolean;
};

const inDetails = "(见详情)";

const events: Record<Action, [title: string, template: Template]> = {
  start: ["✅ 部署通知 — 容器启动", "green"],
  stop: ["⏸ 部署通知 — 容器停止", "yellow"],
  update: ["🚀 部署通知 — 镜像更新", "green"],
};

/** The card of an update, at most `messageLimit` bytes of JSON. */
export function updateCard(news: News, time: Date, options: CardOptions): CardMessage {
  return news.kind === "event" ? eventCard(news, time) : genericCard(news, time, options);
}

function eventCard({ action, container, image }: News & { kind: "event" }, time: Date): CardMessage {
  const [title, template] = events[action];
  return message(title, template, [
    field("容器", inline(clip(container))),
    field("镜像", inline(clip(image))),
    field("时间", stamp(time)),
    field("事件", action),
  ]);
}

function genericCard(
  { message: details, report }: News & { kind: "message" },
  time: Date,
  { flagFailures }: CardOptions,
): CardMessage {
  const failed: Mention = flagFailures ? failedIn(report) : { any: false, names: [] };
  const updated = updatedIn(report).names.filter((name) => !failed.names.includes(name));
  return fitted(details, (text, room) =>
    message("🚀 部署通知 — 容器已更新", failed.any ? "yellow" : "green", [
      field("更新容器", listed(updated, room) || inDetails),
      field("时间", stamp(time)),
      ...(failed.any ? [field("失败容器", listed(failed.names, room) || inDetails)] : []),
      field("详情", text, false),
    ]),
  );
}

function message(title: string, template: Template, fields: Field[]): CardMessage {
  return { msg_type: "interactive", card: card(title, template, [{ tag: "div", fields }]) };
}
