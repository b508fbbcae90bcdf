// What the lines of a Watchtower message tell, in every wording that its releases have used. Sources:
// containrrr/watchtower and nicholas-fedor/watchtower, pkg/container and pkg/notifications (templates).

/** Containers that a message speaks of. `any` without names: it speaks of some but names none. */
export type Mention = { any: boolean; names: string[] };

/** What was updated or restarted, and what failed. A container can be both: it was stopped, then failed to start. */
export type Outcome = { updated: Mention; failed: Mention };

/** Reads a message line by line. Names come without leading slash, each once, in order of appearance. */
export function readOutcome(message: string): Outcome {
  const lines = message.split(/\r\n|\n|\r/);
  const created = lines.flatMap(createdIn);
  const updated = created.length ? created : lines.flatMap((line) => namesIn(line, updates));
  const failed = lines.flatMap((line, i) => failedIn(line, lines[i - 1] ?? ""));
  return {
    updated: {
      any: updated.length > 0 || lines.some((line) => unnamedUpdate.test(line)),
      names: distinct(updated),
    },
    failed: { any: failed.length > 0, names: distinct(failed).filter(Boolean) },
  };
}

// The specified pattern: what follows `Creating`, up to anything that no container name holds, so that
// a quoted or JSON-encoded line names the same container as the bare one.
const creating = /Creating\s+["']?(\/*)([\p{L}\p{N}_][^\s"'`,;\\{}[\]()<>|=\p{Cc}]*)/gu;

// Watchtower's debug log speaks of these; its container names have the slash.
const notNames = new Set(["new", "exec", "ephemeral", "a", "an", "the", "Creating"]);

function createdIn(line: string): string[] {
  return [...line.matchAll(creating)].flatMap((match) => {
    const [found, slash, name = ""] = match;
    const isDebug = line.includes(" | ", match.index + found.length);
    return isDebug || (!slash && notNames.has(name)) ? [] : [name];
  });
}

const updates: RegExp[] = [
  /Started (?:new|linked) container:? \/*(\S+) \(/,
  /Updated container: \/*(\S+) \(/,
  /^(?:- )?\/*(\S+) \([^()]*\): (?:\S+ updated to \S|(?:Updated|Restarted)$)/,
];

// Release 1.8.8 of the maintained fork named no containers at all.
const unnamedUpdate = /^(?:Started new container|Updated container)\b/;

const failures: RegExp[] = [
  /^(?:- )?\/*(\S+) \([^()]*\): Failed\b/,
  /Unable to update container "?\/*([^\s":]+)/,
  /^(?:Git u|Compose u|U)pdate failed for \/*(\S+?)[.:]?\s/,
];
const engineError =
  /^(?:Error response from daemon|error during connect|Cannot connect to the Docker daemon)\b/;
const unnamedFailure = /^Update execution failed\b/;

/** The names of containers that failed; an empty one for a failure without a name. */
function failedIn(line: string, before: string): string[] {
  const names = namesIn(line, failures);
  if (names.length) return names;
  if (unnamedFailure.test(line)) return [""];
  // An image that cannot be removed is no failed container.
  if (!engineError.test(line) || before.startsWith("Removing image")) return [];
  const [, stopping] = /^Stopping \/*(\S+) \(/.exec(before) ?? [];
  return [createdIn(before)[0] ?? stopping ?? ""];
}

function namesIn(line: string, patterns: RegExp[]): string[] {
  if (line.includes(" | ")) return [];
  for (const pattern of patterns) {
    const [, name] = pattern.exec(line.trim()) ?? [];
    if (name) return [name];
  }
  return [];
}

function distinct(names: string[]): string[] {
  return [...new Set(names)];
}
