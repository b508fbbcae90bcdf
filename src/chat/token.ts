import type { Bot, Refusal } from "./bot.ts";

/** The app's tenant token: the cached one while it lasts, else a new one. */
export async function tenantToken(_bot: Bot): Promise<{ ok: true; token: string } | Refusal> {
  throw new Error("not there yet");
}
