// The shapes of the platform's card JSON 1.0, as far as we send it. Source:
// https://open.feishu.cn/document/common-capabilities/message-card/message-cards-content

/** The colour of a card's header. */
export type Template = "green" | "yellow" | "blue" | "orange" | "red";

/** Text that the platform shows as it is. */
export type PlainText = { tag: "plain_text"; content: string };

/** Text in the platform's small markdown: line breaks, bold, links, `<at>`, `<font>`. */
export type LarkMd = { tag: "lark_md"; content: string };

/** One field of a `div`; two short ones share a line. */
export type Field = { is_short: boolean; text: LarkMd };

export type Element = { tag: "div"; fields: Field[] } | { tag: "markdown"; content: string } | { tag: "hr" };

export type Card = {
  header: { title: PlainText; template: Template };
  elements: Element[];
};

/** The body of a webhook post: a card for a group. */
export type CardMessage = { msg_type: "interactive"; card: Card };

/**
 * Bytes that a CardMessage may take as JSON. The platform takes 20 KB of request body, signature included:
 * https://open.feishu.cn/document/client-docs/bot-v3/add-custom-bot. 100 are left for the latter.
 */
export const messageLimit = 19_900;

/** A card with a plain title. */
export function card(title: string, template: Template, elements: Element[]): Card {
  return { header: { title: { tag: "plain_text", content: title }, template }, elements };
}

/** A field whose label stands in bold on a line of its own. */
export function field(label: string, value: string, isShort = true): Field {
  return { is_short: isShort, text: { tag: "lark_md", content: `**${label}**\n${value}` } };
}
