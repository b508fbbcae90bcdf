// `npm run bench` measures everything; `npm run bench -- notify` one part. Each figure stands beside its
// baseline from the same run, because absolute times say more about the machine than about the program.
import { measureFeedback } from "./feedback.ts";
import { measureHook } from "./hook.ts";
import { measureNotify } from "./notify.ts";
import { measureRelay } from "./relay.ts";
import { measureReloader } from "./reloader.ts";
import { measureSize } from "./size.ts";
import { keeps, type Row, renderTable } from "./table.ts";

const parts: Record<string, () => Promise<Row[]>> = {
  notify: measureNotify,
  hook: measureHook,
  feedback: measureFeedback,
  relay: measureRelay,
  reloader: measureReloader,
  size: measureSize,
};

process.exitCode = await main(process.argv.slice(2));

async function main(wanted: string[]): Promise<number> {
  const unknown = wanted.filter((name) => !Object.hasOwn(parts, name));
  if (unknown.length) {
    console.error(`Cannot measure ${unknown.join(", ")}: there are ${Object.keys(parts).join(", ")}`);
    return 64;
  }
  const rows: Row[] = [];
  for (const [name, measure] of Object.entries(parts)) {
    if (!wanted.length || wanted.includes(name)) rows.push(...(await measure()));
  }
  console.log(renderTable(rows));
  return rows.every(keeps) ? 0 : 1;
}
