/** Somebody who can receive a bot's messages. */
export type User = { email: string; openId: string };

/** What the platform knows and how strict it is. */
export type Settings = {
  /** The tokens of the group webhooks that exist. */
  hooks: string[];
  /** The secret that webhook posts must be signed with; none when empty. */
  secret: string;
  app: { id: string; secret: string };
  /** The permissions that the app was granted. */
  scopes: string[];
  users: User[];
  /** Whether the platform's rate limits hold. */
  rate: boolean;
};

/** A platform without a signature or rate limits, with an app and two users that are clearly made up. */
export const defaults: Settings = {
  hooks: ["demo"],
  secret: "",
  app: { id: "cli_sandbox", secret: "sandbox-app-secret" },
  scopes: ["im:message:send_as_bot", "contact:user.id:readonly"],
  users: [
    { email: "ada@example.com", openId: "ou_ada" },
    { email: "lin@example.com", openId: "ou_lin" },
  ],
  rate: false,
};

/** The one group chat that the bot is a member of; webhook cards arrive there too. */
export const groupChat = "oc_sandbox";

/** The parts of a comma-separated list, or `fallback` when there is none. */
export function readList(text: string, fallback: string[]): string[] {
  const parts = text.split(",").map((part) => part.trim());
  return parts.some(Boolean) ? parts.filter(Boolean) : fallback;
}

/** The users that `email=open_id,email=open_id` names; null when it is not of that form. */
export function readUsers(text: string): User[] | null {
  const users = readList(text, []).map((part) => {
    const [, email = "", openId = ""] = /^([^\s=@]+@[^\s=@]+)=(ou_\w+)$/.exec(part) ?? [];
    return { email, openId };
  });
  return users.every(({ openId }) => openId) ? users : null;
}

/** True when an id or an address is one of the users'. */
export function isUser(users: User[], person: string): boolean {
  return users.some(({ email, openId }) => person === openId || person === email);
}
