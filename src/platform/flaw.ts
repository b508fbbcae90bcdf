/** Why the platform cannot make a card of what was sent: its sub-code, its text, and the value at fault. */
export type Flaw = { code: number; msg: string; value: string };

/** The card is not built as a card must be. */
export function malformed(value: string): Flaw {
  return { code: 200621, msg: "parse card json err, please check whether the card json is correct", value };
}

/** The platform's way to put a flaw into the text of a refusal. */
export function describeFlaw({ code, msg, value }: Flaw): string {
  return `, ext=ErrCode: ${code}; ErrMsg: ${msg}; ErrorValue: ${value}; `;
}
