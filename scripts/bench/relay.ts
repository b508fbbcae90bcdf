import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Daemon, type Load, load, resident, startDaemon } from "./daemon.ts";
import { median, type Row } from "./table.ts";

const root = join(import.meta.dirname, "../..");
const rounds = 7;
const warmUp = 1_500;
const burst = 8_000;
const queueLimit = 10_000;

/** Accepted notifications a second, the answer's p99, and memory, beside a bare server in the same run. */
export async function measureRelay(): Promise<Row[]> {
  const work = mkdtempSync(join(tmpdir(), "shipbell-bench-"));
  try {
    const relay: Load[] = [];
    const bare: Load[] = [];
    for (let round = 0; round < rounds; round++) {
      bare.push(
        await loaded(await startDaemon(process.execPath, [join(import.meta.dirname, "bare.ts")], {})),
      );
      relay.push(await loaded(await startRelay(work, `round-${round}`)));
    }
    return [throughput(relay, bare), slowest(relay, bare), ...(await memory(work))];
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function loaded(server: Daemon): Promise<Load> {
  try {
    await load(server, warmUp);
    const seen = await load(server, burst);
    if (seen.refused) throw new Error(`${seen.refused} notifications were refused`);
    return seen;
  } finally {
    await server.stop();
  }
}

/** The relay on a durable queue of its own. Its script sleeps: what is measured is accepting, not delivering. */
function startRelay(work: string, name: string): Promise<Daemon> {
  const script = join(work, "sleep.sh");
  writeFileSync(script, "#!/bin/sh\nexec sleep 29\n", { mode: 0o755 });
  return startDaemon(join(root, "bin/relay"), [], {
    NOTIFIER_PORT: "0",
    NOTIFIER_HOST: "127.0.0.1",
    NOTIFIER_STATE_DIR: join(work, name),
    NOTIFY_SCRIPT: script,
  });
}

function throughput(relay: Load[], bare: Load[]): Row {
  const [ours, theirs] = [relay, bare].map((loads) => median(loads.map(({ perSecond }) => perSecond))) as [
    number,
    number,
  ];
  return {
    what: "relay: accepted a second, durable, 32 connections",
    figure: `${ours.toFixed(0)} /s`,
    baseline: `bare server ${theirs.toFixed(0)} /s`,
    verdict: { measured: ours / theirs, limit: 0.8, atLeast: true },
  };
}

function slowest(relay: Load[], bare: Load[]): Row {
  const [ours, theirs] = [relay, bare].map((loads) => median(loads.map(({ p99 }) => p99))) as [
    number,
    number,
  ];
  return {
    what: "relay: p99 of the answer",
    figure: `${ours.toFixed(1)} ms`,
    baseline: `bare server ${theirs.toFixed(1)} ms`,
  };
}

async function memory(work: string): Promise<Row[]> {
  const bare = await startDaemon(process.execPath, [join(import.meta.dirname, "bare.ts")], {});
  const relay = await startRelay(work, "memory");
  try {
    const [idle, bareIdle] = [resident(relay), resident(bare)];
    await load(relay, queueLimit);
    await load(bare, queueLimit);
    return [
      memoryRow("relay: resident memory, idle", idle, bareIdle, 60),
      memoryRow("relay: resident memory, 10,000 waiting", resident(relay), resident(bare), 120),
    ];
  } finally {
    await relay.stop();
    await bare.stop();
  }
}

function memoryRow(what: string, ours: number, theirs: number, limit: number): Row {
  const [figure, baseline] = [`${ours.toFixed(1)} MB`, `bare server ${theirs.toFixed(1)} MB`];
  return { what, figure, baseline, verdict: { measured: ours, limit, unit: " MB" } };
}
