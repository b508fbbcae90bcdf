// notify: one updater payload on standard input → one card in the group chat → exit code.
import { previewCard } from "./chat/preview.ts";
import { requestBody } from "./chat/sign.ts";
import { sendCard } from "./chat/webhook.ts";
import { flag, isWebAddress, secret, wantsProxy } from "./cli/env.ts";
import { oneLine } from "./cli/log.ts";
import type { Manual } from "./cli/manual.ts";
import { fail, print } from "./cli/print.ts";
import { run } from "./cli/run.ts";
import { readStdin } from "./cli/stdin.ts";
import { UsageError } from "./cli/usage.ts";
import { updateCard } from "./deploy/card.ts";
import { isChange, parseUpdate } from "./deploy/payload.ts";

const manual: Manual = {
  name: "notify",
  purpose: "puts one container update as a card into a group chat.",
  usage: ["< payload.json", "--dry-run < payload.json", "--preview < payload.json"],
  input:
    "One JSON object: {title, message} as Watchtower sends it, {Action, Name, ImageName},\n" +
    "or a document of Watchtower's json.v1 or porcelain.json template. Anything else sends nothing.",
  variables: [
    ["CHAT_WEBHOOK_URL", "address of the group's bot; required, a secret (or CHAT_WEBHOOK_URL_FILE)"],
    ["CHAT_WEBHOOK_SECRET", "the bot's signing secret, if it has one (or CHAT_WEBHOOK_SECRET_FILE)"],
    ["CHAT_ONLY_CHANGES", "1: send nothing when nothing was updated"],
    [
      "CHAT_FLAG_FAILURES",
      "1: a yellow card that lists the containers that failed;\nwith CHAT_ONLY_CHANGES, a failure is sent too",
    ],
    ["TZ", "time zone of the card's time"],
    ["HTTPS_PROXY, NO_PROXY", "the corporate proxy, and what does not need it (HTTP_PROXY too)"],
  ],
  options: [
    ["--dry-run", "print the request body, send nothing"],
    ["--preview", "print the card as a person reads it, send nothing"],
  ],
  exits: [
    ["0", "the card is in the chat, or there was nothing to send"],
    ["1", "CHAT_WEBHOOK_URL is empty, or the card was not accepted"],
    ["64", "wrong usage or configuration"],
  ],
  example: `echo '{"message":"Creating /admin-web"}' | notify --preview`,
};

run(manual, async (args) => {
  if (args.rest.length) throw new UsageError("Cannot run notify: it takes no arguments; see notify --help");
  const onlyShows = args.has("--dry-run") || args.has("--preview");
  const url = readUrl();
  if (!url && !onlyShows) return fail("Cannot notify: CHAT_WEBHOOK_URL is empty");
  const key = secret("CHAT_WEBHOOK_SECRET");
  const [onlyChanges, flagFailures] = [flag("CHAT_ONLY_CHANGES"), flag("CHAT_FLAG_FAILURES")];

  const update = parseUpdate(await readStdin());
  if (update.kind === "ignored") return fail(`Nothing sent: ${oneLine(update.why)}`, 0);
  if (onlyChanges && !isChange(update, flagFailures)) return done("Nothing sent: nothing was updated");

  const message = updateCard(update, new Date(), { flagFailures });
  if (args.has("--dry-run")) print(requestBody(message, key, Date.now()));
  if (args.has("--preview")) print(previewCard(message.card, process.stdout.isTTY));
  if (onlyShows) return 0;

  const sent = await sendCard({ url, secret: key, proxy: wantsProxy() }, message);
  if (sent.ok) return done("Notified the group chat");
  return fail(`Cannot notify: ${sent.text}${sent.remedy && `\n${sent.remedy}`}`);
});

function done(line: string): number {
  print(line);
  return 0;
}

/** The address of the group's bot, "" when there is none. It is never shown: whoever has it can post. */
function readUrl(): string {
  const url = secret("CHAT_WEBHOOK_URL");
  if (!url || isWebAddress(url)) return url;
  throw new UsageError("Cannot use CHAT_WEBHOOK_URL: it is no http or https address");
}
