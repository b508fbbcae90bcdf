/**
 * Resolves with the name of the first SIGTERM or SIGINT, so that a long-running process can stop in
 * order; a second one ends it at once. Installing a listener is also what makes signals work as PID 1.
 */
export function stopSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let stopping = false;
    const stop = (signal: NodeJS.Signals) => {
      if (stopping) process.exit(signal === "SIGINT" ? 130 : 143);
      stopping = true;
      resolve(signal);
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
  });
}
