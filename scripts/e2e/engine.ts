import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../test/support/until.ts";
import { here, type Place } from "./place.ts";
import type { Env, Running } from "./process.ts";

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

/** Where an engine is, and what it does with the network there. */
export type Seat = {
  place: Place;
  /** Its socket as the place names it, and as this machine does. */
  host: string;
  socket: string;
  options: string[];
  env: Env;
};

/** On this machine, with host networking alone: no bridge, and the packet filter is left as it is. */
const onThisMachine = (work: string): Seat => ({
  place: here,
  host: `unix://${join(work, "docker.sock")}`,
  socket: join(work, "docker.sock"),
  options: ["--bridge=none", "--iptables=false", "--ip6tables=false"],
  env: {},
});

/** Starts an engine whose whole state is in `work`; fails with its own words where it cannot run. */
export async function startEngine(work: string, seat: Seat = onThisMachine(work)): Promise<Engine> {
  const env = {
    HOME: work,
    DOCKER_HOST: seat.host,
    DOCKER_CONFIG: join(work, "config"),
    DOCKER_BUILDKIT: "0",
  };
  mkdirSync(env.DOCKER_CONFIG, { recursive: true });
  const docker = async (...args: string[]) => (await seat.place.call("docker", args, env)).trim();
  let daemon = await boot(work, seat, docker);
  return {
    socket: seat.socket,
    apiVersion: await docker("version", "--format", "{{.Server.APIVersion}}"),
    env,
    docker,
    restart: async () => {
      await daemon.stop();
      daemon = await boot(work, seat, docker);
    },
  };
}

async function boot(work: string, seat: Seat, docker: Engine["docker"]): Promise<Running> {
  const { place, host, options, env } = seat;
  const args = [
    ...["--host", host, "--pidfile", join(work, "dockerd.pid")],
    ...["--data-root", join(work, "data"), "--exec-root", join(work, "exec")],
    // Where the machine runs containerd, the engine uses that one: under names of its own.
    ...["--containerd-namespace", "shipbell-e2e", "--containerd-plugins-namespace", "shipbell-e2e-plugins"],
  ];
  const daemon = place.launch("dockerd", [...args, ...options], env);
  const answers = async () => {
    if (daemon.ended()) throw new Error(`dockerd ended: ${daemon.log().trim().split("\n").at(-1)}`);
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
