import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { folder } from "./support/folder.ts";
import { newPerson } from "./support/person.ts";
import { command } from "./support/spawn.ts";

test("an event in a folder that has been removed is an event like any other", (t) => {
  const { env } = newPerson(t);
  const gone = folder(t);
  const [file, args] = command("hook");
  const { status, stdout, stderr } = spawnSync(
    "/bin/sh",
    ["-c", 'rmdir "$PWD"; exec "$@"', "sh", file, ...args],
    {
      cwd: gone,
      env: { PATH: process.env.PATH ?? "", ...env },
      input: '{"hook_event_name":"Stop","last_assistant_message":"too short to be told"}',
      encoding: "utf8",
    },
  );
  assert.deepEqual([status, stdout, stderr], [0, "", ""]);
});
