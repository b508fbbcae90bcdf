import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { type AddressInfo, createServer as createSilentServer } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { certificate } from "./support/certificate.ts";
import { folder } from "./support/folder.ts";
import { closedPort, startPeer, type Turn } from "./support/peer.ts";
import { newPerson, type Person } from "./support/person.ts";
import { startPlatform } from "./support/platform.ts";
import { startProxy } from "./support/proxy.ts";

// One event on its way through what a company's network puts into it.

const done = { code: 0, signal: null, stdout: "", stderr: "" };
const idle = '{"hook_event_name":"Notification","notification_type":"idle_prompt","cwd":"/home/dev/shop"}';
const app = { HOOK_APP_ID: "cli_a", HOOK_APP_SECRET: "the-app-secret", HOOK_OPEN_ID: "ou_a" };
const token = `t-${"0123456789abcdef".repeat(2)}`;
const given: Turn = { body: { code: 0, msg: "ok", tenant_access_token: token, expire: 7200 } };
const ok: Turn = { body: { code: 0, msg: "success", data: { message_id: "om_1" } } };

function fileOf(t: TestContext, text: string): string {
  const file = join(folder(t), "file.pem");
  writeFileSync(file, text);
  return file;
}

for (const host of ["localhost", "127.0.0.1"]) {
  test(`the card goes over HTTPS to ${host}, whose authority NODE_EXTRA_CA_CERTS names`, async (t) => {
    const tls = certificate();
    const { port, requests } = await startPeer(t, [given, ok], { tls });
    const env = {
      ...app,
      MESSAGING_API: `https://${host}:${port}/api`,
      NODE_EXTRA_CA_CERTS: fileOf(t, tls.cert),
    };
    assert.deepEqual(await newPerson(t).hook([], { stdin: idle, env }), done);
    assert.deepEqual(
      requests.map(({ target, headers }) => [target, headers.authorization]),
      [
        ["/api/auth/v3/tenant_access_token/internal", undefined],
        ["/api/im/v1/messages?receive_id_type=open_id", `Bearer ${token}`],
      ],
    );
  });
}

const untrusted: [why: string, authority: (t: TestContext) => Record<string, string>][] = [
  ["that nobody vouches for", () => ({})],
  [
    "that another authority's file does not cover",
    (t) => ({ NODE_EXTRA_CA_CERTS: fileOf(t, certificate().cert) }),
  ],
];

for (const [why, authority] of untrusted) {
  test(`a certificate ${why} ends it in one line that says what to set, and nothing is sent`, async (t) => {
    const { origin, requests } = await startPeer(t, [given, ok], { tls: certificate() });
    const ended = await newPerson(t).hook([], {
      stdin: idle,
      env: { ...app, MESSAGING_API: origin, ...authority(t) },
    });
    const stderr =
      "Cannot send the card to ou_a: self-signed certificate; NODE_EXTRA_CA_CERTS can name a file that holds its authority\n";
    assert.deepEqual(ended, { ...done, code: 1, stderr });
    assert.equal(requests.length, 0);
  });
}

const onlyLinux = { skip: process.platform !== "linux" && "127.0.0.2 is this machine on Linux alone" };

test(
  "a certificate of another host, though its authority is known, ends it in one line",
  onlyLinux,
  async (t) => {
    const tls = certificate();
    const asked: string[] = [];
    const server = createServer(tls, (request, response) => {
      asked.push(request.url ?? "");
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.2", resolve));
    t.after(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const env = {
      ...app,
      MESSAGING_API: `https://127.0.0.2:${port}`,
      NODE_EXTRA_CA_CERTS: fileOf(t, tls.cert),
    };
    const { code, stdout, stderr } = await newPerson(t).hook([], { stdin: idle, env });
    assert.deepEqual([code, stdout, asked], [1, "", []]);
    assert.match(
      stderr,
      /^Cannot send the card to ou_a: Hostname\/IP does not match certificate's [^\n]*\n$/,
    );
  },
);

/** What the platform is asked for one card. */
const questions = (api: string) => [
  `POST ${api}/auth/v3/tenant_access_token/internal`,
  `POST ${api}/im/v1/messages?receive_id_type=open_id`,
];

for (const name of ["HTTP_PROXY", "http_proxy"]) {
  test(`${name} is used for a platform over HTTP`, async (t) => {
    const platform = await startPlatform(t);
    const proxy = await startProxy(t);
    const person = newPerson(t, platform);
    assert.deepEqual(await person.hook([], { stdin: idle, env: { [name]: proxy.origin } }), done);
    assert.deepEqual([platform.messages().length, proxy.asked], [1, questions(platform.api)]);
  });
}

for (const name of ["HTTPS_PROXY", "https_proxy"]) {
  test(`${name} is used for a platform over HTTPS, by CONNECT, and what is said there stays secret`, async (t) => {
    const tls = certificate();
    const { port, requests } = await startPeer(t, [given, ok], { tls });
    const proxy = await startProxy(t);
    const trusted = { MESSAGING_API: `https://localhost:${port}`, NODE_EXTRA_CA_CERTS: fileOf(t, tls.cert) };
    const env = { ...app, ...trusted, [name]: proxy.origin };
    assert.deepEqual(await newPerson(t).hook([], { stdin: idle, env }), done);
    assert.deepEqual([...new Set(proxy.asked)], [`CONNECT localhost:${port}`]);
    assert.deepEqual([requests.length, requests[1]?.headers.authorization], [2, `Bearer ${token}`]);
  });
}

test("a certificate that nobody vouches for ends it in a tunnel too", async (t) => {
  const { port, requests } = await startPeer(t, [given, ok], { tls: certificate() });
  const proxy = await startProxy(t);
  const env = { ...app, MESSAGING_API: `https://localhost:${port}`, HTTPS_PROXY: proxy.origin };
  const { code, stdout, stderr } = await newPerson(t).hook([], { stdin: idle, env });
  assert.deepEqual([code, stdout, requests.length], [1, "", 0]);
  assert.match(
    stderr,
    /^Cannot send the card to ou_a: self-signed certificate; NODE_EXTRA_CA_CERTS [^\n]*\n$/,
  );
});

const exceptions: [env: Record<string, string>, isAsked: boolean][] = [
  [{ NO_PROXY: "127.0.0.1" }, false],
  [{ no_proxy: "127.0.0.1" }, false],
  [{ NO_PROXY: "example.com,127.0.0.1" }, false],
  [{ NO_PROXY: "*" }, false],
  [{ NO_PROXY: "example.com" }, true],
  [{ NO_PROXY: "" }, true],
];

for (const [env, isAsked] of exceptions) {
  test(`with ${JSON.stringify(env)} the card goes ${isAsked ? "through" : "past"} the proxy`, async (t) => {
    const platform = await startPlatform(t);
    const proxy = await startProxy(t);
    const all = { HTTP_PROXY: proxy.origin, ...env };
    assert.deepEqual(await newPerson(t, platform).hook([], { stdin: idle, env: all }), done);
    assert.deepEqual([platform.messages().length, proxy.asked.length], [1, isAsked ? 2 : 0]);
  });
}

test("the other scheme's proxy has no part in it", async (t) => {
  const platform = await startPlatform(t);
  const proxy = await startProxy(t);
  assert.deepEqual(
    await newPerson(t, platform).hook([], { stdin: idle, env: { HTTPS_PROXY: proxy.origin } }),
    done,
  );
  assert.deepEqual([platform.messages().length, proxy.asked], [1, []]);
});

const password = "pass-of-the-proxy";
const login = `dev:${password}`;

test("the proxy is given the name and the password of its address", async (t) => {
  const platform = await startPlatform(t);
  const proxy = await startProxy(t, login);
  const person = newPerson(t, platform);
  const env = { HTTP_PROXY: proxy.origin.replace("//", `//${login}@`) };
  assert.deepEqual(await person.hook([], { stdin: idle, env }), done);
  assert.deepEqual([platform.messages().length, proxy.asked], [1, questions(platform.api)]);
  assert.ok(!logOf(person).includes(password));
});

type Barrier = (t: TestContext) => Promise<string>;

const absent: Barrier = async () => `http://127.0.0.1:${await closedPort()}`;
const forOthers: Barrier = async (t) => (await startProxy(t, "x:y")).origin;
const noProxy: Barrier = async (t) => (await startPeer(t, [])).origin;

/** Takes every connection, and says nothing. */
const silent: Barrier = async (t) => {
  const server = createSilentServer((socket) => void t.after(() => socket.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const barriers: [why: string, api: string, barrier: Barrier, stderr: RegExp][] = [
  ["is not there", "https://chat.invalid", absent, /: connect ECONNREFUSED 127\.0\.0\.1:\d+$/m],
  ["wants another login", "https://chat.invalid", forOthers, /tunnel .* 407 Proxy Authentication Required$/m],
  ["wants another login for plain HTTP", "http://chat.invalid", forOthers, /replied HTTP 407: log in$/m],
  ["is none", "https://chat.invalid", noProxy, /: .*(?:ended|closed|hang up|ECONNRESET|tunnel)/],
  ["says nothing", "https://chat.invalid", silent, /: no answer within [\d.]+ s$/m],
];

for (const [why, api, barrier, expected] of barriers) {
  test(`a proxy that ${why} ends it in one line without the proxy's password`, async (t) => {
    const address = (await barrier(t)).replace("//", `//${login}@`);
    const person = newPerson(t);
    const env = { ...app, MESSAGING_API: api, HTTPS_PROXY: address, HTTP_PROXY: address };
    const { code, stdout, stderr } = await person.hook([], { stdin: idle, env });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, /^Cannot send the card to ou_a: [^\n]*\n$/);
    assert.match(stderr, expected);
    for (const text of [stderr, logOf(person)]) assert.ok(!text.includes(password), text);
  });
}

function logOf({ home, read }: Person): string {
  return read(join(home, ".local/state/shipbell/hook.log"));
}

/** A reply that promises more than comes before the connection ends in order. */
const cut: Turn = { ...given, headers: { "content-length": "999", connection: "close" } };

for (const way of ["directly", "through a proxy"]) {
  const envOf = async (t: TestContext, origin: string) => ({
    ...{ ...app, MESSAGING_API: origin },
    ...(way === "through a proxy" && { HTTP_PROXY: (await startProxy(t)).origin }),
  });

  test(`a token whose reply is cut in its middle is asked for once more, ${way}`, async (t) => {
    const { origin, requests } = await startPeer(t, [cut, given, ok]);
    assert.deepEqual(await newPerson(t).hook([], { stdin: idle, env: await envOf(t, origin) }), done);
    assert.deepEqual([requests.length, requests[2]?.headers.authorization], [3, `Bearer ${token}`]);
  });

  test(`a token whose reply is cut each time ends it in one line, ${way}`, async (t) => {
    const { origin, requests } = await startPeer(t, [cut]);
    const person = newPerson(t);
    const stderr = "Cannot send the card to ou_a: the connection ended in the middle of the answer\n";
    const ended = await person.hook([], { stdin: idle, env: await envOf(t, origin) });
    assert.deepEqual(ended, { ...done, code: 1, stderr });
    assert.equal(requests.length, 2);
    assert.equal(person.read(join(person.home, ".local/state/shipbell/token.json")), "");
  });
}
