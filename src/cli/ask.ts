import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { printPart } from "./print.ts";

/** Puts questions to the person at standard input; where that is no terminal, its lines are the answers. */
export type Asker = {
  /** True when a person sits there, who can be asked again. */
  isPerson: boolean;
  /** The answer, trimmed. Like the others, rejects with NoAnswer when there is none. */
  ask: (question: string) => Promise<string>;
  /** The answer as it was typed: a line of a longer text, whose indentation may matter. */
  askLine: (question: string) => Promise<string>;
  /** The answer, shown nowhere while it is typed. */
  askSecret: (question: string) => Promise<string>;
  /** True for yes and false for no; `fallback` when the answer is empty. */
  confirm: (question: string, fallback: boolean) => Promise<boolean>;
  close: () => void;
};

/** There is no answer: the input has ended, or the person pressed Ctrl-C. */
export class NoAnswer extends Error {}

/** Opens the conversation, on standard error so that standard output stays free. It must be closed. */
export function openAsker(): Asker {
  const isPerson = process.stdin.isTTY === true;
  // Shown only while a question is open whose answer may be seen: what is typed ahead may be the secret.
  let isShown = false;
  const screen = new Writable({
    write: (chunk, _encoding, next) => {
      if (isShown) printPart(String(chunk));
      next();
    },
  });
  // While this is open the terminal itself echoes nothing. No history: it would keep the secret.
  const terminal = createInterface({
    input: process.stdin,
    output: screen,
    terminal: isPerson,
    historySize: 0,
  });
  terminal.on("line", () => {
    isShown = false;
  });
  // Piped input may end while its last lines are still to be read; a closed terminal takes no prompt.
  let isOpen = true;
  terminal.once("close", () => {
    isOpen = false;
  });
  const lines = terminal[Symbol.asyncIterator]();

  const read = async () => {
    const { value, done } = await lines.next();
    if (done) throw new NoAnswer("the input ended before the answer");
    return value;
  };
  const askLine = async (question: string) => {
    isShown = true;
    if (isOpen) {
      terminal.setPrompt(question); // it is written anew whenever the answer is edited
      terminal.prompt();
    } else printPart(question);
    const answer = await read();
    if (!isPerson) printPart("\n");
    return answer;
  };
  const ask = async (question: string) => (await askLine(question)).trim();
  const askSecret = async (question: string) => {
    printPart(question);
    const answer = (await read()).trim();
    printPart("\n");
    return answer;
  };
  const confirm = async (question: string, fallback: boolean) => {
    const answer = await ask(`${question} [${fallback ? "Y/n" : "y/N"}] `);
    return answer ? /^y/i.test(answer) : fallback;
  };
  return { isPerson, ask, askLine, askSecret, confirm, close: () => terminal.close() };
}
