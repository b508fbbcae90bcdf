import type { JsonObject } from "../json/parse.ts";
import { readObject, readObjects, readString } from "../json/read.ts";

// What the platform's codes ask of the sender, and of the person. Sources:
// https://open.feishu.cn/document/server-docs/im-v1/message/create
// https://open.feishu.cn/document/server-docs/api-call-guide/generic-error-code
// https://open.feishu.cn/document/server-docs/authentication-management/access-token/tenant_access_token_internal

/**
 * What may help by itself: a new token, waiting, the same facts without markdown (`content`), or without
 * the assistant's words (`words`). After `final` only a person can.
 */
export type Cure = "token" | "wait" | "content" | "words" | "final";

type Row = [cure: Cure, advice: string];

const app = "in the developer console";
const invalidToken: Row = [
  "token",
  `The platform refuses even a new token: is the application enabled ${app}?`,
];
const badCard: Row = ["content", "The platform refuses the text too: see the debug log"];
const badReceiver = "run hook lookup <email> with this application and use the open id that it prints";
const later: Row = ["wait", "Too much is sent at once: it is worth trying again in a minute"];
const disabled: Row = ["final", `The application is disabled: enable it ${app}`];

const rows: Record<number, Row> = {
  10003: ["final", "The application id or secret is malformed: run hook setup"],
  10014: [
    "final",
    `The application secret is wrong: copy it again from 凭证与基础信息 ${app} and run hook setup`,
  ],
  11310: badCard,
  100290: badCard,
  200570: badCard,
  200621: badCard,
  200861: badCard,
  230001: ["content", `The receiver's id may be wrong: ${badReceiver}`],
  230002: ["final", "The bot is not in that chat: add it there (群设置 > 群机器人)"],
  230006: ["final", `The application is no bot yet: 添加应用能力 > 机器人 ${app}, then publish a version`],
  230013: [
    "final",
    `The receiver may not use the application: add them to 版本管理与发布 > 可用范围 ${app} and publish; they then send the bot one message`,
  ],
  230017: ["final", "Only the chat's owner may do this"],
  230018: ["final", "The chat's settings forbid the bot to write: let its owner allow it"],
  230019: ["final", "The topic does not exist"],
  230020: later,
  230022: ["words", "The platform takes even the project's name for sensitive"],
  230025: ["content", "The message is too long: set maxChars lower"],
  230027: [
    "final",
    `The application lacks a permission: request im:message:send_as_bot ${app} and publish a version`,
  ],
  230028: ["words", "The company's data protection refuses even the project's name"],
  230029: ["final", "The receiver has left the company: remove them from HOOK_OPEN_ID"],
  230034: ["final", `The receiver's id is not valid: ${badReceiver}`],
  230035: ["final", "The receiver has blocked the bot, or may not be written to"],
  230038: ["final", "The receiver belongs to another company: a bot writes only to its own"],
  // What two hooks at once, or a second try, get while the first is still being worked on.
  230049: ["wait", "The platform is still busy with the same message"],
  230053: ["final", "The receiver has stopped the bot's messages: they can allow them in its chat"],
  230099: badCard,
  230101: ["wait", "The platform does not deliver to people at the moment"],
  232009: ["final", "The chat was dissolved: remove it from HOOK_OPEN_ID"],
  99991400: later,
  99991401: ["final", `This machine's public address is not on the list 安全设置 > IP 白名单 ${app}: add it`],
  99991543: [
    "final",
    "There is no such application: check HOOK_APP_ID; for Lark set MESSAGING_API to https://open.larksuite.com/open-apis",
  ],
  99991661: invalidToken,
  99991662: disabled,
  99991663: invalidToken,
  99991664: invalidToken,
  99991665: invalidToken,
  99991668: invalidToken,
  99991671: invalidToken,
  99991672: [
    "final",
    `The application lacks a permission: request im:message:send_as_bot and contact:user.id:readonly ${app} and publish a version`,
  ],
  99991673: disabled,
  99991677: invalidToken,
  99992351: ["final", `The receiver's open id does not exist: ${badReceiver}`],
  99992361: ["final", `The receiver's open id belongs to another application: ${badReceiver}`],
  99992402: ["final", `The receiver's id is not as it must be: ${badReceiver}`],
};

/** What may help against a refusal; a code that nobody knows is final. */
export function cureOf(code: number | null): Cure {
  return (code !== null && rows[code]?.[0]) || "final";
}

/** What a person does about a refusal, in one line; "" when nobody knows. `body` is the platform's reply. */
export function adviceOn(code: number | null, body: JsonObject): string {
  const advice = (code !== null && rows[code]?.[1]) || "";
  return code === 99991672 ? scopeAdvice(body) || advice : advice;
}

/** The reply names what is missing and the page where it is requested. */
function scopeAdvice(body: JsonObject): string {
  const error = readObject(body, "error") ?? {};
  const named = (list: string, key: string) =>
    readObjects(error, list)
      .map((one) => readString(one, key))
      .filter(Boolean);
  const scopes = named("permission_violations", "subject");
  const [page] = named("helps", "url");
  if (!scopes.length && !page) return "";
  return `The application lacks ${scopes.join(" or ") || "a permission"}: request it at ${page ?? "the developer console"} and publish a version`;
}
