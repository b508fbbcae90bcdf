import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

/** An empty folder that is removed when the test ends. */
export function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), "shipbell-"));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
