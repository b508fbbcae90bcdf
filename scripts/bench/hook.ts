import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { certificate } from "../../test/support/certificate.ts";
import { interleave, type Timed } from "./startup.ts";
import type { Row } from "./table.ts";

const root = join(import.meta.dirname, "../..");

const reply: RequestListener = (request, response) => {
  const isToken = request.url?.endsWith("/internal");
  const body = isToken
    ? { code: 0, tenant_access_token: "t-bench", expire: 7200 }
    : { code: 0, data: { message_id: "om_bench" } };
  request.resume().on("end", () => response.end(JSON.stringify(body)));
};

/** From the start of `hook` to its end with a delivered card, beside the same Node running nothing. */
export async function measureHook(): Promise<Row[]> {
  const tls = certificate();
  const [plain, secure] = [createServer(reply), createSecureServer(tls, reply)];
  const folder = mkdtempSync(join(tmpdir(), "shipbell-bench-"));
  const authority = join(folder, "ca.pem");
  writeFileSync(authority, tls.cert);
  try {
    const [port, securePort] = [await listen(plain), await listen(secure)];
    const trusts = { NODE_EXTRA_CA_CERTS: authority };
    const times = await interleave({
      empty: empty(),
      delivered: event(said, {
        HOME: join(folder, "a"),
        MESSAGING_API: `http://127.0.0.1:${port}/open-apis`,
      }),
      emptyTrusting: empty(trusts),
      secure: event(said, {
        ...{ HOME: join(folder, "b"), MESSAGING_API: `https://127.0.0.1:${securePort}/open-apis` },
        ...trusts,
      }),
      quiet: event("Done.", { HOME: join(folder, "c"), MESSAGING_API: `http://127.0.0.1:${port}/open-apis` }),
    });
    return [
      row("hook: start to delivered card", times.delivered, times.empty, 1.35),
      row("hook: the same over https", times.secure, times.emptyTrusting, 1.6),
      row("hook: a Stop that sends nothing", times.quiet, times.empty, 1.15),
    ];
  } finally {
    plain.close();
    secure.close();
    rmSync(folder, { recursive: true });
  }
}

const said = "All tests pass, and the summary is long enough to be shown in a card.";

function empty(env: Record<string, string> = {}): Timed {
  return { file: process.execPath, args: [join(import.meta.dirname, "empty.cjs")], env };
}

/** The first, unmeasured runs fetch the token; all others find it in the home folder. */
function event(text: string, env: Record<string, string>): Timed {
  return {
    file: join(root, "bin/hook"),
    env: { HOOK_APP_ID: "cli_bench", HOOK_APP_SECRET: "bench-secret", HOOK_OPEN_ID: "ou_bench", ...env },
    stdin: JSON.stringify({
      session_id: "6e47eb46-e29f-483c-b601-947657688413",
      cwd: "/home/dev/my_shop_v2",
      prompt_id: "d3a0033b-0bf9-4546-9a19-ebf24e869c98",
      hook_event_name: "Stop",
      last_assistant_message: text,
    }),
  };
}

async function listen(server: ReturnType<typeof createServer>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

function row(what: string, taken: number, base: number, limit: number): Row {
  const [figure, baseline] = [`${taken.toFixed(1)} ms`, `empty script ${base.toFixed(1)} ms`];
  return { what, figure, baseline, verdict: { measured: taken / base, limit } };
}
