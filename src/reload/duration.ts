const units: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, "": 1_000 };

/** Milliseconds of `500ms`, `2s`, `1m` or `2` (seconds); null for anything else. At most a day. */
export function readDuration(text: string): number | null {
  const [, number = "", unit = ""] = /^(\d{1,8})(ms|s|m)?$/.exec(text.trim()) ?? [];
  const milliseconds = number === "" ? Number.NaN : Number(number) * (units[unit] ?? Number.NaN);
  return milliseconds <= 86_400_000 ? milliseconds : null;
}
