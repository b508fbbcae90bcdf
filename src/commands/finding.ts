/** One thing that the doctor looked at. */
export type Finding = {
  isGood: boolean;
  text: string;
  /** What to do about what is not good. */
  todo?: string;
};

export function good(text: string): Finding {
  return { isGood: true, text };
}

export function bad(text: string, todo: string): Finding {
  return { isGood: false, text, todo };
}

/** `✓ text`, or `✗ text` with what to do below. */
export function findingLines({ isGood, text, todo }: Finding): string {
  return `${isGood ? "✓" : "✗"} ${text}${todo ? `\n  ${todo}` : ""}`;
}
