import { entropy } from "./entropy.ts";
import { isPath, isPlaceholder } from "./placeholder.ts";

/** A name (1), perhaps a quote (2), and a value (3) that is a secret's: neither a placeholder, nor code, nor a word. */
export function secretAssigned({ 1: name = "", 2: quote, 3: text = "" }: RegExpExecArray): boolean {
  if (namesNoValue.test(name)) return false;
  const value = valueIn(text);
  if (value.length < 10 || !isDense(value) || isPlaceholder(value)) return false;
  if (isPath(value) || address.test(value) || version.test(value)) return false;
  return Boolean(quote) || !isCode(text, value);
}

const namesNoValue =
  /(?:ur[il]|file|path|dir|name|type|policy|endpoint|version|ref|arn|izer|length|count|limit|used|stdin|field|header|prefix)s?$/i;
const address = /^[a-z][\w+.-]*:\/\/|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}(?::\d+)?\//i;
const version = /^[\^~v=]*\d+\.\d+\.\d+(?:[-+.][\w.+-]*)?$/;
const call = /^(?:[A-Za-z_$][\w$]*(?:\??\.|::|->))*[A-Za-z_$][\w$]*[([]/;
const member = /^[A-Za-z_$]+\d{0,2}(?:(?:\??\.|::|->)[A-Za-z_$#]+\d{0,2})*$/;

// In `token=…&page=2` and `token=…,page=2` the value ends at the sign, unless too little of it would be left.
function valueIn(text: string): string {
  return (/^[^&,;|)\]}]{10,}/.exec(text)?.[0] ?? text.replace(/&\w+=.*$/, "")).replace(/[;,.:)\]}]+$/, "");
}

function isCode(text: string, value: string): boolean {
  return call.test(text) || member.test(value);
}

// Ten different characters have 3.3 bits each: the bar of 3.5 alone would let every password below twelve pass,
// and one of ten keys of 32 hexadecimal digits.
function isDense(value: string): boolean {
  const bits = entropy(value);
  const isRich = hexKey.test(value) || kinds.filter((kind) => kind.test(value)).length >= 3;
  return bits >= (isRich ? 3 : 3.5);
}

const hexKey = /^(?=.*[a-f])(?=.*\d)[\da-f]{16,}$/i;

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\w.:/-]/];
