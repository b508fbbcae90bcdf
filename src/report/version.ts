import { isVersion } from "./fields.ts";

/** The newest version marker, `vX.X.X-YYYYMMDD`, in these texts: by its date, then by its numbers; "" without one. */
export function newestVersion(texts: Iterable<string>): string {
  let newest = "";
  for (const text of texts) {
    for (const [found] of text.matchAll(/(?<![\w.])v\d{1,9}\.\d{1,9}\.\d{1,9}-\d{8}(?![\w-])/g)) {
      if (isVersion(found) && isNewer(found, newest)) newest = found;
    }
  }
  return newest;
}

function isNewer(version: string, than: string): boolean {
  const [a, b] = [orderOf(version), orderOf(than)];
  const at = a.findIndex((part, i) => part !== b[i]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}

/** The date, then the three numbers. */
function orderOf(version: string): number[] {
  const [major = 0, minor = 0, patch = 0, date = 0] = version.match(/\d+/g)?.map(Number) ?? [];
  return [date, major, minor, patch];
}
