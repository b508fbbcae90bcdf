import { existsSync, read } from "node:fs";
import { type Json, parseJson } from "../json/parse.ts";
import { isTerminal } from "./terminal.ts";
import { UsageError } from "./usage.ts";

/** What came on standard input. `value` is undefined when that is no JSON document, and `why` says so. */
export type Document = { text: string; value: Json | undefined; why: string };

/** Bytes that are read at most, and milliseconds that are waited for them. */
export type Bounds = { limit: number; patience: number };

/**
 * One JSON object from standard input, which nobody may ever close: it is there as soon as the text
 * parses. Throws a UsageError when standard input is a terminal, where a person waits and no program.
 */
export async function readDocument({ limit, patience }: Bounds): Promise<Document> {
  if (isTerminal()) throw new UsageError("Cannot read an event: standard input is a terminal; see --help");
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<string>((resolve) => {
    timer = setTimeout(() => {
      leaveAtExit();
      resolve(`held no whole JSON document within ${patience / 1000} s`);
    }, patience);
  });
  const document = await gather(limit, tooLate);
  clearTimeout(timer);
  return document;
}

async function gather(limit: number, tooLate: Promise<string>): Promise<Document> {
  const chunks: Buffer[] = [];
  for (let size = 0; ; ) {
    const came = await Promise.race([readChunk(), tooLate]);
    if (typeof came === "string") return documentOf(chunks, came);
    chunks.push(came);
    size += came.length;
    if (size > limit) return documentOf([], `is longer than ${limit} bytes`);
    const document = mayBeWhole(came) ? documentOf(chunks) : null;
    if (document?.value !== undefined) return document;
  }
}

/** Most chunks of a long document end elsewhere: to parse after each of them takes time that grows with the square. */
function mayBeWhole(last: Buffer): boolean {
  return /\}\s*$/.test(last.toString("latin1", Math.max(0, last.length - 64)));
}

/** The document in the chunks; `ending` is why there are no more. */
function documentOf(chunks: Buffer[], ending = ""): Document {
  const text = Buffer.concat(chunks).toString("utf8");
  const value = parseJson(text);
  if (value !== undefined) return { text, value, why: "" };
  return { text, value, why: `standard input ${ending || (text ? "is no JSON document" : "is empty")}` };
}

const chunkSize = 65_536;

/**
 * What comes next, or how the input ended: "" in order. Not read as a stream, which takes 3 ms to load,
 * and not synchronously, because that could wait for ever.
 */
async function readChunk(): Promise<Buffer | string> {
  const chunk = Buffer.allocUnsafe(chunkSize);
  for (;;) {
    const { code, length } = await readInto(chunk);
    if (code === "EAGAIN") await new Promise((resolve) => setTimeout(resolve, 5));
    else if (code) return endings.has(code) ? "" : `cannot be read: ${code}`;
    else return length ? chunk.subarray(0, length) : "";
  }
}

function readInto(chunk: Buffer): Promise<{ code: string; length: number }> {
  return new Promise((resolve) => {
    read(0, chunk, 0, chunk.length, null, (error, length) => resolve({ code: error?.code ?? "", length }));
  });
}

/** Errors that mean no more than an end: of a pipe on Windows, of a closed descriptor, of a writer that died. */
const endings = new Set(["EOF", "EBADF", "ECONNRESET"]);

/**
 * A read that still waits occupies a thread, and Node does not exit before it is back. So the process
 * then becomes another program, which does nothing but exit with the same code.
 */
function leaveAtExit(): void {
  process.once("exit", (code) => {
    const name = code === 0 ? "true" : "false";
    const program = [`/bin/${name}`, `/usr/bin/${name}`].find((file) => existsSync(file));
    if (program) process.execve?.(program, [name], {});
  });
}
