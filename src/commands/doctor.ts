import { print } from "../cli/print.ts";
import { type Errand, expectNoWords } from "./errand.ts";
import { examineApp } from "./examine-app.ts";
import { examineConfig } from "./examine-config.ts";
import { examineFiles } from "./examine-files.ts";
import { examineProxy } from "./examine-proxy.ts";
import { examineSettings } from "./examine-settings.ts";
import { findingLines } from "./finding.ts";

/** `hook doctor`: a line for each thing that a card needs; 1 when one of them is missing. Writes to nobody. */
export async function doctor(errand: Errand): Promise<number> {
  expectNoWords(errand, ["--command"]);
  const { findings, config } = examineConfig(errand);
  const proxy = examineProxy(errand);
  const isReachable = config !== null && proxy.isGood;
  const all = [
    ...findings,
    ...examineFiles(errand),
    proxy,
    ...(isReachable ? await examineApp(errand.bot(config), config.receivers) : []),
    ...examineSettings(errand),
  ];
  for (const finding of all) print(findingLines(finding));
  return all.every(({ isGood }) => isGood) ? 0 : 1;
}
