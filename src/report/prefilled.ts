import { issueOf } from "./issue.ts";
import type { Report } from "./report.ts";

/** Bytes of an address that browsers and GitHub still take. */
const longest = 8_192;

/**
 * An address that opens the tracker's form with this report filled in, for a person to send. `form` is
 * the address of the empty form; the body is cut so far that the whole is at most 8 KiB.
 */
export function prefilled(form: string, report: Report): string {
  // The longest body that still fits; an address grows with its text, so it can be halved.
  let [fits, tooLong] = [0, longest];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (address(form, report, middle).length <= longest) fits = middle;
    else tooLong = middle;
  }
  return address(form, report, fits);
}

function address(form: string, report: Report, most: number): string {
  const { title, body } = issueOf(report, most);
  return `${form}?${new URLSearchParams({ title, body })}`;
}
