/** What Node advises on a certificate of an unknown authority: an executable takes no options of Node. */
const adviceOfNode = /; if the root CA is installed locally, .*$/;

/** What a failed connection says of itself. */
export function reasonOf(error: NodeJS.ErrnoException & { errors?: Error[] }): string {
  // A name with several addresses fails with an AggregateError whose own message is empty.
  const reason = error.message || error.errors?.[0]?.message || error.code || "the connection failed";
  return reason.replace(adviceOfNode, "; NODE_EXTRA_CA_CERTS can name a file that holds its authority");
}
