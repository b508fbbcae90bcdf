/** What SQLite or the file system says of a failure, in a few words. */
export function reasonOf(error: unknown): string {
  const { errstr, code, message } = error as { errstr?: string; code?: string; message: string };
  return errstr ?? (code?.startsWith("ERR_") ? message : (code ?? message));
}
