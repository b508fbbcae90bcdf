import type { JsonObject } from "../json/parse.ts";
import { readArray, readObject, readObjects, readString } from "../json/read.ts";

// Watchtower's JSON templates, told in the words of its text templates, so that one reader serves both.
// Source: nicholas-fedor/watchtower, pkg/notifications/json.go and common_templates.go.

/** The text of a `json.v1` or `porcelain.json` document; null when the object is neither. */
export function reportText(from: JsonObject): string | null {
  const report = readObject(from, "report");
  if (report) return [readString(from, "title"), ...reportLines(report)].filter(Boolean).join("\n");
  if (readArray(from, "entries")) return readObjects(from, "entries").map(entryLine).join("\n");
  if (readArray(from, "containers")) return readObjects(from, "containers").map(porcelainLine).join("\n");
  return null;
}

const groups = ["updated", "restarted", "failed", "skipped", "stale", "fresh"];

function reportLines(report: JsonObject): string[] {
  return groups.flatMap((group) =>
    readObjects(report, group).map((item) =>
      containerLine({
        name: readString(item, "name"),
        image: readString(item, "imageName"),
        from: readString(item, "currentImageId"),
        to: readString(item, "latestImageId"),
        state: readString(item, "state", group),
        error: readString(item, "error"),
      }),
    ),
  );
}

function porcelainLine(item: JsonObject): string {
  return containerLine({
    name: readString(item, "name"),
    image: readString(item, "image"),
    from: readString(item, "image_id"),
    to: readString(item, "latest_image_id"),
    state: readString(item, "state"),
    error: readString(item, "error"),
  });
}

type Container = Record<"name" | "image" | "from" | "to" | "state" | "error", string>;

function containerLine({ name, image, from, to, state, error }: Container): string {
  const happened = state === "Updated" && from && to ? `${from} updated to ${to}` : state;
  return line(`- ${name.replace(/^\/+/, "")} (${image}): ${happened}${error && `: ${error}`}`);
}

/** A log entry; the current fork keeps the names beside the message instead of in it. */
function entryLine(entry: JsonObject): string {
  const message = readString(entry, "message");
  const facts = readObject(entry, "data") ?? {};
  const [container, image] = [readString(facts, "container"), readString(facts, "image")];
  const error = readString(facts, "error");
  if (error && container && readString(entry, "level") === "error") {
    return line(`Update failed for ${container} (${image}): ${error}`);
  }
  const subject = message.includes("image") ? image : container;
  const id = readString(facts, "new_id") || readString(facts, "id");
  return line([message, subject && `: ${subject}`, id && ` (${id})`, error && `: ${error}`].join(""));
}

function line(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}
