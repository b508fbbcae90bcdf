import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** What Git says of the project in a folder. */
export type Origin = {
  /** The project's top folder; the folder itself where there is no repository. */
  top: string;
  /** Name of the repository `origin`, "" without one. */
  repository: string;
  /** Git's `user.name`, "" when unset. */
  user: string;
};

/** Milliseconds that Git may take. */
const patience = 5_000;

/** Asks Git, by one call without a shell. Where Git is missing, or does not know, the answers are "". */
export function originOf(folder: string): Origin {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const wanted = ["config", "-z", "--get-regexp", "^(remote\\.origin\\.url|user\\.name)$"];
  const options = { encoding: "utf8", timeout: patience, killSignal: "SIGKILL" } as const;
  const { stdout } = spawnSync("git", ["-C", folder, ...wanted], options);
  // Of a key that is set several times the last one counts.
  const values = new Map((stdout ?? "").split("\0").map((entry) => splitAt(entry, "\n")));
  return {
    top: topOf(folder),
    repository: nameOf(values.get("remote.origin.url") ?? ""),
    user: values.get("user.name") ?? "",
  };
}

function splitAt(text: string, sign: string): [string, string] {
  const at = text.indexOf(sign);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** The last part of the path in a repository's address; what else an address holds may be a password. */
function nameOf(address: string): string {
  // `host:path`, as ssh writes it, is no URL.
  const path = URL.parse(address)?.pathname ?? address.replace(/^[^/]*:/, "");
  const name = basename(path.replaceAll("\\", "/").replace(/\/*(\.git)?\/*$/, ""));
  // In a name these are what is left of an address that nobody can read, perhaps with its password.
  return /[@:]/.test(name) ? "" : name;
}

function topOf(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (dirname(at) === at) return folder;
  }
}
