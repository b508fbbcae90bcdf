import { idOf } from "./lookup.ts";
import { type Reason, type Refusal, refuse, violation } from "./refusal.ts";
import { groupChat, type Settings, type User } from "./settings.ts";

/** Open ids that always refuse, each in its way, so that every refusal can be tried out. */
const unreachable = new Map<string, Reason>([
  ["ou_other_app", "crossApp"],
  ["ou_unavailable", "unavailable"],
  ["ou_resigned", "resigned"],
  ["ou_stopped", "stopped"],
]);

/** The kinds of receiver that a message can name. */
export const receiverTypes = [...idOf.keys(), "email", "chat_id"];

/** Judges the receiver of a message: the id of the chat that it goes to, or why it is refused. */
export function judgeReceiver({ users }: Settings, type: string, receiver: string): string | Refusal {
  if (type === "chat_id") return judgeChat(receiver);
  const reason = type === "open_id" ? unreachable.get(receiver) : undefined;
  if (reason) return refuse(reason);
  const name = idOf.get(type) ?? (({ email }: User) => email);
  const user = users.find((known) => name(known) === receiver);
  if (user) return `oc_with_${user.openId.replace(/^ou_/, "")}`;
  if (type === "email") return violation("receive_id", "no user has this address");
  return refuse("openId", `. Invalid ids: [${receiver}]`);
}

function judgeChat(receiver: string): string | Refusal {
  if (receiver === groupChat) return groupChat;
  return receiver.startsWith("oc_") ? refuse("chat") : refuse("message", ", ext=invalid receive_id");
}
