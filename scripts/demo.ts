// The main job, seen working: `npm run demo` starts the chat platform's stand-in and the relay on free
// ports, posts a notification exactly as Watchtower does and shows the card that arrived.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { previewCard } from "../src/chat/preview.ts";

const root = join(import.meta.dirname, "..");
const bin = (name: string) => join(root, "bin", name);
const needed = ["relay", "notify", "sandbox"];

/** One update, word for word as Watchtower 1.7.1 posts it. */
const message = [
  "Found new registry.example.com:5000/team/admin-web:develop image (3f2a9c1b7d4e)",
  "Stopping /admin-web (9b1c0d2e3f4a) with SIGTERM",
  "Creating /admin-web",
  "Removing image 1a2b3c4d5e6f",
  "",
].join("\n");

const started: ChildProcess[] = [];
const state = mkdtempSync(join(tmpdir(), "shipbell-demo-"));
process.on("exit", () => {
  for (const child of started) child.kill("SIGTERM");
  rmSync(state, { recursive: true, force: true });
});
process.on("SIGINT", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));

try {
  await demonstrate();
} catch (error) {
  console.error(`Cannot show the demo: ${(error as Error).message}`);
  process.exit(1);
}

async function demonstrate(): Promise<void> {
  buildMissing();
  const page = await startListening("sandbox", { SANDBOX_PORT: "0" });
  const relay = await startListening("relay", {
    NOTIFIER_PORT: "0",
    NOTIFIER_HOST: "127.0.0.1",
    NOTIFIER_STATE_DIR: state,
    CHAT_WEBHOOK_URL: `${page}/open-apis/bot/v2/hook/demo`,
  });
  console.log(
    `\nPosting to ${relay}/notify, as Watchtower does:\n\n${message.replaceAll(/^/gm, "  ").trimEnd()}\n`,
  );
  const reply = await fetch(`${relay}/notify`, { method: "POST", body: message });
  console.log(`The relay answered ${reply.status} ${await reply.text()}. The card in the group chat:\n`);
  console.log(previewCard(await firstCard(page), process.stdout.isTTY));
  console.log(`\nThe chat's page: ${page}/`);
  if (!process.stdout.isTTY) process.exit(0);
  console.log("It stays until Ctrl-C. Post more to the relay, for instance:\n");
  console.log(`  curl -d 'Creating /web-shop' ${relay}/notify\n`);
  await new Promise(() => setInterval(() => {}, 60_000));
}

function buildMissing(): void {
  const missing = needed.filter((name) => !existsSync(bin(name)));
  if (!missing.length) return;
  console.log(`Building ${missing.join(", ")} ...`);
  execFileSync(process.execPath, [join(root, "scripts/build.ts"), ...missing], { stdio: "inherit" });
}

/** Starts an executable and waits until it says where it listens. */
async function startListening(name: string, env: Record<string, string>): Promise<string> {
  const child = spawn(bin(name), { env, stdio: ["ignore", "pipe", "inherit"] });
  started.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const port = /Listening on (?:http:\/\/[\d.]+:|port )(\d+)/.exec(line)?.[1];
    if (!port) continue;
    child.stdout.resume();
    return `http://127.0.0.1:${port}`;
  }
  throw new Error(`${name} ended before it listened`);
}

/** The first card that the chat platform received, within 30 s. */
async function firstCard(page: string) {
  const end = performance.now() + 30_000;
  while (performance.now() < end) {
    const [first] = (await (await fetch(`${page}/messages`)).json()) as {
      card: Parameters<typeof previewCard>[0];
    }[];
    if (first) return first.card;
    await sleep(100);
  }
  throw new Error("no card arrived within 30 s");
}
