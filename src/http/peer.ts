import type { Socket } from "node:net";

/** The two ends of a connection. */
export type Peer = Pick<Socket, "remoteAddress" | "localAddress">;

/**
 * True when the other end is on this machine: a loopback address, or the very address that it connected
 * to (a server bound to one address is reached from its own machine by that address).
 */
export function isLocal({ remoteAddress, localAddress }: Peer): boolean {
  const peer = plain(remoteAddress);
  return peer === "::1" || /^127\.\d+\.\d+\.\d+$/.test(peer) || (peer !== "" && peer === plain(localAddress));
}

/** An IPv4 peer of a dual-stack socket shows as `::ffff:127.0.0.1`. */
function plain(address = ""): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, "");
}
