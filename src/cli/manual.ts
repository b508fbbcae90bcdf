/** What `--help` says of an executable; `options` also decide what the command line accepts. */
export type Manual = {
  name: string;
  /** One sentence. */
  purpose: string;
  /** The forms of the command line, without the name. */
  usage: string[];
  input?: string;
  /** What its first word can ask for. */
  commands?: Term[];
  variables?: Term[];
  options?: Term[];
  exits: Term[];
  example: string;
};

/** A name and what it means. An option that takes a value is written `--name <value>`. */
export type Term = [name: string, meaning: string];

const common: Term[] = [
  ["--help", "show this text"],
  ["--version", "show the version"],
];

/** The help text of an executable, without a trailing newline. */
export function renderManual(manual: Manual): string {
  const { name, purpose, usage, input, commands = [], variables = [], options = [], exits, example } = manual;
  const forms = usage.map((form) => `${name} ${form}`.trimEnd());
  return [
    `${name}: ${purpose}`,
    section("Usage", forms),
    section("Input", input ? input.split("\n") : []),
    section("Commands", table(commands)),
    section("Variables", table(variables)),
    section("Options", table([...options, ...common])),
    section("Exit codes", table(exits)),
    section("Example", example.split("\n")),
  ]
    .filter(Boolean)
    .join("\n\n");
}

function section(title: string, lines: string[]): string {
  return lines.length ? [`${title}:`, ...lines.map((line) => `  ${line}`)].join("\n") : "";
}

function table(terms: Term[]): string[] {
  const width = Math.max(0, ...terms.map(([term]) => term.length));
  return terms.flatMap(([term, meaning]) =>
    meaning.split("\n").map((line, i) => `${(i ? "" : term).padEnd(width)}  ${line}`),
  );
}
