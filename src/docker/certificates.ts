import { readFileSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../cli/usage.ts";

/** What TLS needs to know the engine and to be known by it, PEM. */
export type Certificates = { ca: string; cert: string; key: string };

/**
 * Reads `ca.pem`, `cert.pem` and `key.pem` of a folder, as `docker` names them
 * (https://docs.docker.com/engine/security/protect-access/). Throws a UsageError when one cannot be read.
 */
export function readCertificates(folder: string): Certificates {
  const read = (name: string) => readOne(join(folder, name));
  return { ca: read("ca.pem"), cert: read("cert.pem"), key: read("key.pem") };
}

function readOne(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    const reason = code === "ERR_ACCESS_DENIED" ? "this executable may read nothing but /certs" : code;
    throw new UsageError(`Cannot read ${file} of DOCKER_CERT_PATH: ${reason}`);
  }
}
