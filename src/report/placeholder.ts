/** True for what people write in the place of a value: `<…>`, `***`, `xxx`, `${…}`, `$VAR`, `{{…}}`, words, `changeme`. */
export function isPlaceholder(value: string): boolean {
  return isReference(value) || isStandIn(value) || isWords(value);
}

/** True for what a program or a reader is to fill in: `${…}`, `$VAR`, `{{…}}`, `<…>`, `%(…)s`. */
export function isReference(value: string): boolean {
  return reference.test(value);
}

/** True for `changeme`, `your-token`, `xxxxx-xxxxx` and the like. */
export function isStandIn(value: string): boolean {
  return standIn.test(value) || new Set(value).size <= Math.min(4, value.length / 2);
}

/** True when `value` is no placeholder and could have been drawn by chance, as what no prefix tells must be. */
export function isRandom(value: string): boolean {
  return (
    new Set(value).size > 7 && !madeUp.test(value) && !piecesOf(value).every((piece) => plainWord.test(piece))
  );
}

/** True unless `value` is `xxxx`, `****` or `your-token`: behind a token's prefix, length alone tells. */
export function isFilled(value: string): boolean {
  return !/^[x*._-]+$|x{8}|your[-_]/i.test(value);
}

/** True when `value` is made of letters alone, apart from what joins words: `please-log-in`, `readToken`, `请粘贴到这里`. */
export function isWords(value: string): boolean {
  return piecesOf(value).every((piece) => /^\p{L}+$/u.test(piece) && isSteady(piece));
}

/** True for the path of a file, `/run/secrets/token`, but not for a base64 text that begins with a slash. */
export function isPath(value: string): boolean {
  return /^(?:[~.]{0,2}[/\\]|[A-Za-z]:[/\\])/.test(value) && !piecesOf(value).some(isDrawn);
}

/** True when the three kinds of lower case, upper case and digits all occur. */
export function isMixed(value: string): boolean {
  return /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value);
}

const reference = /^(?:\$[{(]|\$[A-Za-z_]\w*$|\$env:|\{\{|%\w+%|%[({]|#\{|<|\*{3}|\.{3})/;
const standIn = /example|change[-_]?me|placeholder|redacted|dummy|your[-_]|^x{3,}|x{3,}$|x{5,}|\*{3}/i;
// A long value drawn by chance must not meet these.
const madeUp = /example|changeme|placeholder|redacted|x{6}/i;
const plainWord = /^(?:[a-z]+|[A-Z][a-z]*|[A-Z]+)$/;

function piecesOf(value: string): string[] {
  return value.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

// In `readMyToken` a word begins every five letters at the most; letters drawn by chance turn more often.
function isSteady(piece: string): boolean {
  return (piece.match(/\p{Ll}(?=\p{Lu})/gu)?.length ?? 0) * 5 <= piece.length;
}

function isDrawn(piece: string): boolean {
  return piece.length >= 16 && isMixed(piece);
}
