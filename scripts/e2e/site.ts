import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { images } from "./images.ts";
import type { Machine } from "./machine.ts";

/** What a container does that is there: nothing, until it is told to end. */
const idle = `trap 'exit 0' TERM
while :; do sleep 3600 & wait $!; done
`;

/**
 * What a front end's container does when it starts: it puts its page beside the old one, turns the link
 * `current` to it, and says so by a file of its own. The web server has the folder mounted that `current`
 * meant when *it* started, so it serves the old page until somebody restarts it. Before there ever was a
 * link, the engine has made a folder of its name for that mount.
 */
const release = `set -e
rm -f /tmp/released
release=$(cat /page/release)
if [ ! -d "/site/$release" ]; then
  cp -r /page "/site/$release.part"
  mv "/site/$release.part" "/site/$release"
fi
[ -L /site/current ] || [ ! -d /site/current ] || rmdir /site/current
ln -s "$release" "/site/$HOSTNAME.$$"
mv -T "/site/$HOSTNAME.$$" /site/current
: >/tmp/released
`;

/** What a container does when it starts; the command of a broken one does not exist. */
const starts = {
  release: release + idle,
  /** The web server restarts in less. */
  slow: `sleep 5\n${release}${idle}`,
  crash: `${release}exit 1\n`,
  idle,
  broken: null,
};

/** A front end releases its page, a back end idles, a broken one cannot be started, a crashing one ends at once. */
export type Start = keyof typeof starts;

let releases = 0;

/** Builds an image of an application and pushes it as `develop`, as a build script does; gives its name. */
export async function push(
  { engine: { docker }, registry: { address } }: Pick<Machine, "engine" | "registry">,
  work: string,
  name: string,
  page: string,
  start: Start,
): Promise<string> {
  const context = join(work, `build-${++releases}`);
  mkdirSync(join(context, "page"), { recursive: true });
  writeFileSync(join(context, "page/index.html"), page);
  writeFileSync(join(context, "page/release"), String(releases));
  writeFileSync(join(context, "start"), `#!/bin/sh\n${starts[start] ?? ""}`, { mode: 0o755 });
  const command = starts[start] ? "/start" : "/no-such-program";
  const recipe = `FROM ${images.shell}\nCOPY start /start\nCOPY page /page\nCMD ["${command}"]\n`;
  writeFileSync(join(context, "Dockerfile"), recipe);
  const image = `${address}/team/${name}:develop`;
  await docker("build", "-q", "-t", image, context);
  await docker("push", "-q", image);
  return image;
}

/** Where a front end keeps its releases; it is there before the web server and the front end start. */
export function siteFolder(folder: string, name: string): string {
  const site = join(folder, "site", name);
  mkdirSync(site, { recursive: true });
  return site;
}

/** The web server's settings: one folder of pages for each front end. */
export function webConfig(port: number): string {
  return `daemon off;
pid /tmp/nginx.pid;
user nobody nogroup;
worker_processes 1;
error_log stderr;
events {}
http {
  types { text/html html; }
  access_log off;
  server { listen 127.0.0.1:${port}; root /srv; }
}
`;
}
