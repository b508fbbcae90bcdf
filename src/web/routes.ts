import type { Route } from "../http/route.ts";
import { feed, type Item } from "./feed.ts";
import { pageReply } from "./page.ts";

/** What the page reads each time that it asks: all items, in any order, and which list they belong to. */
export type Source = () => { items: Item[]; epoch: number };

/** The page, and the feed that it asks for. `hook` is the path of the webhook that a newcomer is told to use. */
export function pageRoutes(source: Source, hook: string): Route[] {
  return [
    { method: "GET", path: "/", serve: () => pageReply(hook) },
    {
      method: "GET",
      path: "/feed",
      serve: ({ query }) => {
        const { items, epoch } = source();
        const asked = new URLSearchParams(query);
        const seen = { epoch: Number(asked.get("epoch")), after: Number(asked.get("after")) };
        return { status: 200, headers: { "cache-control": "no-store" }, body: feed(items, epoch, seen) };
      },
    },
  ];
}
