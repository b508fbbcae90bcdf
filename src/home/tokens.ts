import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseObject } from "../json/parse.ts";
import { readNumber, readString } from "../json/read.ts";
import { writeWhole } from "./whole.ts";

/** A token as the file holds it. */
export type KeptToken = {
  app: string;
  token: string;
  /** Milliseconds since 1970. */
  expireAt: number;
};

/**
 * The token that this person's processes share, in the folder `state` ("" for nowhere). A file that is
 * missing, unreadable or no token is an empty cache; one that cannot be written serves this process
 * alone: a home that is full or read-only costs a request, never a card.
 */
export function tokenFile(state: string) {
  const file = state && join(state, "token.json");
  let kept: KeptToken | null | undefined;
  return {
    read: (): KeptToken | null => {
      if (kept === undefined) kept = file ? orNothing(() => parseToken(readFileSync(file, "utf8"))) : null;
      return kept;
    },
    write: (token: KeptToken): void => {
      kept = token;
      if (file) orNothing(() => writeWhole(file, `${JSON.stringify(token)}\n`));
    },
    drop: (): void => {
      kept = null;
      if (file) orNothing(() => rmSync(file, { force: true }));
    },
  };
}

function parseToken(text: string): KeptToken | null {
  const kept = parseObject(text) ?? {};
  const [app, token, expireAt] = [
    readString(kept, "app"),
    readString(kept, "token"),
    readNumber(kept, "expireAt"),
  ];
  return app && token && expireAt !== null ? { app, token, expireAt } : null;
}

function orNothing<T>(action: () => T): T | null {
  try {
    return action();
  } catch {
    return null;
  }
}
