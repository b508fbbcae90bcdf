/** What a server answered: its body as JSON where it is JSON, else as text. */
export type Answered = { status: number; headers: Headers; body: Record<string, unknown>; text: string };

/** Makes one request; an object is sent as JSON, a string as it is. */
export async function ask(
  method: string,
  url: string,
  body?: string | object,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const sent = typeof body === "string" ? body : body && JSON.stringify(body);
  const reply = await fetch(url, { method, headers, ...(sent !== undefined && { body: sent }) });
  const text = await reply.text();
  const isJson = text && reply.headers.get("content-type")?.includes("json");
  return { status: reply.status, headers: reply.headers, body: isJson ? JSON.parse(text) : {}, text };
}
