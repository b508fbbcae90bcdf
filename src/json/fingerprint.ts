const factors = [597399067, 2869860233, 951274213, 2716044179] as const;

/**
 * 32 hexadecimal digits that tell lists of texts apart. They keep out chance, nobody's malice: what does
 * (node:crypto) takes 6 ms to load in a process of 30. The function is cyrb128 of
 * https://github.com/bryc/code/blob/master/jshash/PRNGs.md (public domain).
 */
export function fingerprint(...texts: string[]): string {
  let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762];
  const text = JSON.stringify(texts);
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = b ^ Math.imul(a ^ code, factors[0]);
    b = c ^ Math.imul(b ^ code, factors[1]);
    c = d ^ Math.imul(c ^ code, factors[2]);
    d = a ^ Math.imul(d ^ code, factors[3]);
  }
  a = Math.imul(c ^ (a >>> 18), factors[0]);
  b = Math.imul(d ^ (b >>> 22), factors[1]);
  c = Math.imul(a ^ (c >>> 17), factors[2]);
  d = Math.imul(b ^ (d >>> 19), factors[3]);
  return [a ^ b ^ c ^ d, b ^ a, c ^ a, d ^ a].map(hexadecimal).join("");
}

function hexadecimal(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}
