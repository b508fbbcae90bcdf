import assert from "node:assert/strict";
import { test } from "node:test";
import { isLocal } from "../../src/http/peer.ts";

const rows: [
  why: string,
  remoteAddress: string | undefined,
  localAddress: string | undefined,
  local: boolean,
][] = [
  ["IPv4 loopback", "127.0.0.1", "127.0.0.1", true],
  ["the rest of 127/8", "127.8.9.10", "127.0.0.1", true],
  ["IPv4 loopback on a dual-stack socket", "::ffff:127.0.0.1", "::ffff:127.0.0.1", true],
  ["IPv6 loopback", "::1", "::1", true],
  ["the machine's own address", "10.0.0.5", "10.0.0.5", true],
  ["the machine's own address, shown in two ways", "::ffff:10.0.0.5", "10.0.0.5", true],
  ["another machine", "10.0.0.6", "10.0.0.5", false],
  ["another machine on a dual-stack socket", "::ffff:10.0.0.6", "::ffff:10.0.0.5", false],
  ["an address that only begins like loopback", "127.0.0.1.example", "10.0.0.5", false],
  ["an IPv6 address that ends like loopback", "2001:db8::1", "2001:db8::2", false],
  ["a connection that is gone", undefined, undefined, false],
];

for (const [why, remoteAddress, localAddress, local] of rows) {
  test(`isLocal is ${local}: ${why}`, () => {
    assert.equal(isLocal({ remoteAddress, localAddress } as Parameters<typeof isLocal>[0]), local);
  });
}
