/** What inspection says of a container, as far as it matters here. */
export type Condition = { startedAt: bigint; isRunning: boolean };

/** A watched container, and when it was started (nanoseconds since 1970). */
export type Missed = { name: string; startedAt: bigint };

/**
 * The watched container that was started last, when the web server has not been reloaded since; null
 * when nothing was missed. `handled` is the newest start that a reload has followed: a signal does not
 * change the time at which the web server was started. What does not run now serves nobody.
 */
export function newestMissed(
  webServer: Condition,
  watched: (Condition & { name: string })[],
  handled: bigint,
): Missed | null {
  if (!webServer.isRunning) return null;
  const [newest] = watched
    .filter(({ isRunning }) => isRunning)
    .toSorted((a, b) => (a.startedAt < b.startedAt ? 1 : -1));
  if (!newest || newest.startedAt <= webServer.startedAt || newest.startedAt <= handled) return null;
  return { name: newest.name, startedAt: newest.startedAt };
}
