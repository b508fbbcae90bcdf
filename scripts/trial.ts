// `trial.ts <program> <compiled>`: runs a program as its executable does, and writes down what V8
// compiled of it. It says so and ends with 1 when V8 would not take that back.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Script } from "node:vm";

const [, , program = "", compiled = ""] = process.argv;
process.argv.length = 2;
const source = readFileSync(program, "latin1");
const script = new Script(source);
script.runInThisContext()({ exports: {} }, createRequire(import.meta.url));
// Registered after the program's own, so that it comes after them.
process.once("exit", () => {
  const cachedData = script.createCachedData();
  writeFileSync(compiled, cachedData);
  if (!new Script(source, { cachedData }).cachedDataRejected) return;
  console.error("V8 does not take back what it compiled");
  process.exitCode = 1;
});
