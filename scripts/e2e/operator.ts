import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Engine, startEngine } from "./engine.ts";
import { type Built, buildProgram, type Source } from "./golang.ts";
import { importBase, tryContainer } from "./images.ts";
import { call, which } from "./process.ts";
import { publishServers, publishUpdater } from "./published.ts";
import { type Registry, startRegistry, type Tls } from "./registry.ts";
import { type Server, startServer } from "./server.ts";

/** Whoever deploys the arrangement: a server with an engine and Compose, a registry, a copy of this repository. */
export type Operator = {
  server: Server;
  engine: Engine;
  registry: Registry;
  /** What `docker login` has written. */
  login: string;
  /** Where the front ends' pages are kept. */
  site: string;
  /** Writes .env: .env.example with these values. */
  fillIn: (values: Record<string, string>) => void;
  /** Runs `docker compose` in the copy, and gives what it prints. */
  compose: (...args: string[]) => Promise<string>;
  /** Runs a shell's command there. */
  shell: (command: string) => Promise<string>;
};

/** The plug-in of the docker client, from the Go module registry. */
const composeSource: Source = ["compose", "github.com/docker/compose/v2@v2.40.3", "./cmd"];

const root = join(import.meta.dirname, "../..");
const needed = ["haproxy", "openssl"];
const copied = [
  ...["compose.yaml", ".env.example", "Dockerfile.relay", "Dockerfile.reloader", ".dockerignore", "LICENSE"],
  ...["bin/relay", "bin/notify", "bin/reloader"],
];

/** Prepares everything up to `docker compose build`; a text tells what this machine lacks for that. */
export async function newOperator(work: string, updaters: Built[]): Promise<Operator | string> {
  const lacks = needed.filter((program) => !which(program));
  if (lacks.length) return `this machine lacks ${lacks.join(", ")}`;
  mkdirSync(work, { recursive: true });
  const certificate = join(work, "certificate.pem");
  const images = join(work, "images");
  const ground = await ableGround(work, certificate, images);
  if (typeof ground === "string") return ground;
  const composer = await buildProgram(work, composeSource);
  if ("why" in composer) return composer.why;
  const { server, engine } = ground;
  const plugins = join(work, "config/cli-plugins");
  mkdirSync(plugins, { recursive: true });
  symlinkSync(composer.file, join(plugins, "docker-compose"));

  const tls = await newCertificate(certificate, join(work, "key.pem"), server.address);
  const registry = await startRegistry(join(work, "registry"), server, tls);
  await engine.docker("login", "-u", registry.user, "-p", registry.password, registry.address);
  await publishServers(engine, images);
  for (const one of updaters) if ("file" in one) await publishUpdater(engine, images, one, certificate);

  const copy = join(work, "shipbell");
  for (const name of copied) cpSync(join(root, name), join(copy, name));
  const shell = (command: string) => server.call("sh", ["-c", command], engine.env, copy);
  const compose = (...args: string[]) => server.call("docker", ["compose", ...args], engine.env, copy);
  const fillIn = (values: Record<string, string>) => {
    const example = readFileSync(join(copy, ".env.example"), "utf8");
    writeFileSync(join(copy, ".env"), filled(example, values), { mode: 0o600 });
  };
  fillIn({ CHAT_WEBHOOK_URL: "later", NOTIFIER_TOKEN: "later", DOCKER_GID: "0" }); // Compose asks for them
  await compose("build", "--build-arg", `BASE=${await importBase(engine, join(images, "base"))}`);
  const login = join(work, "config/config.json");
  return { server, engine, registry, login, site: join(work, "site"), fillIn, compose, shell };
}

/** A server whose engine has run a container in a network, or the words of why there is none. */
async function ableGround(
  work: string,
  certificate: string,
  images: string,
): Promise<{ server: Server; engine: Engine } | string> {
  try {
    const server = await startServer(work, certificate);
    const host = "unix:///var/run/docker.sock";
    const socket = join(server.run, "docker.sock");
    const env = { SSL_CERT_FILE: certificate };
    const engine = await startEngine(work, { place: server, host, socket, options: [], env });
    await tryContainer(engine, join(images, "busybox"), "bridge");
    return { server, engine };
  } catch (error) {
    return (error as Error).message;
  }
}

/** A certificate that is its own authority. */
async function newCertificate(certificate: string, key: string, address: string): Promise<Tls> {
  await call("openssl", [
    ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"],
    ...["-subj", "/CN=registry", "-addext", `subjectAltName=IP:${address}`],
    ...["-keyout", key, "-out", certificate],
  ]);
  return { certificate, key };
}

/** The example with these values; each of them must stand in it. */
function filled(example: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((text, [name, value]) => {
    const line = new RegExp(`^${name}=.*$`, "m");
    if (!line.test(text)) throw new Error(`.env.example does not have ${name}`);
    return text.replace(line, () => `${name}=${value}`);
  }, example);
}
