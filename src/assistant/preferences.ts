import type { Json, JsonObject } from "../json/parse.ts";
import type { Kind } from "./event.ts";
import { type Hours, readHours } from "./hours.ts";

/** What a person wants to be told; the defaults are the specification's. */
export type Preferences = {
  /** Code points that the assistant's last message must have. */
  minChars: number;
  /** Code points that are shown of a message. */
  maxChars: number;
  quietHours: Hours | null;
  /** Absolute paths of which nothing is told. */
  excludeDirs: string[];
  events: Told[];
  /** Stands before every title: several machines are told apart by it. */
  titlePrefix: string;
  /** Whether the end of a subagent is told too. */
  subagents: boolean;
  /** A request for permission is kept for the notification that follows, or sent at once. */
  permissionRequests: "remember" | "send";
};

/** The kinds of events that `events` chooses from. */
export type Told = Exclude<Kind, "request">;

const kinds: Told[] = ["stop", "failure", "permission", "idle", "notification", "other", "interrupted"];

export const defaults: Preferences = {
  minChars: 50,
  maxChars: 500,
  quietHours: null,
  excludeDirs: [],
  events: kinds.filter((kind) => kind !== "interrupted"),
  titlePrefix: "",
  subagents: false,
  permissionRequests: "remember",
};

/** Every fault, each with the option's name and what it must be. */
export type PreferenceFaults = { faults: string[] };

/** The person's options over the defaults; `home` is what `~` stands for. All faults are named at once. */
export function readPreferences(given: JsonObject, home: string): Preferences | PreferenceFaults {
  const preferences = { ...defaults };
  const faults = Object.entries(given).flatMap(([key, value]) =>
    isOption(key)
      ? taken(preferences, key, value, home)
      : `${quoted(key)} is no option (there are: ${known})`,
  );
  return faults.length ? { faults } : preferences;
}

type Option<Value> = { must: string; read: (value: Json, home: string) => Value | undefined };

/** The most of a message that a card of 30 KB holds in any case, each sign escaped. */
const longest = 4_000;

const options: { [Key in keyof Preferences]: Option<Preferences[Key]> } = {
  minChars: { must: "a whole number from 0 to 100000", read: (value) => whole(value, 0, 100_000) },
  maxChars: { must: `a whole number from 1 to ${longest}`, read: (value) => whole(value, 1, longest) },
  quietHours: {
    must: 'a span of the local day such as "22:00-08:00", or null',
    read: (value) => (value === null ? null : typeof value === "string" ? readHours(value) : undefined),
  },
  excludeDirs: {
    must: 'a list of absolute paths, such as ["~/notes", "/srv/*/tmp"]',
    read: (value, home) => list(value, (item) => absolute(item, home)),
  },
  events: {
    must: `a list of ${kinds.map(quoted).join(", ")}`,
    read: (value) => list(value, (item) => kinds.find((kind) => kind === item)),
  },
  titlePrefix: {
    must: "a text of at most 40 characters",
    read: (value) => (typeof value === "string" && [...value].length <= 40 ? value : undefined),
  },
  subagents: { must: "true or false", read: (value) => (typeof value === "boolean" ? value : undefined) },
  permissionRequests: {
    must: '"remember" or "send"',
    read: (value) => (value === "remember" || value === "send" ? value : undefined),
  },
};

const known = Object.keys(options).join(", ");

function isOption(key: string): key is keyof Preferences {
  return Object.hasOwn(options, key);
}

function taken<Key extends keyof Preferences>(
  into: Preferences,
  key: Key,
  value: Json,
  home: string,
): string[] {
  const { must, read } = options[key];
  const result = read(value, home);
  if (result === undefined) return [`${quoted(key)} must be ${must}`];
  into[key] = result;
  return [];
}

function whole(value: Json, min: number, max: number): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= min && value <= max
    ? value
    : undefined;
}

function list<Item>(value: Json, read: (item: Json) => Item | undefined): Item[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const items = value.map(read);
  return items.every((item) => item !== undefined) ? items : undefined;
}

function absolute(value: Json, home: string): string | undefined {
  if (typeof value !== "string") return undefined;
  const path = home ? value.replace(/^~(?=$|[/\\])/, () => home) : value;
  return /^(?:[/\\]|[a-z]:)/i.test(path) ? path : undefined;
}

/** A key of the file in a message: forged ones neither fill it nor break its line. */
function quoted(key: string): string {
  return JSON.stringify(key.slice(0, 60).toWellFormed());
}
