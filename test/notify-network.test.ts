import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { certificate } from "./support/certificate.ts";
import { folder } from "./support/folder.ts";
import { startPeer } from "./support/peer.ts";
import { startProxy } from "./support/proxy.ts";
import { run } from "./support/spawn.ts";

const update = JSON.stringify({ message: "Found new image\nStarted new container /admin-web" });

test("a card whose reply is lost in a proxy's tunnel is not sent twice", async (t) => {
  const tls = certificate();
  const file = join(folder(t), "ca.pem");
  writeFileSync(file, tls.cert);
  const cut = { body: "{", headers: { "content-length": "99", connection: "close" } };
  const { port, requests } = await startPeer(t, [cut, { body: { code: 0 } }], { tls });
  const env = {
    CHAT_WEBHOOK_URL: `https://localhost:${port}/hook/x`,
    HTTPS_PROXY: (await startProxy(t)).origin,
    NODE_EXTRA_CA_CERTS: file,
  };
  const { code, stdout, stderr } = await run(t, "notify", update, { env });
  assert.deepEqual([code, stdout, requests.length], [1, "", 1]);
  assert.equal(
    stderr,
    "Cannot notify: the connection ended in the middle of the answer; the card may have arrived all the same\n",
  );
});
