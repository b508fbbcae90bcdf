import type { TestContext } from "node:test";
import type { Machine } from "./machine.ts";

/** What a case is given: `file` is the program of the Watchtower that it asked for. */
export type Given = { t: TestContext; machine: Machine; file: string };

/** A case: its name, the Watchtower that it needs, and what happens. */
export type Case = [name: string, updater: string, play: (given: Given) => Promise<void>];
