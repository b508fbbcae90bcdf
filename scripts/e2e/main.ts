// `npm run e2e`: the whole arrangement on a real container engine, with nothing that stands in for
// anything but the chat platform. What it needs is installed by install.sh; without an engine every case
// is reported as skipped. `npm run e2e -- registry` plays the cases whose name contains that.
import { after, test } from "node:test";
import type { Case } from "./case.ts";
import { composed } from "./composed.ts";
import { crowds } from "./crowds.ts";
import { faults } from "./faults.ts";
import { type Machine, missing, prepare } from "./machine.ts";
import { shipping } from "./shipping.ts";

const wanted = process.argv[2] ?? "";
const rows = [...shipping, ...faults, ...crowds, ...composed].filter(([name]) => name.includes(wanted));
const wantsOperator = rows.some((row) => composed.includes(row));

if (!rows.length) {
  console.error(`Cannot play "${wanted}": no case has that in its name`);
  process.exit(64); // before anything is started
}

const lacks = missing();
const machine = lacks.length ? `this machine lacks ${lacks.join(", ")}` : await prepare(wantsOperator);
if (typeof machine === "string") console.error(`Cannot run the arrangement: ${machine}`);
else after(machine.end);

for (const row of rows) announce(row, machine);

/** Five minutes is far more than a case needs, and ends one that hangs. */
function announce([name, updater, play]: Case, machine: Machine | string): void {
  if (typeof machine === "string") return void test(name, { skip: machine });
  const found = machine.updaters.find((candidate) => candidate.name === updater);
  if (!found || "why" in found) return void test(name, { skip: found?.why ?? "unknown" });
  test(name, { timeout: 300_000 }, async (t) => {
    try {
      await play({ t, machine, updater, file: found.file });
    } catch (error) {
      console.error(`${name}: ${String(error)}\n${await machine.logs()}`);
      throw error;
    }
  });
}
