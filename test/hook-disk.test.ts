import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { folder } from "./support/folder.ts";
import { newPerson } from "./support/person.ts";
import { startPlatform } from "./support/platform.ts";
import { collect, command, run } from "./support/spawn.ts";

// What hook bears from the disk.

const done = { code: 0, signal: null, stdout: "", stderr: "" };

/** An event of a session of its own: the same words of one session ring once. */
function eventOf(session: string, name = "Notification"): string {
  const event = { hook_event_name: name, notification_type: "idle_prompt", tool_name: "Bash" };
  return JSON.stringify({ ...event, session_id: session, cwd: `/home/dev/${session}` });
}

/** A disk of 64 KiB, which ends with the test; "" on a machine that lets nobody mount one. */
function smallDisk(t: TestContext): string {
  let mounted = "";
  t.after(() => mounted && execFileSync("umount", [mounted]));
  const path = folder(t);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=64k,mode=700", "none", path], { stdio: "ignore" });
    mounted = path;
  } catch {
    t.skip("no disk can be mounted here");
  }
  return mounted;
}

function fill(disk: string): void {
  assert.throws(() => writeFileSync(join(disk, "filling"), Buffer.alloc(1024 * 1024)), { code: "ENOSPC" });
}

test("a full disk keeps no card back, nor a request that is to be remembered", async (t) => {
  const disk = smallDisk(t);
  if (!disk) return;
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  const env = { XDG_STATE_HOME: disk };
  fill(disk);
  assert.deepEqual(await person.hook([], { stdin: eventOf("one", "PermissionRequest"), env }), done);
  assert.deepEqual(await person.hook([], { stdin: eventOf("one"), env }), done);
  assert.deepEqual(await person.hook([], { stdin: eventOf("two"), env }), done);
  const asked = platform.told().filter((line) => line.startsWith("info answered token"));
  assert.deepEqual([platform.messages().length, asked.length], [2, 2]);
  assert.deepEqual(
    filesIn(disk).filter((name) => /token|tmp/.test(name)),
    [],
  );
});

test("a disk that becomes full leaves the token that is kept whole, and no draft of a new one", async (t) => {
  const disk = smallDisk(t);
  if (!disk) return;
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  const env = { XDG_STATE_HOME: disk };
  assert.deepEqual(await person.hook([], { stdin: eventOf("one"), env }), done);
  const file = join(disk, "shipbell/token.json");
  const kept = readFileSync(file, "utf8");
  fill(disk);
  assert.deepEqual(await person.hook([], { stdin: eventOf("two"), env }), done);
  assert.equal(readFileSync(file, "utf8"), kept);
  platform.revokeTokens();
  assert.deepEqual(await person.hook([], { stdin: eventOf("three"), env }), done);
  assert.equal(platform.messages().length, 3);
  assert.ok(filesIn(disk).every((name) => !/token\.json\..*tmp/.test(name)));
});

test("a home that can only be read keeps no card back, though the token in it is no longer good", async (t) => {
  const home = smallDisk(t);
  if (!home) return;
  const platform = await startPlatform(t);
  const person = newPerson(t, platform);
  person.write(join(home, ".config/shipbell/hook.json"), person.read(person.config));
  const env = { HOME: home };
  assert.deepEqual(await run(t, "hook", eventOf("one"), { env }), done);
  const before = filesIn(home);
  platform.revokeTokens();
  execFileSync("mount", ["-o", "remount,ro", home]);
  assert.deepEqual(await run(t, "hook", eventOf("two"), { env }), done);
  assert.deepEqual([platform.messages().length, filesIn(home)], [2, before]);
});

const noLimits = { skip: process.platform === "win32" && "Windows has no such limit" };

test("a process that may write no byte into any file sends its card", noLimits, async (t) => {
  const platform = await startPlatform(t);
  const { env, home } = newPerson(t, platform);
  const child = spawn("/bin/sh", ["-c", 'ulimit -f 0; exec "$@"', "sh", ...command("hook").flat()], {
    env: { PATH: process.env.PATH, TZ: "UTC", ...env },
  });
  t.after(() => child.kill("SIGKILL"));
  child.stdin.end(eventOf("shop"));
  assert.deepEqual(await collect(child), done);
  assert.equal(platform.messages().length, 1);
  assert.deepEqual(
    filesIn(join(home, ".local")).filter((name) => /token|tmp/.test(name)),
    [],
  );
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
}
