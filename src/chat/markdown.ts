// How text that others wrote goes into lark_md without acting there. The platform's own table of what
// it interprets and of how to escape it:
// https://open.feishu.cn/document/common-capabilities/message-card/message-cards-content/using-markdown-tags

const gap = "\u200B";
const fence = "```";

/**
 * One line of foreign text, shown as it is: what lark_md would interpret becomes an HTML entity, line
 * breaks and other control characters become a space. Ordinary names and image references are unchanged.
 */
export function inline(text: string): string {
  if (/^[\w.-]+$/.test(text) && !text.includes("__")) return text;
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Bidi_Control}]+/gu, " ")
    .trim()
    .replace(acting, (sign) => (sign === "~" ? "&sim;" : `&#${sign.charCodeAt(0)};`));
}

// Single signs act for `<`, `*` and backticks; the others only in the company named here.
const acting = /[<*`]|~(?=~)|(?<=~)~|_(?=_)|(?<=_)_|\](?=\()|:(?=[a-z]\w*:)|&(?=#|[a-z]+;)/gi;

/**
 * Foreign text in a code block that it cannot leave, and harmless too where a client shows the fence
 * as it is: zero-width spaces part what would act as a tag, a link or a fence. Other text is unchanged.
 */
export function codeBlock(text: string): string {
  const inside = defused(text);
  return `${fence}\n${inside}${inside.endsWith("\n") ? "" : "\n"}${fence}`;
}

function defused(text: string): string {
  return text
    .toWellFormed()
    .replace(/<(?![\s\d=<-]|$)/g, `<${gap}`)
    .replace(/\](?=\()/g, `]${gap}`)
    .replace(/``(?=`)/g, `\`\`${gap}`);
}

/**
 * `inline` for the `markdown` element, which may make more of a line: `_` and `![` are escaped too, so
 * that `my_app_v2` shows as it is. Source of the entities: https://open.feishu.cn/document/feishu-cards/card-components/content-components/rich-text
 */
export function literal(text: string): string {
  return inline(text).replace(/_|!(?=\[)/g, entity);
}

/**
 * Text of several lines for the `markdown` element, its emphasis, lists and web links kept: an image
 * becomes its words and its address (an image with a web address makes the platform refuse the whole
 * card), and what would act as a tag, as another image or link, as an entity, or would eat the signs
 * of a name such as `__init__` or `src/*.ts` shows as it is written.
 */
export function prose(text: string): string {
  return text
    .toWellFormed()
    .replace(/!\[([^\]]*)\]\(([^)]*)\)/g, (_, words: string, address: string) => `${words} ${address}`.trim())
    .replace(eating, entity);
}

const eating =
  /<(?=[a-z/!?])|!(?=\[)|\](?=\((?!https?:\/\/))|&(?=#|[a-z]+;)|_(?=_)|(?<=_)_|(?<=[\w/.])\*(?=[\w/.])/gi;

function entity(sign: string): string {
  return `&#${sign.charCodeAt(0)};`;
}

/** Text where entities are not resolved (a plain title, a text message): zero-width spaces part what would act. */
export function disarmed(text: string): string {
  return text.toWellFormed().replace(/<(?=[a-z/!?])|!(?=\[)/gi, `$&${gap}`);
}

/** What a reader sees of lark_md as this module writes it: entities resolved, zero-width spaces gone. */
export function shown(text: string): string {
  return text
    .replaceAll(gap, "")
    .replaceAll("&sim;", "~")
    .replace(/&#(\d{1,3});/g, (_, code: string) => String.fromCharCode(Number(code)));
}
