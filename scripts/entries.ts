/** One executable: an entry in `src/`, and the Node options that are baked into it. */
export type Entry = { name: string; execArgv: string[] };

/** All executables, in the order in which they are built. */
export const entries: Entry[] = [
  { name: "relay", execArgv: [] },
  { name: "notify", execArgv: [] },
  { name: "sandbox", execArgv: [] },
];
