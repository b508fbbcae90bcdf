const second = 1_000;
const minute = 60_000;

/**
 * Whether one more message to `target` breaks the limits of 5 a second and 100 a minute; if not, it is
 * counted. Source: https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot (rate limits)
 */
export function isTooFast(written: Map<string, number[]>, target: string, now: number): boolean {
  const recent = (written.get(target) ?? []).filter((time) => now - time < minute);
  const isFast = recent.length >= 100 || recent.filter((time) => now - time < second).length >= 5;
  written.set(target, isFast ? recent : [...recent, now]);
  return isFast;
}
