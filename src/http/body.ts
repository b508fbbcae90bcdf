import type { IncomingMessage } from "node:http";

/**
 * The whole body of a request, or why there is none: `too large` past `limit` bytes (the rest is not
 * read), `cut off` when the peer went away before its end.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer | "too large" | "cut off"> {
  if (Number(request.headers["content-length"] ?? 0) > limit) return Promise.resolve("too large");
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else {
        request.pause();
        resolve("too large");
      }
    });
    request.on("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on("error", () => resolve("cut off"));
    request.on("close", () => resolve("cut off"));
  });
}
