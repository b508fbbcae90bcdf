// A request, and as a program: many, from wherever it is started, with the replies as JSON on standard output.
import { request } from "node:http";
import { request as secureRequest } from "node:https";

/** One request; `path` is sent as it stands. */
export type Asked = { origin: string; path: string; method?: string; body?: string };

export type Reply = { status: number; body: string };

/** Null: nobody answers within 10 s. */
export function ask({ origin, path, method = "GET", body = "" }: Asked): Promise<Reply | null> {
  const { protocol, hostname, port } = new URL(origin);
  const send = protocol === "https:" ? secureRequest : request;
  return new Promise((resolve) => {
    const options = { hostname, port, path, method, agent: false, timeout: 10_000 };
    const sent = send(options, (reply) => {
      let text = "";
      reply.setEncoding("utf8").on("data", (chunk) => (text += chunk));
      reply.on("end", () => resolve({ status: reply.statusCode ?? 0, body: text }));
      reply.on("error", () => resolve(null));
    });
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => resolve(null));
    sent.end(body);
  });
}

if (import.meta.main) {
  const all = JSON.parse(process.argv[2] ?? "[]") as Asked[];
  const replies = [];
  for (const one of all) replies.push(await ask(one));
  console.log(JSON.stringify(replies));
}
