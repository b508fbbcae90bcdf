/** The segments of a path, by `/` or `\`; empty ones do not count. */
export function segments(path: string): string[] {
  return path.split(/[/\\]+/).filter(Boolean);
}

/** The name of the project that lives in a folder: the last segment of its path. */
export function projectOf(cwd: string): string {
  return segments(cwd).at(-1)?.trim() || cwd.trim() || "Unknown";
}
