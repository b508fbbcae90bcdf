// Which containers a Watchtower message speaks of, in every wording that its releases have used. Sources:
// containrrr/watchtower and nicholas-fedor/watchtower, pkg/container and pkg/notifications (templates).

/** Containers that a message speaks of. `any` without names: it speaks of some but names none. */
export type Mention = { any: boolean; names: string[] };

/**
 * The containers that were updated or restarted; names without leading slashes, each once, in order of
 * appearance. One that failed to start after `Creating` is among them: see `failedIn`.
 */
export function updatedIn(message: string): Mention {
  const lines = linesOf(message);
  const created = lines.flatMap(createdIn);
  const names = created.length ? created : lines.flatMap((line) => named(line, updates));
  return { any: names.length > 0 || lines.some((line) => unnamedUpdate.test(line)), names: distinct(names) };
}

/** The containers whose update failed, in the same form. */
export function failedIn(message: string): Mention {
  const lines = linesOf(message);
  const names = lines.flatMap((line, i) => failures(line, lines[i - 1] ?? ""));
  return { any: names.length > 0, names: distinct(names.filter(Boolean)) };
}

// The specified pattern: what follows `Creating`, up to anything that no container name holds, so that
// a quoted or JSON-encoded line names the same container as the bare one.
const creating = /Creating\s+["']?(\/*)([^\s"'`,;\\{}[\]()<>|=./-][^\s"'`,;\\{}[\]()<>|=]*)/g;

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
  /Started (?:new|linked) container:? \/*([\w.-]+) \(/,
  /Updated container: \/*([\w.-]+) \(/,
  /^(?:- )?\/*([\w.-]+) \([^()]*\): (?:\S+ updated to \S|(?:Updated|Restarted)$)/,
];

// Release 1.8.8 of the maintained fork named no containers at all.
const unnamedUpdate = /^(?:Started new container|Updated container)\b/;

const failed: RegExp[] = [
  /^(?:- )?\/*([\w.-]+) \([^()]*\): Failed\b/,
  /Unable to update container "?\/*([\w.-]+)/,
  /^(?:Git u|Compose u|U)pdate failed for \/*([\w.-]+?)[.:]?\s/,
];
const unnamedFailure = /^Update execution failed\b/;
const engineError =
  /^(?:Error response from daemon|error during connect|Cannot connect to the Docker daemon)\b/;

/** What failed by this line and the one before; an empty name for a failure without one. */
function failures(line: string, before: string): string[] {
  const names = named(line, failed);
  if (names.length) return names;
  if (unnamedFailure.test(line)) return [""];
  // An image that cannot be removed is no failed container.
  if (!engineError.test(line) || before.startsWith("Removing image")) return [];
  const [, stopping] = /^Stopping \/*([\w.-]+) \(/.exec(before) ?? [];
  return [createdIn(before)[0] ?? stopping ?? ""];
}

function named(line: string, patterns: RegExp[]): string[] {
  if (line.includes(" | ")) return [];
  for (const pattern of patterns) {
    const [, name] = pattern.exec(line.trim()) ?? [];
    if (name) return [name];
  }
  return [];
}

function linesOf(message: string): string[] {
  return message.split(/\r\n|\n|\r/);
}

function distinct(names: string[]): string[] {
  return [...new Set(names)];
}
