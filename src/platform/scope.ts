import { type Refusal, refuse } from "./refusal.ts";
import type { Settings } from "./settings.ts";

/** Any one of these lets an app send messages. */
export const sendScopes = ["im:message", "im:message:send_as_bot", "im:message:send"];

/** Any one of these lets an app look people up by their address. */
export const lookupScopes = ["contact:user.id:readonly"];

/** Why an app without any of the permissions is refused, or null. The reply names the page that grants them. */
export function judgeScope({ scopes, app }: Settings, wanted: string[]): Refusal | null {
  if (wanted.some((scope) => scopes.includes(scope))) return null;
  const url = `https://open.feishu.cn/app/${app.id}/auth?q=${wanted.join(",")}`;
  return refuse("scope", `: [${wanted.join(", ")}]. ${url}`, {
    permission_violations: wanted.map((subject) => ({ type: "action_scope_required", subject })),
    helps: [{ url, description: "Grant the permission here" }],
  });
}
