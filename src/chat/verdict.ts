import type { Answer } from "../http/call.ts";
import { parseObject } from "../json/parse.ts";
import { readNumber, readString } from "../json/read.ts";

/** What the platform made of a post. */
export type Verdict =
  | { accepted: true }
  | {
      accepted: false;
      /** The platform's code, when it gave one. */
      code: number | null;
      /** True when the same post may be accepted later: a rate limit or a fault of the platform. */
      passing: boolean;
      /** Seconds until then, when the platform says so. */
      wait: number | null;
    };

// Frequency limits: of the service, of the chat, internal, of the gateway.
// https://open.feishu.cn/document/server-docs/api-call-guide/frequency-control
const rateCodes = new Set([11232, 11233, 11247, 99991400]);

/** Judges by the body (`code` or `StatusCode` equal to 0), whatever the HTTP status: refusals come with 200 too. */
export function verdictOf({ status, headers, text }: Answer): Verdict {
  const reply = parseObject(text) ?? {};
  const [code, statusCode] = [readNumber(reply, "code"), readNumber(reply, "StatusCode")];
  if (code === 0 || statusCode === 0) return { accepted: true };
  const known = code ?? statusCode;
  const words = `${readString(reply, "msg")} ${readString(reply, "StatusMessage")}`;
  // 9499 is any bad request; only its text tells a rate limit from the others.
  const isRate = known === 9499 ? /frequen|too many|频/i.test(words) : rateCodes.has(known ?? 0);
  const wait = Number(headers["x-ogw-ratelimit-reset"] ?? Number.NaN);
  return {
    accepted: false,
    code: known,
    passing: isRate || status === 429 || status >= 500,
    wait: wait > 0 ? wait : null,
  };
}
