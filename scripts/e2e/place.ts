import { ask } from "./ask.ts";
import { call, launch } from "./process.ts";

/** Where programs run, and requests come from: this machine, or the server within it. */
export type Place = {
  /** Where its programs listen. */
  address: string;
  launch: typeof launch;
  call: typeof call;
  ask: typeof ask;
};

/** This machine. */
export const here: Place = { address: "127.0.0.1", launch, call, ask };
