import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../test/support/until.ts";
import { call, type Env, launch, type Running } from "./process.ts";

/** A container engine of our own: it shares nothing with one that the machine may already run. */
export type Engine = {
  socket: string;
  /** The newest version of its API. */
  apiVersion: string;
  /** What a docker client needs to speak to it. */
  env: Env;
  /** Runs the docker client and gives what it prints, trimmed. */
  docker: (...args: string[]) => Promise<string>;
  /** Stops the engine as a service manager does, and starts it again on the same folder. */
  restart: () => Promise<void>;
};

/** Starts an engine whose whole state is in `work`; fails with its own words where it cannot run. */
export async function startEngine(work: string): Promise<Engine> {
  const socket = join(work, "docker.sock");
  const env = {
    HOME: work,
    DOCKER_HOST: `unix://${socket}`,
    DOCKER_CONFIG: join(work, "config"),
    DOCKER_BUILDKIT: "0",
  };
  mkdirSync(env.DOCKER_CONFIG, { recursive: true });
  const docker = async (...args: string[]) => (await call("docker", args, env)).trim();
  let daemon = await boot(work, env.DOCKER_HOST, docker);
  return {
    socket,
    apiVersion: await docker("version", "--format", "{{.Server.APIVersion}}"),
    env,
    docker,
    restart: async () => {
      await daemon.stop();
      daemon = await boot(work, env.DOCKER_HOST, docker);
    },
  };
}

async function boot(work: string, host: string, docker: Engine["docker"]): Promise<Running> {
  const daemon = launch("dockerd", [
    ...["--host", host, "--pidfile", join(work, "dockerd.pid")],
    ...["--data-root", join(work, "data"), "--exec-root", join(work, "exec")],
    // Host networking alone: no bridge, and the machine's packet filter is left as it is.
    ...["--bridge=none", "--iptables=false", "--ip6tables=false"],
    // Where the machine runs containerd, the engine uses that one: under names of its own.
    ...["--containerd-namespace", "shipbell-e2e", "--containerd-plugins-namespace", "shipbell-e2e-plugins"],
  ]);
  const answers = async () => {
    if (daemon.ended()) throw new Error(`dockerd ended: ${daemon.log().trim().slice(-500)}`);
    return docker("version", "--format", "{{.Server.Version}}").catch(() => null);
  };
  try {
    await until("the engine answers", answers, 90);
  } catch (error) {
    await daemon.stop();
    throw error;
  }
  return daemon;
}
