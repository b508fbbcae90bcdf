import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { interleave } from "./startup.ts";
import type { Row } from "./table.ts";

const root = join(import.meta.dirname, "../..");

/** From the start of `notify` to its end with a delivered card, beside the same Node running nothing. */
export async function measureNotify(): Promise<Row[]> {
  const platform = createServer((request, response) => {
    request.resume().on("end", () => response.end('{"code":0}'));
  });
  await new Promise<void>((resolve) => platform.listen(0, "127.0.0.1", resolve));
  const { port } = platform.address() as AddressInfo;
  try {
    const times = await interleave({
      empty: { file: process.execPath, args: [join(import.meta.dirname, "empty.cjs")] },
      notify: {
        file: join(root, "bin/notify"),
        env: { CHAT_WEBHOOK_URL: `http://127.0.0.1:${port}/open-apis/bot/v2/hook/bench` },
        stdin: JSON.stringify({ title: "Watchtower updates", message: "Creating /admin-web\n" }),
      },
    });
    return [
      {
        what: "notify: start to delivered card",
        figure: `${times.notify.toFixed(1)} ms`,
        baseline: `empty script ${times.empty.toFixed(1)} ms`,
        verdict: { measured: times.notify / times.empty, limit: 1.35 },
      },
    ];
  } finally {
    platform.close();
  }
}
