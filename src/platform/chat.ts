import type { JsonObject } from "../json/parse.ts";

/** The four things that are asked of the platform. */
export type Kind = "webhook" | "im" | "token" | "lookup";

/** What every entry of the chat has. */
type Entry = {
  /** Grows with every request, over both lists. */
  id: number;
  /** ISO 8601, UTC. */
  time: string;
  kind: Kind;
  /** The webhook's masked token, the receiver's id, or the app's id. */
  to: string;
  msgType: string;
  /** Bytes of the request body. */
  bytes: number;
  /** The request carried a signature. It was checked if the webhook has a secret. */
  signed: boolean;
};

/** One message that arrived: with `card` when it is one, else with `text`. */
export type Arrival = Entry & { messageId?: string; uuid?: string; card?: JsonObject; text?: string };

/** One request that was refused, and why; `status` and `code` are 0 where the reply had none. */
export type Refused = Entry & { status: number; code: number; reason: string };

/** What a request says of itself before it is judged. */
export type Sighting = Omit<Entry, "id" | "time">;

/** Everything that arrived or was refused, oldest first. */
export type Chat = {
  arrivals: Arrival[];
  refusals: Refused[];
  next: number;
  /** Changes when the chat is cleared or the process starts anew, so that a reader knows to start over. */
  epoch: number;
};

/** The newest messages, and as many refusals, that are kept. */
export const kept = 2_000;

/** A chat in which nothing has been said. */
export function emptyChat(now: number): Chat {
  return { arrivals: [], refusals: [], next: 1, epoch: now };
}

/** Adds a message that arrived. */
export function addArrival(chat: Chat, now: number, arrival: Omit<Arrival, "id" | "time">): void {
  push(chat.arrivals, { ...stamped(chat, now), ...arrival });
}

/** Adds a request that was refused. */
export function addRefusal(chat: Chat, now: number, refused: Omit<Refused, "id" | "time">): void {
  push(chat.refusals, { ...stamped(chat, now), ...refused });
}

/** Forgets all messages and refusals. */
export function clearChat(chat: Chat): void {
  chat.arrivals = [];
  chat.refusals = [];
  chat.epoch += 1;
}

function stamped(chat: Chat, now: number): { id: number; time: string } {
  return { id: chat.next++, time: new Date(now).toISOString() };
}

function push<T>(list: T[], entry: T): void {
  list.push(entry);
  if (list.length > kept) list.shift();
}
