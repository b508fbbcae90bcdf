import type { IncomingMessage } from "node:http";

/**
 * The whole body of a request, or why there is none: `too large` past `limit` bytes, `cut off` when the
 * peer went away before its end. What comes after the limit is read and thrown away, because closing on
 * a peer that still sends would reset the connection before it has seen the answer.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | "too large" | "cut off"> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = Number(request.headers["content-length"] ?? 0) > limit ? Number.POSITIVE_INFINITY : 0;
    const refuse = () => {
      chunks.length = 0;
      resolve("too large");
    };
    if (size) refuse();
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else refuse();
    });
    request.on("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on("error", () => resolve("cut off"));
    request.on("close", () => resolve("cut off"));
  });
}
