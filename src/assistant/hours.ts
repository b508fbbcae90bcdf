/** Minutes of the local day; the end is no longer part of it and may lie before the beginning: over midnight. */
export type Hours = { from: number; to: number };

/** `22:00-08:00`; undefined for anything else, and for an empty span. */
export function readHours(text: string): Hours | undefined {
  const clock = "([01]\\d|2[0-3]):([0-5]\\d)";
  const parts = new RegExp(`^${clock}-${clock}$`).exec(text.replace(/\s/g, ""));
  if (!parts) return undefined;
  const [fromHour = 0, fromMinute = 0, toHour = 0, toMinute = 0] = parts.slice(1).map(Number);
  const hours = { from: fromHour * 60 + fromMinute, to: toHour * 60 + toMinute };
  return hours.from === hours.to ? undefined : hours;
}

/** Whether the time lies in the hours, by the local clock. */
export function isWithin({ from, to }: Hours, time: Date): boolean {
  const minute = time.getHours() * 60 + time.getMinutes();
  return from < to ? from <= minute && minute < to : from <= minute || minute < to;
}
