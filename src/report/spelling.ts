/**
 * `text` as it stands and, where that differs, with JSON's and the percent encoding's escapes undone, so that what
 * stands behind `\n` or `%20` is found. Lines stay what they are: an escaped break becomes a space.
 */
export function readings(text: string): string[] {
  const plain = text.replace(jsonEscape, unescapeJson).replace(percentEscape, unescapePercent);
  return plain === text ? [text] : [text, plain];
}

/** How texts spell `value`: as it is, escaped as in JSON, percent-encoded, and in base64. */
export function spellings(value: string): string[] {
  const bytes = Buffer.from(value);
  const percent = encodeURIComponent(value.toWellFormed());
  const all = [
    value,
    value.replaceAll("\n", "\r\n"),
    inJson(value),
    inJson(inJson(value)),
    percent,
    percent.replace(/%../g, (sign) => sign.toLowerCase()),
    new URLSearchParams([["", value]]).toString().slice(1),
    // Without its padding, so that both ways are met.
    bytes.toString("base64").replace(/=+$/, ""),
    bytes.toString("base64url"),
  ];
  return [...new Set(all)];
}

// A text within JSON within JSON has several backslashes.
const jsonEscape = /(?<!\\)\\{1,8}(?:u([0-9a-fA-F]{4})|(["'/bfnrt]))/g;
// Of ASCII alone: `%DB_PASSWORD%` names a variable.
const percentEscape = /%([2-7][0-9a-fA-F]|0[9adAD])/g;

function inJson(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}

function unescapeJson(_escape: string, code: string | undefined, sign: string | undefined): string {
  if (code) return visible(Number.parseInt(code, 16));
  return sign && /["'/]/.test(sign) ? sign : " ";
}

function unescapePercent(_escape: string, code: string): string {
  return visible(Number.parseInt(code, 16));
}

function visible(code: number): string {
  return code > 0x20 && code < 0x7f ? String.fromCharCode(code) : " ";
}
