// sandbox: a stand-in for the chat platform on this machine; a web page shows every card that arrives.
import { flag, secret, text, wholeNumber } from "./cli/env.ts";
import { log } from "./cli/log.ts";
import type { Manual } from "./cli/manual.ts";
import { print } from "./cli/print.ts";
import { run } from "./cli/run.ts";
import { stopSignal } from "./cli/signals.ts";
import { UsageError } from "./cli/usage.ts";
import { onlyLocal } from "./http/local.ts";
import { serve } from "./http/serve.ts";
import { kept } from "./platform/chat.ts";
import { newPlatform } from "./platform/platform.ts";
import { platformRoutes } from "./platform/routes.ts";
import { defaults, readList, readUsers, type Settings } from "./platform/settings.ts";
import { pageRoutes } from "./web/routes.ts";

const manual: Manual = {
  name: "sandbox",
  purpose: "a stand-in for the chat platform, on this machine; a web page shows every card that arrives.",
  usage: [""],
  input:
    "POST /open-apis/bot/v2/hook/<token>, /open-apis/auth/v3/tenant_access_token/internal,\n" +
    "/open-apis/contact/v3/users/batch_get_id and /open-apis/im/v1/messages, as the platform takes them.\n" +
    `GET / is the page. GET /messages gives what arrived, GET /refusals what was refused (${kept} each),\n` +
    "DELETE /messages clears both. DELETE /tokens makes every issued token invalid.\n" +
    "POST /faults spoils the next replies, DELETE /faults ends that: a JSON object with code, msg,\n" +
    'httpStatus, body, headers, delayMs, reset ("before" or "middle" of the reply), times, path and\n' +
    "delivered (true: the message arrives all the same).",
  variables: [
    ["SANDBOX_PORT", "port, default 9389; 0 takes a free one"],
    ["SANDBOX_HOST", "address, default 127.0.0.1; when set, requests may name any host"],
    ["SANDBOX_HOOKS", `tokens of the webhooks that exist, with commas; default ${defaults.hooks}`],
    ["SANDBOX_SECRET", "what webhook posts must be signed with; default none (or SANDBOX_SECRET_FILE)"],
    ["SANDBOX_APP_ID", `the app, default ${defaults.app.id}`],
    ["SANDBOX_APP_SECRET", `its secret, default ${defaults.app.secret} (or SANDBOX_APP_SECRET_FILE)`],
    ["SANDBOX_SCOPES", `its permissions, default\n${defaults.scopes}`],
    [
      "SANDBOX_USERS",
      `who exists, default\n${defaults.users.map(({ email, openId }) => `${email}=${openId}`)}\n` +
        "and always, each refusing in its way: ou_other_app, ou_unavailable, ou_resigned, ou_stopped",
    ],
    ["SANDBOX_RATE", "1: keep the platform's limits, 5 messages a second and 100 a minute"],
    ["TZ", "time zone of the times that are shown"],
  ],
  exits: [
    ["0", "stopped by SIGTERM or SIGINT"],
    ["1", "cannot listen"],
    ["64", "wrong usage or configuration"],
  ],
  example: `sandbox &
curl -d '{"msg_type":"text","content":{"text":"Hello"}}' http://127.0.0.1:9389/open-apis/bot/v2/hook/demo`,
};

run(manual, async (args) => {
  if (args.rest.length) throw new UsageError("Cannot run sandbox: it takes no arguments; see sandbox --help");
  const port = wholeNumber("SANDBOX_PORT", { min: 0, max: 65_535, fallback: 9389 });
  const host = text("SANDBOX_HOST");
  const platform = newPlatform(readSettings());
  const hook = `/open-apis/bot/v2/hook/${platform.settings.hooks[0]}`;
  const routes = [
    ...platformRoutes(platform, log),
    ...pageRoutes(() => {
      const { arrivals, refusals, epoch } = platform.chat;
      return { items: [...arrivals, ...refusals], epoch };
    }, hook),
  ];
  const stopped = stopSignal();
  const server = await serve(host ? routes : onlyLocal(routes), {
    port,
    host: host || "127.0.0.1",
    onFault: (error) => log("error", `Cannot answer: ${String(error)}`),
  });
  const origin = `http://${host.includes(":") ? `[${host}]` : host || "127.0.0.1"}:${server.port}`;
  print(`Listening on ${origin}`);
  print(`The webhook is ${origin}${hook}`);
  log("info", `Stopping on ${await stopped}`);
  await server.stop(5_000);
  return 0;
});

function readSettings(): Settings {
  const users = readUsers(text("SANDBOX_USERS"));
  if (!users) throw new UsageError("Cannot use SANDBOX_USERS: it is not of the form email=ou_id,email=ou_id");
  return {
    hooks: readList(text("SANDBOX_HOOKS"), defaults.hooks),
    secret: secret("SANDBOX_SECRET"),
    app: {
      id: text("SANDBOX_APP_ID") || defaults.app.id,
      secret: secret("SANDBOX_APP_SECRET") || defaults.app.secret,
    },
    scopes: readList(text("SANDBOX_SCOPES"), defaults.scopes),
    users: users.length ? users : defaults.users,
    rate: flag("SANDBOX_RATE"),
  };
}
