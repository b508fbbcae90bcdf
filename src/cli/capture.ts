import type { Readable } from "node:stream";

/** Gives what was captured so far. */
export type Capture = () => string;

/**
 * Drains a stream and keeps its first `limit` bytes as UTF-8 text, never a part of a character. When
 * more came, a last line says how much.
 */
export function capture(stream: Readable, limit = 64 * 1024): Capture {
  const chunks: Buffer[] = [];
  let size = 0;
  stream.on("error", () => {}); // what was read until then is what there is
  stream.on("data", (chunk: Buffer) => {
    const room = limit - size;
    if (room > 0) chunks.push(chunk.subarray(0, room));
    size += chunk.length;
  });
  return () => {
    // `stream: true` leaves out a character whose last bytes are missing.
    const text = new TextDecoder().decode(Buffer.concat(chunks), { stream: true });
    return size > limit ? `${text.trimEnd()}\n(${size - limit} more bytes were left out)` : text;
  };
}
