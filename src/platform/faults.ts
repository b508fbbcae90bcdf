import { isObject, type Json, type JsonObject } from "../json/parse.ts";

/** A failure that was asked for. */
export type Fault = {
  /** The replies that it still spoils. */
  times: number;
  /** Milliseconds to wait before the reply. */
  delayMs: number;
  /** Only requests whose path starts with this. */
  path: string;
  code?: number;
  msg?: string;
  httpStatus?: number;
  headers: Record<string, string>;
  /** The reply's body, word for word. */
  body?: string;
  /** Cut the connection: before a byte of the reply, or in the middle of it. */
  reset?: "before" | "middle";
  /** The message arrives all the same. By default it does when the true reply is only late, or cut in the middle. */
  delivered: boolean;
};

type Rule = { key: string; is: (value: Json) => boolean; must: string };

/** Where the platform answers. */
const anyPath = "/open-apis/";

const whole = (min: number, max: number) => (value: Json) =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;

const rules: Rule[] = [
  { key: "code", is: whole(-1e9, 1e9), must: "a whole number" },
  { key: "msg", is: (value) => typeof value === "string", must: "a string" },
  { key: "httpStatus", is: whole(200, 599), must: "a whole number from 200 to 599" },
  { key: "delayMs", is: whole(0, 600_000), must: "a whole number from 0 to 600000" },
  { key: "times", is: whole(1, 1_000_000), must: "a whole number from 1 to 1000000" },
  {
    key: "path",
    is: (value) => typeof value === "string" && value.startsWith(anyPath),
    must: `a string that starts with ${anyPath}`,
  },
  { key: "headers", is: isHeaders, must: "an object of header names and printable strings" },
  { key: "body", is: (value) => typeof value === "string" || isObject(value), must: "a string or an object" },
  { key: "reset", is: (value) => value === "before" || value === "middle", must: '"before" or "middle"' },
  { key: "delivered", is: (value) => typeof value === "boolean", must: "true or false" },
];

/** The fault that was asked for, or a text that says why it is none. */
export function readFault(asked: JsonObject): Fault | string {
  for (const key of Object.keys(asked)) {
    const rule = rules.find((known) => known.key === key);
    if (!rule)
      return `${JSON.stringify(key)} is no key of a fault; there are ${rules.map((known) => known.key).join(", ")}`;
    if (!rule.is(asked[key] ?? null)) return `${key} must be ${rule.must}`;
  }
  if (!["code", "httpStatus", "delayMs", "body", "reset"].some((key) => key in asked))
    return "a fault has at least one of code, httpStatus, delayMs, body and reset";
  return toFault(asked);
}

/** The fault for a request to `path`, counted down; null when none is due. */
export function takeFault(faults: Fault[], path: string): Fault | null {
  const at = faults.findIndex((fault) => path.startsWith(fault.path));
  const fault = faults[at];
  if (!fault) return null;
  fault.times -= 1;
  if (fault.times === 0) faults.splice(at, 1);
  return fault;
}

/** True when the fault puts another reply in the place of the true one. */
export function replaces(fault: Fault): boolean {
  return (
    fault.code !== undefined ||
    fault.httpStatus !== undefined ||
    fault.body !== undefined ||
    fault.reset === "before"
  );
}

function toFault(asked: JsonObject): Fault {
  const { body, ...given } = asked as Partial<Fault> & { body?: string | object };
  const fault: Fault = {
    ...{ times: 1, delayMs: 0, path: anyPath, headers: {}, delivered: false },
    ...given,
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  };
  return "delivered" in asked ? fault : { ...fault, delivered: !replaces(fault) };
}

function isHeaders(value: Json): boolean {
  return (
    isObject(value) &&
    Object.entries(value).every(
      ([name, text]) => /^[\w-]+$/.test(name) && typeof text === "string" && /^[\x20-\x7e]*$/.test(text),
    )
  );
}
