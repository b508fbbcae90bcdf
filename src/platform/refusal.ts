import type { JsonObject } from "../json/parse.ts";

// The platform's refusals: HTTP status, code and text as it sends them. A webhook answers 200 and
// tells the truth in the body only; the messaging API answers 400. Sources:
// https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot
// https://open.feishu.cn/document/server-docs/im-v1/message/create
// https://open.feishu.cn/document/server-docs/api-call-guide/generic-error-code

const table = {
  hookToken: [200, 19001, "param invalid: incoming webhook access token invalid"],
  hookBody: [200, 9499, "Bad Request"],
  hookContent: [200, 9499, "Bad Request: fail to parse content"],
  hookType: [200, 19002, "params error, msg_type need"],
  hookCardMissing: [200, 19002, "params error, unknown card value"],
  hookSign: [200, 19021, "sign match fail or timestamp is not within one hour from current time"],
  hookSize: [200, 19036, "The message exceeds the size limit of 30KB"],
  hookRate: [200, 11232, "frequency limited psm[lark.oapi.app_platform_runtime]appID[1500]"],
  hookCard: [200, 11246, "Failed to create card content"],
  hookAddress: [200, 19022, "Ip Not Allowed"],
  hookKeyword: [200, 19024, "Key Words Not Found"],

  parameter: [400, 10003, "invalid param"],
  appSecret: [400, 10014, "app secret invalid"],
  appUnknown: [400, 99991543, "app_id or app_secret does not exist"],

  tokenMissing: [
    400,
    99991661,
    "Missing access token for authorization. Please make a request with token attached.",
  ],
  tokenInvalid: [
    400,
    99991663,
    "Invalid access token for authorization. Please make a request with token attached.",
  ],
  tokenOfUser: [
    400,
    99991668,
    "Invalid access token for authorization. Please make a request with token attached.",
  ],
  tokenForm: [400, 99991671, "Invalid access token: must start with t-/u-"],
  scope: [400, 99991672, "Access denied. One of the following scopes is required"],

  gatewayRate: [429, 99991400, "request trigger frequency limit"],
  gatewayAddress: [400, 99991401, "ip is denied by app setting"],
  body: [400, 9499, "Bad Request"],
  field: [400, 99992402, "field validation failed"],
  message: [400, 230001, "Your request contains an invalid request parameter"],
  chat: [400, 230002, "The bot can not be outside the group."],
  unavailable: [400, 230013, "Bot has NO availability to this user."],
  rate: [400, 230020, "This operation triggers the frequency limit."],
  size: [400, 230025, "The length of the message content reaches its limit."],
  sensitive: [400, 230022, "The content of the message contains sensitive information."],
  audit: [400, 230028, "The messages do NOT pass the audit."],
  resigned: [400, 230029, "User has resigned."],
  stopped: [400, 230053, "The user has stopped the bot from sending messages."],
  card: [400, 230099, "Failed to create card content"],
  openId: [400, 99992351, "The request you send is not a valid {open_id} or not exists"],
  crossApp: [400, 99992361, "open_id cross app"],
} as const satisfies Record<string, readonly [status: number, code: number, msg: string]>;

/** One reason to refuse a request. */
export type Reason = keyof typeof table;

/** What the platform answers to a request that it refuses. */
export type Refusal = { refused: true; status: number; code: number; msg: string; error?: JsonObject };

/** The refusal for a reason; `more` follows the platform's text, `error` is the reply's `error` object. */
export function refuse(reason: Reason, more = "", error?: JsonObject): Refusal {
  const [status, code, msg] = table[reason];
  return { refused: true, status, code, msg: msg + more, ...(error && { error }) };
}

/** The refusal of a field that is missing or wrong; the reply names it. */
export function violation(field: string, description: string): Refusal {
  return refuse("field", "", { field_violations: [{ field, description }] });
}

/** The platform's text for a code, for one that is asked for as a fault. */
export function textOf(code: number): string | undefined {
  return Object.values(table).find(([, known]) => known === code)?.[2];
}

/** True when a verdict is a refusal. */
export function isRefusal(verdict: object): verdict is Refusal {
  return "refused" in verdict;
}
