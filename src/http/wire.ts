import type { Answer } from "./call.ts";

/** Bytes that the status line and the headers may take, as in Node. */
const headLimit = 16 * 1024;

type Headers = Record<string, string>;
type Head = { status: number; headers: Headers; rest: Buffer };

/**
 * Reads an HTTP/1.1 response (RFC 9112) from the bytes that came so far; `isWhole` when no more will.
 * "more": the end is missing. The body is cut after `limit` bytes and is not waited for further.
 */
export function parseAnswer(bytes: Buffer, isWhole: boolean, limit: number): Answer | "more" | "malformed" {
  let head = readHead(bytes);
  // Interim responses (100 Continue) announce the real one.
  while (typeof head === "object" && head.status < 200) head = readHead(head.rest);
  if (typeof head === "string") return head;
  const { status, headers, rest } = head;
  const body = status === 204 || status === 304 ? Buffer.alloc(0) : readBody(rest, headers, isWhole, limit);
  if (typeof body === "string") return body;
  return { status, headers, text: body.subarray(0, limit).toString("utf8") };
}

function readHead(bytes: Buffer): Head | "more" | "malformed" {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return bytes.length > headLimit || !mayBeHttp(bytes) ? "malformed" : "more";
  const [first = "", ...lines] = bytes.toString("latin1", 0, end).split("\r\n");
  const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(first)?.[1]);
  const headers = parseHeaders(lines);
  if (!status || !headers || end > headLimit) return "malformed";
  return { status, headers, rest: bytes.subarray(end + 4) };
}

/** Nothing else begins like this; a peer that speaks something else is found out at its first byte. */
function mayBeHttp(bytes: Buffer): boolean {
  const begin = "HTTP/1.";
  return begin.startsWith(bytes.toString("latin1", 0, begin.length));
}

/** Names in lower case; values of one name joined by a comma. Null when a line is no header. */
function parseHeaders(lines: string[]): Headers | null {
  const headers: Headers = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    if (!name || /\s/.test(name)) return null;
    const before = Object.hasOwn(headers, name) ? `${headers[name]}, ` : "";
    headers[name] = before + line.slice(colon + 1).trim();
  }
  return headers;
}

function readBody(
  rest: Buffer,
  headers: Headers,
  isWhole: boolean,
  limit: number,
): Buffer | "more" | "malformed" {
  const coding = headers["transfer-encoding"];
  if (coding) return coding.toLowerCase() === "chunked" ? readChunks(rest, limit) : "malformed";
  const length = headers["content-length"];
  if (length === undefined) return isWhole || rest.length >= limit ? rest : "more";
  if (!/^\d{1,15}$/.test(length)) return "malformed";
  const wanted = Math.min(Number(length), limit);
  return rest.length >= wanted ? rest.subarray(0, wanted) : "more";
}

function readChunks(rest: Buffer, limit: number): Buffer | "more" | "malformed" {
  const chunks: Buffer[] = [];
  for (let at = 0, size = 0; size < limit; ) {
    const chunk = readChunk(rest.subarray(at), limit);
    if (typeof chunk === "string") return chunk;
    if (!chunk.content.length) break;
    chunks.push(chunk.content);
    size += chunk.content.length;
    at += chunk.length;
  }
  return Buffer.concat(chunks);
}

/** The first chunk, and how many bytes it takes with its size and its line break; an empty one is the last. */
function readChunk(rest: Buffer, limit: number): { content: Buffer; length: number } | "more" | "malformed" {
  const lineEnd = rest.indexOf("\r\n");
  if (lineEnd < 0) return "more";
  const size = /^([\da-f]{1,8})[ \t]*(?:;|$)/i.exec(rest.toString("latin1", 0, lineEnd))?.[1];
  if (size === undefined) return "malformed";
  const begin = lineEnd + 2;
  const end = begin + Number.parseInt(size, 16);
  const isEnough = end === begin || rest.length >= begin + limit;
  if (!isEnough && rest.length < end + 2) return "more";
  if (!isEnough && rest.toString("latin1", end, end + 2) !== "\r\n") return "malformed";
  return { content: rest.subarray(begin, end), length: end + 2 };
}
