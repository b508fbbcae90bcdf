/** Takes the bytes of a stream as they come. */
export type Lines = (chunk: Buffer) => void;

/** The labels of a container are part of each of its events; nobody has 8 MiB of them. */
const usualLimit = 8 * 1024 * 1024;

/**
 * Splits a stream at its line breaks, wherever its chunks end, and hands over each line that holds
 * something. A line of more than `limit` bytes is left out without being kept, and `tooLong` told once.
 */
export function splitLines(onLine: (line: string) => void, tooLong: () => void, limit = usualLimit): Lines {
  let parts: Buffer[] = [];
  let size = 0;
  const add = (part: Buffer) => {
    const before = size;
    size += part.length;
    if (size <= limit) parts.push(part);
    else if (before <= limit) {
      parts = [];
      tooLong();
    }
  };
  const end = () => {
    const line = size <= limit ? Buffer.concat(parts).toString("utf8").trim() : "";
    parts = [];
    size = 0;
    // JSON sequences (RFC 7464) put a record separator before each text.
    if (line) onLine(line.startsWith("\u001e") ? line.slice(1) : line);
  };
  return (chunk) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      add(chunk.subarray(from, at));
      end();
      from = at + 1;
    }
    // A copy: a view would keep the whole chunk alive until the line ends.
    if (from < chunk.length) add(Buffer.from(chunk.subarray(from)));
  };
}
