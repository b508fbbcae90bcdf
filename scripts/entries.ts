/** One executable: an entry in `src/`, and the Node options that are baked into it. */
export type Entry = {
  name: string;
  execArgv: string[];
  /**
   * Of a process that starts for every event: what it usually does, with the platform that it writes to at
   * `origin`. It is tried out when it is built, so that V8 need not compile it at every start.
   */
  usual?: (origin: string) => { env: Record<string, string>; stdin: string };
};

/**
 * For a process that starts for every event. V8's four background threads take time to start that 30 ms
 * never earn back, and with 1 MiB for young objects, V8's own choice, TLS would not fit without a collection.
 * Nor does it live long enough for a debugger, for which a thread waits for SIGUSR1.
 */
const brief = ["--v8-pool-size=1", "--min-semi-space-size=2", "--disable-sigusr1"];

/** All executables, in the order in which they are built. */
export const entries: Entry[] = [
  { name: "relay", execArgv: [] },
  {
    name: "notify",
    execArgv: brief,
    usual: (origin) => ({
      env: { CHAT_WEBHOOK_URL: `${origin}/hook/trial` },
      stdin: JSON.stringify({ message: "Creating /admin-web\n" }),
    }),
  },
  {
    name: "hook",
    execArgv: brief,
    usual: (origin) => ({
      env: {
        HOOK_APP_ID: "cli_trial",
        HOOK_APP_SECRET: "trial",
        HOOK_OPEN_ID: "ou_trial",
        MESSAGING_API: origin,
      },
      stdin: JSON.stringify({
        hook_event_name: "Stop",
        cwd: "/home/dev/my_shop_v2",
        session_id: "6e47eb46-e29f-483c-b601-947657688413",
        last_assistant_message: "All tests pass, and the summary is long enough to be shown in a card.",
      }),
    }),
  },
  {
    name: "feedback",
    execArgv: brief,
    usual: (origin) => ({
      env: { GITHUB_API_URL: origin, FEEDBACK_REPO: "team/rules", GH_TOKEN: "token-of-the-trial" },
      stdin: JSON.stringify({
        type: "bug",
        component: "rules",
        priority: "high",
        title: "A rule is read twice",
        description: "The second reading overrules the first.\n\nSeen since the last upgrade.",
        reproduce_steps: "1. Open the project\n2. Ask for the rules",
      }),
    }),
  },
  { name: "sandbox", execArgv: [] },
  // The network and nothing else: no file, no child process, no worker. What is below /certs is the
  // exception, because which folder holds the engine's certificates is not known when this is built.
  // It reads a few lines a day: a compiler would take 20 MB and never earn it back, and without one no
  // memory is both written and executed.
  {
    name: "reloader",
    execArgv: [...["--permission", "--allow-fs-read=/certs/*"], ...["--jitless", "--max-semi-space-size=1"]],
  },
];
