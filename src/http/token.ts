import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { Reply } from "./route.ts";

const refusal: Reply = {
  status: 401,
  headers: { "www-authenticate": 'Bearer realm="shipbell", Basic realm="shipbell"' },
  body: { error: "the token is missing or wrong" },
};

/**
 * A guard for routes: null when the request carries `token` as Bearer or as the password of Basic, else
 * the 401. With an empty `token` everybody may pass.
 */
export function tokenGuard(token: string): (headers: IncomingHttpHeaders) => Reply | null {
  if (!token) return () => null;
  const expected = digest(Buffer.from(token));
  // Digests have one length, so that the comparison takes the same time whatever was given.
  return ({ authorization = "" }) =>
    timingSafeEqual(digest(given(authorization)), expected) ? null : refusal;
}

function given(authorization: string): Buffer {
  const [, scheme = "", value = ""] = /^(bearer|basic) +(.*)$/i.exec(authorization) ?? [];
  // Node hands a header over as Latin-1: this gets the peer's bytes back.
  if (scheme.toLowerCase() === "bearer") return Buffer.from(value, "latin1");
  const credentials = Buffer.from(value, "base64");
  return credentials.subarray(credentials.indexOf(":") + 1);
}

function digest(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
