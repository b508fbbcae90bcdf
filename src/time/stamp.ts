/** `YYYY-MM-DD HH:MM:SS` in local time, as `TZ` sets it. */
export function stamp(time: Date): string {
  const two = (part: number) => String(part).padStart(2, "0");
  const day = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join("-");
  return `${day} ${[time.getHours(), time.getMinutes(), time.getSeconds()].map(two).join(":")}`;
}
