import type { Json, JsonObject } from "../json/parse.ts";
import { readArray, readObject, readObjects, readString } from "../json/read.ts";

/** What a message shows when it is accepted. */
export type Shown = { card: JsonObject } | { text: string };

/** What is read from a message that is no card, by its type; "" when the content is not as it must be. */
const readers: Record<string, (content: JsonObject) => string> = {
  text: (content) => readString(content, "text"),
  post: (content) => postText(readObject(content, "post") ?? content),
  image: (content) => readString(content, "image_key"),
  file: (content) => readString(content, "file_key"),
  share_chat: (content) => readString(content, "share_chat_id") || readString(content, "chat_id"),
};

/** The types of a webhook's messages. */
export const hookTypes = ["text", "post", "image", "share_chat", "interactive"];

/** The types of a bot's messages that are known here. */
export const botTypes = ["text", "post", "image", "file", "share_chat", "interactive"];

/** What a message that is no card says, to be shown; "" when its content is not as its type asks. */
export function contentText(msgType: string, content: JsonObject): string {
  return readers[msgType]?.(content) ?? "";
}

/** A rich text's title and lines, of the first language that it is written in. */
function postText(post: JsonObject): string {
  const [language = ""] = Object.keys(post);
  const text = readObject(post, language) ?? {};
  const lines = (readArray(text, "content") ?? []).map(lineText);
  return [readString(text, "title"), ...lines].filter(Boolean).join("\n");
}

function lineText(line: Json): string {
  return readObjects({ line }, "line")
    .map((part) => readString(part, "text") || readString(part, "user_id"))
    .join("");
}
