import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { failedIn, updatedIn } from "../../src/deploy/names.ts";
import { parseUpdate } from "../../src/deploy/payload.ts";

const fixtures = join(import.meta.dirname, "../fixtures/watchtower-messages.json");
const { messages } = JSON.parse(readFileSync(fixtures, "utf8")) as { messages: Record<string, string> };

type Named = [title: string, updated: string[], failed: string[]];

/** Every message of the fixture file, and whom it speaks of. */
const told: Named[] = [
  ["C171 one update / default-legacy", ["admin-web"], []],
  ["C171 startup / default-legacy", [], []],
  ["C171 unable / default-legacy", [], ["admin-web"]],
  ["C171 shutdown / default-legacy", [], []],
  ["C171 report / porcelain.v1.summary-no-log", ["admin-web"], ["agent-api"]],
  ["C171 report / json.v1", ["admin-web"], ["agent-api"]],
  ["C171 report none / porcelain.v1.summary-no-log", [], []],
  ["C171 report allfresh / default", [], []],
  ["F188 legacy / default-legacy", [], []],
  ["F190 legacy / default-legacy", ["admin-web"], []],
  ["F1122 legacy / default-legacy", ["admin-web"], []],
  ["F1210 legacy / default-legacy", ["admin-web", "worker"], []],
  ["F1210 legacy startup / default-legacy", [], []],
  ["F1210 report / default", ["admin-web", "worker"], ["agent-api"]],
  ["F1210 report / json.v1", ["admin-web", "worker"], ["agent-api"]],
  ["F1210 report / porcelain.json", ["admin-web", "worker"], ["agent-api"]],
  ["F1210 report startup(report nil) / default", [], []],
  ["F1210 report allfresh / default", [], []],
];

test("every message of the fixture file is expected below", () => {
  assert.deepEqual(told.map(([title]) => title).toSorted(), Object.keys(messages).toSorted());
});

/** The text in which the payload names its containers. */
function reportOf(payload: string): string {
  const update = parseUpdate(payload);
  assert.equal(update.kind, "message");
  return update.kind === "message" ? update.report : "";
}

for (const [title, updated, failed] of told) {
  const message = messages[title] ?? "";
  test(`names in ${title}`, () => {
    const report = reportOf(JSON.stringify({ message }));
    assert.deepEqual([updatedIn(report).names, failedIn(report).names], [updated, failed]);
  });

  test(`names in ${title}, with CRLF and without the last line break`, () => {
    const report = reportOf(JSON.stringify({ message: message.trimEnd().replaceAll("\n", "\r\n") }));
    assert.deepEqual([updatedIn(report).names, failedIn(report).names], [updated, failed]);
  });

  if (message.startsWith("{")) {
    test(`names in ${title}, as the payload itself`, () => {
      assert.deepEqual(
        [updatedIn(reportOf(message)).names, failedIn(reportOf(message)).names],
        [updated, failed],
      );
    });
  }
}

const wordings: [why: string, message: string, updated: string[]][] = [
  ["the specified pattern", "Creating /admin-web", ["admin-web"]],
  ["no slash", "Creating admin-web", ["admin-web"]],
  ["indented and wide", "  Creating \t  /admin-web  ", ["admin-web"]],
  ["two slashes", "Creating //admin-web", ["admin-web"]],
  ["text before and after", "level=info Creating /admin-web now", ["admin-web"]],
  ["a no-break space", "Creating\u00a0/admin-web", ["admin-web"]],
  ["repeated, as a rolling restart prints it", "Creating /a\nCreating /b\nCreating /a", ["a", "b"]],
  ["dots, dashes and underscores", "Creating /my_app.v2-x", ["my_app.v2-x"]],
  ["another script", "Creating /前端", ["前端"]],
  ["only a slash", "Creating /", []],
  ["nothing", "Creating ", []],
  ["a lower-case word", "creating /a\nRecreating /b", []],
  ["a name on the next line", "Creating\n/admin-web", []],
  ["a container that is called new", "Creating /new", ["new"]],
  ["debug: new container", "Creating new container | container=admin-web id=51e0", []],
  [
    "debug without fields",
    "Creating new container\nCreating exec instance\nCreating ephemeral orchestrator",
    [],
  ],
  ["debug with a name", "Creating /admin-web | id=51e0", []],
  ["a log prefix with a bar", "watchtower | Creating /admin-web", ["admin-web"]],
  ["the word twice", "Creating Creating /a", []],
  ["logfmt", 'time="2025-11-20T09:30:05+08:00" level=info msg="Creating /admin-web"', ["admin-web"]],
  ["a quoted name", 'Creating "/admin-web"', ["admin-web"]],
  ["a JSON line", '      "message": "Creating /admin-web",', ["admin-web"]],
  ["a JSON fragment in one line", '{"m":"Creating /a","n":"Creating /b"}', ["a", "b"]],
  ["JSON text that was encoded twice", '"Creating /a\\nCreating /b\\n"', ["a", "b"]],
  ["JSON after the word", 'Creating {"name":"a"}', []],
  ["a tag", "Creating <at id=all></at>", []],
  ["terminal colours", "Creating /a\u001b[0m", ["a"]],
  ["fork 1.8.6", "Started new container /admin-web (51e0aa77cc01)", ["admin-web"]],
  ["fork, a port and a digest", "Started new container: db.1 (sha256:0123)", ["db.1"]],
  ["fork, linked", "Started linked container: /worker (0123456789ab)", ["worker"]],
  ["fork, debug fields", "Started new container: x (51e0) | image=a", []],
  ["fork 1.8.8, with fields", "Started new container | container=admin-web", []],
  ["fork, newest", "Updated container: app (org/app:latest): 01d1 updated to d0a1", ["app"]],
  ["report, a registry with a port", "- /a (r.example.com:5000/t/a:1@sha256:99): 1a updated to 2b", ["a"]],
  ["report, newest, with a link", "- a (o/a:1): 1a updated to 2b ref v1.2.0 https://example.com/x", ["a"]],
  ["report, an error that quotes", "- a (o/a:1): Skipped: see (x): 1a updated to 2b", []],
  ["porcelain", "/a (o/a): Updated\nb (o/b): Restarted\nc (o/c): Fresh", ["a", "b"]],
  ["porcelain, with spaces around", "  /a (o/a): Updated  ", ["a"]],
  ["the old form wins over the new ones", "Creating /a\nStarted new container: b (51e0)", ["a"]],
];

for (const [why, message, updated] of wordings) {
  test(`updatedIn: ${why}`, () => {
    assert.deepEqual(
      updatedIn(message).names.map((name) => name.replace("\u001b", "")),
      updated,
    );
  });
}

const faults: [why: string, message: string, failed: string[], any: boolean][] = [
  [
    "a container that does not start",
    "Creating /a\nError response from daemon: port is allocated",
    ["a"],
    true,
  ],
  [
    "a container that does not stop",
    "Stopping /a (9b1c) with SIGTERM\nError response from daemon: no",
    ["a"],
    true,
  ],
  ["an engine that is gone", "error during connect: EOF", [], true],
  ["an image that stays", "Creating /a\nRemoving image 1a\nError response from daemon: conflict", [], false],
  ["a whole run", "Update execution failed | error=Cannot connect to the Docker daemon ", [], true],
  ["one container's run", "Update failed for app (org/app:latest): rate limited", ["app"], true],
  ["a Git build", "Git update failed for app. The running container was left in place: x", ["app"], true],
  ["a Compose run", "Compose update failed for web-1.2. Docker Compose may have …", ["web-1.2"], true],
  [
    "a skipped container",
    "- redis (redis:7): Skipped: Error response from daemon: manifest unknown",
    [],
    false,
  ],
  ["a name with a port in the image", "- a (r:5000/a:1): Failed: x\nb (r:5000/b) : Failed", ["a"], true],
];

for (const [why, message, names, any] of faults) {
  test(`failedIn: ${why}`, () => {
    assert.deepEqual(failedIn(message), { any, names });
  });
}

test("an update whose lines name no container is still an update", () => {
  assert.deepEqual(updatedIn(messages["F188 legacy / default-legacy"] ?? ""), { any: true, names: [] });
  assert.deepEqual(updatedIn("Found new image\nStopping container"), { any: false, names: [] });
});

/** The names that the engine allows: https://github.com/moby/moby/blob/master/daemon/names/names.go */
const engineName = fc.stringMatching(/^[a-zA-Z0-9][a-zA-Z0-9_.-]{1,30}$/);

test("any name that the engine allows is found in every wording", () => {
  fc.assert(
    fc.property(engineName, (name) => {
      const lines = [
        `Creating /${name}`,
        `{"message":"Creating /${name}","level":"info"}`,
        `Started new container: ${name} (51e0aa77cc01)`,
        `- /${name} (r.example.com:5000/t/${name}:1): 1a2b updated to 3c4d`,
        `${name} (t/${name}): Restarted`,
      ];
      for (const line of lines) assert.deepEqual(updatedIn(`Watchtower 1.7.1\r\n${line}\r\n`).names, [name]);
    }),
  );
});

test("no text makes a name that holds a quote, a brace or white space", () => {
  const part = fc.oneof(
    fc.constantFrom("Creating ", "- ", " (a): Updated", "/", '"', "{", ",", "\n", " | "),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      for (const name of updatedIn(parts.join("")).names) assert.doesNotMatch(name, /["{}[\]\s]/);
    }),
  );
});
