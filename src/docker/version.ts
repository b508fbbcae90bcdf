/** The newest version of the Engine API that this door was written against (Docker 25). */
const ours = "1.44";

/** The version to speak with an engine that knows `theirs` at most; one that names none knows ours. */
export function versionFor(theirs: string): string {
  return /^\d+\.\d+$/.test(theirs) && isOlder(theirs, ours) ? theirs : ours;
}

/**
 * The version that an engine asks for in the words of its status 400, or null. Source: moby,
 * daemon/server/middleware/version.go: "client version 1.24 is too old. Minimum supported API version is
 * 1.44, please upgrade…" and "… is too new. Maximum supported API version is 1.41".
 */
export function wantedVersion(words: string): string | null {
  return (
    /\bclient version \S+ is too (?:old|new)\. \w+ supported API version is (\d+\.\d+)/.exec(words)?.[1] ??
    null
  );
}

function isOlder(one: string, other: string): boolean {
  const [major = 0, minor = 0] = one.split(".").map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split(".").map(Number);
  return major < otherMajor || (major === otherMajor && minor < otherMinor);
}
