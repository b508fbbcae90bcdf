import { idOf } from "./lookup.ts";
import { type Refusal, refuse } from "./refusal.ts";
import { groupChat, type Settings } from "./settings.ts";

/** Receivers that exist on every platform and always refuse, so that each refusal can be tried out. */
export const unreachable: Record<string, () => Refusal> = {
  ou_other_app: () => refuse("crossApp"),
  ou_unavailable: () => refuse("unavailable"),
  ou_resigned: () => refuse("resigned"),
  ou_stopped: () => refuse("stopped"),
};

/** The kinds of receiver that a message can name. */
export const receiverTypes = ["open_id", "union_id", "user_id", "email", "chat_id"];

/** Judges the receiver of a message: the id of the chat that it goes to, or why it is refused. */
export function judgeReceiver(settings: Settings, type: string, receiver: string): string | Refusal {
  if (type === "chat_id") return judgeChat(receiver);
  const refusal = Object.hasOwn(unreachable, receiver) ? unreachable[receiver]?.() : undefined;
  if (refusal && type === "open_id") return refusal;
  const read = type === "email" ? ({ email }: { email: string }) => email : idOf[type];
  const user = settings.users.find((known) => read?.(known) === receiver);
  if (user) return `oc_with_${user.openId.replace(/^ou_/, "")}`;
  if (type === "email") return refuse("field", `: no user has the address`);
  return refuse("openId", `. Invalid ids: [${receiver}]`);
}

function judgeChat(receiver: string): string | Refusal {
  if (receiver === groupChat) return groupChat;
  return receiver.startsWith("oc_") ? refuse("chat") : refuse("message", ", ext=invalid receive_id");
}
