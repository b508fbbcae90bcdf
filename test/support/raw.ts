import { connect } from "node:net";
import type { TestContext } from "node:test";

/** A bare connection: what comes back is collected as text. */
export type Raw = {
  send: (bytes: string | Buffer) => void;
  /** Everything that has arrived. */
  text: () => string;
  /** Closes this side and lets the peer answer. */
  end: () => void;
  /** Breaks the connection at once. */
  cut: () => void;
  /** Resolves with everything that arrived once the peer has closed. */
  closed: Promise<string>;
};

/** Connects to a port of this machine; the connection ends with the test. */
export async function connectRaw(t: TestContext, port: number, host = "127.0.0.1"): Promise<Raw> {
  const socket = connect({ port, host });
  let text = "";
  socket.setEncoding("latin1").on("data", (chunk: string) => (text += chunk));
  socket.on("error", () => {}); // a reset is one way in which the peer closes
  const closed = new Promise<string>((resolve) => socket.on("close", () => resolve(text)));
  t.after(() => socket.destroy());
  await new Promise<void>((resolve) => socket.once("connect", resolve));
  return {
    send: (bytes) => void socket.write(bytes),
    text: () => text,
    end: () => void socket.end(),
    cut: () => void socket.resetAndDestroy(),
    closed,
  };
}
