// `reader.ts <limit> <patience> <code>` reads one document from standard input, says what came of it, and exits.
import { readDocument } from "../../src/cli/eager.ts";
import { print } from "../../src/cli/print.ts";
import { run } from "../../src/cli/run.ts";

const [limit = 0, patience = 0, code = 0] = process.argv.splice(2).map(Number);

run({ name: "reader", purpose: "", usage: [], exits: [], example: "" }, async () => {
  const { text, value, why } = await readDocument({ limit, patience });
  print(why || `${Buffer.byteLength(text)} bytes: ${JSON.stringify(value)}`);
  return code;
});
