import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../cli/folder.ts";

/** A person's text file, as it is now. */
export type TextFile = {
  path: string;
  /** The file itself: where a symbolic link leads to. */
  target: string;
  /** null when there is no file. */
  text: string | null;
};

/** Reads a UTF-8 file through links, byte-order mark and all. Throws an Error of one line when that cannot be done. */
export function readTextFile(path: string): TextFile {
  const target = targetOf(path);
  const bytes = target && attempt("read", path, () => readFileSync(target));
  if (!bytes) return { path, target: path, text: null };
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return { path, target, text };
  } catch {
    throw new Error(`Cannot read ${path}: it is not UTF-8 text; it was left alone`);
  }
}

/**
 * Puts another text into a file that was read before: whole or not at all, with the mode and the owner
 * that it had, and only if nobody else has changed it since. null removes it.
 */
export function replaceTextFile({ path, target, text }: TextFile, by: string | null): void {
  attempt("write", path, () => {
    makeFolder(dirname(target), 0o777);
    const draft = `${target}.${process.pid}.tmp`;
    try {
      if (by !== null) writeDraft(draft, by, text === null ? null : statSync(target));
      if (readTextFile(path).text !== text)
        throw new Error(`Cannot write ${path}: it has changed just now; run this again`);
      if (by === null) rmSync(target);
      else renameSync(draft, target);
    } finally {
      rmSync(draft, { force: true });
    }
  });
}

function writeDraft(draft: string, text: string, like: Stats | null): void {
  const file = openSync(draft, "wx", like ? 0o600 : 0o666);
  try {
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  if (!like) return;
  chmodSync(draft, like.mode & 0o7777);
  // Only when another's file is changed, as with sudo: it must not become ours.
  if (like.uid !== process.getuid?.() || like.gid !== process.getgid?.()) keepOwner(draft, like);
}

function keepOwner(draft: string, { uid, gid }: Stats): void {
  try {
    chownSync(draft, uid, gid);
  } catch {
    // A group that we are not in cannot be given away; the file is ours then.
  }
}

/** Where a path leads to, "" when nothing is there. */
function targetOf(path: string): string {
  const entry = attempt("read", path, () => lstatSync(path, { throwIfNoEntry: false }));
  if (!entry) return "";
  try {
    return realpathSync(path);
  } catch {
    throw new Error(`Cannot read ${path}: it is a symbolic link to nothing; mend or remove the link`);
  }
}

/** Makes a failure of the file system one line that names the person's file. */
function attempt<T>(act: string, path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code) throw error;
    throw new Error(`Cannot ${act} ${path}: ${message.split(",")[0]}`);
  }
}
