/** One executable: an entry in `src/`, and the Node options that are baked into it. */
export type Entry = { name: string; execArgv: string[] };

/** All executables, in the order in which they are built. */
export const entries: Entry[] = [
  { name: "relay", execArgv: [] },
  // Starting V8's four background threads takes time that a process of 30 ms never earns back.
  { name: "notify", execArgv: ["--v8-pool-size=1"] },
  { name: "hook", execArgv: ["--v8-pool-size=1"] },
  { name: "sandbox", execArgv: [] },
  // The network and nothing else: no file, no child process, no worker. What is below /certs is the
  // exception, because which folder holds the engine's certificates is not known when this is built.
  { name: "reloader", execArgv: ["--permission", "--allow-fs-read=/certs/*"] },
];
