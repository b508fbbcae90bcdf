import type { IncomingHttpHeaders } from "node:http";
import { exchangeDirectly } from "./direct.ts";
import { exchangeByProxy } from "./proxied.ts";

/** One HTTP exchange to make. */
export type Call = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  headers?: Record<string, string>;
  body?: string;
  /** Milliseconds for connect, headers and body together. */
  timeout: number;
  /** Go through the proxy that HTTP_PROXY, HTTPS_PROXY and NO_PROXY name. */
  proxy?: boolean;
  /** Bytes of the answer's body that are read; 64 KiB unless given. */
  limit?: number;
};

/** What the peer answered; `text` is the body's beginning, as far as the call's limit lets it be read. */
export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/**
 * The exchange broke. `sent` is false when not one byte of the request can have reached the peer, so
 * trying again cannot do anything twice. The message names host and port at most, never the path.
 */
export class CallError extends Error {
  readonly sent: boolean;
  constructor(message: string, sent: boolean) {
    super(message);
    this.sent = sent;
  }
}

/** Told, later than its start, what becomes of an exchange; only the first answer or break counts. */
export type Watch = {
  /** The request's bytes begin to flow. */
  sent: () => void;
  answered: (answer: Answer) => void;
  broken: (reason: string) => void;
};

/** Starts an exchange, whose body is at most `limit` bytes of text; the function that it returns drops it. */
export type Exchange = (target: URL, request: Call, limit: number, watch: Watch) => () => void;

const usualLimit = 64 * 1024;

/** Makes the exchange and resolves with the answer, whatever its status. Redirects are not followed. Throws CallError. */
export function call(request: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const target = readUrl(request.url);
    const exchange = request.proxy ? exchangeByProxy : exchangeDirectly;
    let isSent = false;
    const broken = (reason: string) => {
      clearTimeout(timer);
      reject(new CallError(reason, isSent));
      drop();
    };
    const drop = exchange(target, request, request.limit ?? usualLimit, {
      sent: () => {
        isSent = true;
      },
      answered: (answer) => {
        clearTimeout(timer);
        resolve(answer);
        // Not before the answer is used: who has nothing else to do exits sooner than a connection closes.
        setImmediate(drop);
      },
      broken,
    });
    const timer = setTimeout(
      () => broken(`no answer within ${Math.round(request.timeout / 100) / 10} s`),
      request.timeout,
    );
  });
}

function readUrl(url: string): URL {
  const target = URL.parse(url);
  if (target && /^https?:$/.test(target.protocol)) return target;
  throw new CallError("the address is not an http or https URL", false);
}
