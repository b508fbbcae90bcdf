/** The variables of the environment, handed down by the entry. */
export type Env = Record<string, string | undefined>;

/** Where a person's own files are; "" where the environment names no home. */
export type Places = {
  /** The configuration file, `hook.json`. */
  config: string;
  /** The folder of token cache, debug log and remembered requests. */
  state: string;
};

/** The places that the environment names. `system` as `process.platform`. */
export function placesOf(_env: Env, _system: string): Places {
  return { config: "", state: "" };
}
