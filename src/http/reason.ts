/** What a failed connection says of itself. */
export function reasonOf(error: NodeJS.ErrnoException & { errors?: Error[] }): string {
  // A name with several addresses fails with an AggregateError whose own message is empty.
  return error.message || error.errors?.[0]?.message || error.code || "the connection failed";
}
