import assert from "node:assert/strict";
import { test } from "node:test";
import type { AssistantEvent } from "../../src/assistant/event.ts";
import { defaults, type Preferences, readPreferences } from "../../src/assistant/preferences.ts";
import { quiet } from "../../src/assistant/quiet.ts";
import { readEvent } from "../../src/assistant/read.ts";
import type { JsonObject } from "../../src/json/parse.ts";
import { claude, time } from "./events.ts";

function read(given: JsonObject): Preferences {
  const preferences = readPreferences(given, "/home/dev");
  assert.ok(!("faults" in preferences), JSON.stringify(preferences));
  return preferences;
}

function said(message: string): AssistantEvent {
  return claude("Stop", { last_assistant_message: message });
}

const fifty = "a".repeat(50);
const subagent = claude("Stop", { agent_id: "a", last_assistant_message: fifty });
const request = claude("PermissionRequest", { tool_name: "Bash" });
const aborted = readEvent({ hook_event_name: "stop", status: "aborted" });

const rows: [why: string, event: AssistantEvent, given: JsonObject, expected: RegExp | null][] = [
  ["49 characters", said("a".repeat(49)), {}, /shorter than 50 .*minChars/],
  ["50 characters", said(fifty), {}, null],
  ["49 emoji, which are more units", said("🚀".repeat(49)), {}, /shorter/],
  ["50 emoji", said("🚀".repeat(50)), {}, null],
  ["50 characters of which cleaning leaves less", said("`".repeat(50)), {}, null],
  ["no message", claude("Stop"), {}, /shorter/],
  ["no message, and none is asked for", claude("Stop"), { minChars: 0 }, null],
  ["a shorter message that is long enough for the person", said("abc"), { minChars: 3 }, null],
  ["an assistant that never says anything", readEvent({ hook_event_name: "stop" }), {}, null],
  ["a turn that the person ended", aborted, {}, /interrupted.*events/],
  ["a turn that the person ended, asked for", aborted, { events: ["interrupted"] }, null],
  ["a subagent", subagent, {}, /subagent/],
  ["a subagent that is asked for", subagent, { subagents: true }, null],
  ["a failure", claude("StopFailure"), {}, null],
  ["a permission", claude("Notification", { notification_type: "permission_prompt" }), {}, null],
  ["a short notification", claude("Notification", { message: "a" }), {}, null],
  ["any other event", claude("SessionEnd"), {}, null],
  ["any other event, not asked for", claude("SessionEnd"), { events: ["stop"] }, /kind other/],
  ["a request", request, {}, /remembered/],
  ["a request that is sent at once", request, { permissionRequests: "send" }, null],
  ["a request whatever the events", request, { permissionRequests: "send", events: [] }, null],
  ["an excluded folder", claude("SessionEnd"), { excludeDirs: ["/home/dev/shop"] }, /excludeDirs/],
  ["quiet hours", claude("SessionEnd"), { quietHours: "09:00-10:00" }, /quietHours/],
];

for (const [why, event, given, expected] of rows) {
  test(`quiet: ${why}`, () => {
    const reason = quiet(event, time, read(given));
    if (expected) assert.match(reason ?? "", expected);
    else assert.equal(reason, null);
  });
}

const hours: [span: string, hour: number, minute: number, isQuiet: boolean][] = [
  ["22:00-08:00", 21, 59, false],
  ["22:00-08:00", 22, 0, true],
  ["22:00-08:00", 0, 0, true],
  ["22:00-08:00", 7, 59, true],
  ["22:00-08:00", 8, 0, false],
  ["12:30-13:15", 12, 29, false],
  ["12:30-13:15", 12, 30, true],
  ["12:30 - 13:15", 13, 14, true],
  ["12:30-13:15", 13, 15, false],
  ["22:00-00:00", 23, 59, true],
  ["22:00-00:00", 0, 0, false],
];

for (const [span, hour, minute, isQuiet] of hours) {
  test(`${span} ${isQuiet ? "holds" : "does not hold"} at ${hour}:${minute}`, () => {
    const now = new Date(2025, 10, 20, hour, minute, 59);
    assert.equal(quiet(claude("SessionEnd"), now, read({ quietHours: span })) !== null, isQuiet);
  });
}

const folders: [dir: string, cwd: string, isExcluded: boolean][] = [
  ["/srv/app", "/srv/app", true],
  ["/srv/app", "/srv/app/src/deep", true],
  ["/srv/app/", "/srv/app", true],
  ["/srv/app", "/srv/app/", true],
  ["/srv/app", "/srv/application", false],
  ["/srv/app", "/srv", false],
  ["/srv/app", "/other/srv/app", false],
  ["/srv/app", "", false],
  ["/", "/srv", true],
  ["/", "", false],
  ["~", "/home/dev", true],
  ["~/notes", "/home/dev/notes/a", true],
  ["~/notes", "/home/eve/notes", false],
  ["/srv/*/tmp", "/srv/a/tmp/b", true],
  ["/srv/*/tmp", "/srv/a/b/tmp", false],
  ["/srv/app-*", "/srv/app-one/src", true],
  ["/srv/app-*", "/srv/app", false],
  ["/srv/*-*-x", "/srv/a-b-x", true],
  ["/srv/*-*-x", "/srv/a-x", false],
  ["/srv/a*a", "/srv/a", false],
  ["/srv/a*-*x", "/srv/abx", false],
  ["/srv/b*", "/srv/abc", false],
  ["/srv/a*ba", "/srv/abcba", true],
  ["/srv/a.b", "/srv/a-b", false],
  ["C:\\work", "c:\\work\\shop", true],
  ["C:/work", "C:\\work\\shop", true],
  ["C:\\work", "D:\\work", false],
];

for (const [dir, cwd, isExcluded] of folders) {
  test(`${dir} ${isExcluded ? "excludes" : "does not exclude"} ${JSON.stringify(cwd)}`, () => {
    const reason = quiet(readEvent({ cwd }), time, read({ excludeDirs: ["/nowhere", dir] }));
    assert.equal(reason !== null, isExcluded);
  });
}

test("a pattern of many stars is matched at once", { timeout: 60_000 }, () => {
  const dir = `/${"*a".repeat(1_000)}b`;
  assert.equal(quiet(readEvent({ cwd: `/${"a".repeat(5_000)}` }), time, read({ excludeDirs: [dir] })), null);
});

test("the defaults are the specification's", () => {
  assert.deepEqual(read({}), defaults);
  assert.deepEqual(defaults, {
    minChars: 50,
    maxChars: 500,
    quietHours: null,
    excludeDirs: [],
    events: ["stop", "failure", "permission", "idle", "notification", "other"],
    titlePrefix: "",
    subagents: false,
    permissionRequests: "remember",
  });
});
