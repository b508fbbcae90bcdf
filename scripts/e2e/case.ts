import type { TestContext } from "node:test";
import type { Machine } from "./machine.ts";

/** What a case is given: the name and the program of the Watchtower that it asked for. */
export type Given = { t: TestContext; machine: Machine; updater: string; file: string };

/** A case: its name, the Watchtower that it needs, and what happens. */
export type Case = [name: string, updater: string, play: (given: Given) => Promise<void>];
