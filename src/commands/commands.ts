import { doctor } from "./doctor.ts";
import type { Command } from "./errand.ts";
import { install } from "./install.ts";
import { lookup } from "./lookup.ts";
import { send } from "./send.ts";
import { setup } from "./setup.ts";
import { test } from "./test.ts";
import { uninstall } from "./uninstall.ts";

const commands: Record<string, Command> = { setup, install, uninstall, lookup, send, test, doctor };

/** What a person calls by this name. */
export function commandNamed(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command) return command;
  throw new Error(`there is no command ${name}`);
}
