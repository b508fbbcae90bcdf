/** Wrong usage or wrong configuration: `run` prints the message and exits with 64 (EX_USAGE of sysexits.h). */
export class UsageError extends Error {}
