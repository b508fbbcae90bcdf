import { type IncomingMessage, request as requestPlainly } from "node:http";
import { request as requestSecurely } from "node:https";
import { reasonOf } from "../http/reason.ts";
import type { Address } from "./address.ts";
import type { Certificates } from "./certificates.ts";

/** An engine to talk to; `certificates` only over TLS. */
export type Target = { address: Address; certificates?: Certificates };

/** One request. */
export type Ask = {
  method: "GET" | "POST";
  path: string;
  /** Milliseconds until the answer is there; of a stream, until its headers are. */
  timeout: number;
  /** Hand over the body as it comes when the status is 200. */
  isStream?: boolean;
};

/** What the engine answered; `stream` where one was asked for, with `text` empty, and only then. */
export type Answer = {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
  stream?: IncomingMessage;
};

/** An inspected container with its labels stays far below. */
const textLimit = 8 * 1024 * 1024;

/**
 * Makes one request on a connection of its own and resolves with the answer, whatever its status.
 * Rejects with a readable reason when the connection breaks or the time is up.
 */
export function exchange({ address, certificates }: Target, ask: Ask): Promise<Answer> {
  const { method, path, timeout, isStream = false } = ask;
  return new Promise((resolve, reject) => {
    const settings = { ...address.options, method, path: address.base + path, agent: false as const };
    const request = address.isSecure
      ? requestSecurely({ ...settings, ...certificates })
      : requestPlainly(settings);
    const timer = setTimeout(() => {
      broken(`no answer within ${timeout / 1000} s`);
      request.destroy();
    }, timeout);
    const broken = (reason: string) => {
      clearTimeout(timer);
      reject(new Error(reason));
    };
    request.on("error", (error) => broken(reasonOf(error)));
    request.on("response", (response) => {
      const { statusCode: status = 0, headers } = response;
      response.on("error", (error) => broken(reasonOf(error)));
      const answered = (answer: Partial<Answer>) => {
        clearTimeout(timer);
        resolve({ status, headers, text: "", ...answer });
      };
      if (isStream && status === 200) answered({ stream: response });
      else readText(response, (text) => answered({ text }));
    });
    request.end();
  });
}

function readText(response: IncomingMessage, done: (text: string) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const finish = () => done(Buffer.concat(chunks).toString("utf8"));
  response.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size <= textLimit) return;
    finish();
    response.destroy();
  });
  response.on("end", finish);
}
