import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median, type Row } from "./table.ts";

const root = join(import.meta.dirname, "../..");
const rounds = 200;
const batches = 1_000;
const batch = 100;

/** An engine of this process: it writes events and notes when restarts are asked for. */
type Engine = { write: (text: string) => void; restarted: () => Promise<void>; close: () => void };

/** From the engine's event to the request for the restart, and memory after 100,000 events. */
export async function measureReloader(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "shipbell-bench-"));
  const socket = join(folder, "engine.sock");
  const engine = startEngine(socket);
  const reloader = spawn(join(root, "bin/reloader"), ["--watch", "admin-web", "--web-server", "nginx"], {
    env: { DOCKER_HOST: `unix://${socket}` },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    const { write, restarted } = await engine;
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await latency(write, restarted));
    const begin = resident(reloader);
    for (let at = 0; at < batches; at++) {
      // Of each batch one is watched: its restart shows that the batch was read.
      write(Array.from({ length: batch - 1 }, () => event("orders-api")).join("") + event("admin-web"));
      await restarted();
    }
    const growth = resident(reloader) - begin;
    return [
      {
        what: "reloader: event to restart request",
        figure: `${median(times).toFixed(2)} ms`,
        baseline: "",
        verdict: { measured: median(times), limit: 5, unit: " ms" },
      },
      {
        what: "reloader: memory gained by 100,000 events",
        figure: `${growth.toFixed(1)} MB`,
        baseline: `at the start ${begin.toFixed(1)} MB`,
        verdict: { measured: growth, limit: 10, unit: " MB" },
      },
    ];
  } finally {
    reloader.kill("SIGKILL");
    if (reloader.exitCode === null && reloader.signalCode === null) await once(reloader, "exit");
    (await engine).close();
    rmSync(folder, { recursive: true });
  }
}

async function latency(write: Engine["write"], restarted: Engine["restarted"]): Promise<number> {
  const begin = performance.now();
  write(event("admin-web"));
  await restarted();
  return performance.now() - begin;
}

/** Resolves when the reloader follows it. */
function startEngine(socket: string): Promise<Engine> {
  return new Promise((resolve) => {
    let asked = () => {};
    const restarted = () =>
      new Promise<void>((done) => {
        asked = done;
      });
    const follow = (response: ServerResponse) => {
      response.writeHead(200).flushHeaders();
      resolve({
        ...{ restarted, write: (text) => void response.write(text) },
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      });
    };
    const server = createServer((request, response) => {
      if (request.url?.includes("/events")) return follow(response);
      if (request.method !== "POST") return void response.end("OK");
      response.writeHead(204).end();
      return asked();
    });
    server.listen(socket);
  });
}

let nano = 1_732_100_000_123_456_789n;

function event(name: string): string {
  const attributes = { image: "registry.example.com/team/app:develop", name, maintainer: "team" };
  const actor = { ID: "ab".repeat(32), Attributes: attributes };
  const known = JSON.stringify({ Type: "container", Action: "start", Actor: actor, scope: "local" });
  return `${known.slice(0, -1)},"timeNano":${++nano}}\n`;
}

/** Resident memory in MB (10^6 bytes). */
function resident({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024) / 1e6;
}
