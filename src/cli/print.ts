import { writeSync } from "node:fs";

/**
 * Writes one line to standard output. Synchronous on purpose: the process may end right after, and
 * `process.stdout` costs a stream at start-up.
 */
export function print(line: string): void {
  write(1, `${line}\n`);
}

/** Writes one line to standard error. */
export function printError(line: string): void {
  write(2, `${line}\n`);
}

/** Writes to standard error without ending the line: a question that is answered beside it. */
export function printPart(text: string): void {
  write(2, text);
}

/** Writes the line to standard error and returns the exit code that goes with it. */
export function fail(line: string, code = 1): number {
  printError(line);
  return code;
}

function write(fd: 1 | 2, text: string): void {
  const bytes = Buffer.from(text);
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(fd, bytes, done);
    } catch (error) {
      // A full non-blocking pipe is waited for. A reader that went away, or a full disk, must not
      // stop the work that is being reported.
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      Atomics.wait(pause, 0, 0, 5);
    }
  }
}

const pause = new Int32Array(new SharedArrayBuffer(4));
