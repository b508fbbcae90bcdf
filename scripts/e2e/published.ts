import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "./engine.ts";
import { importProgram } from "./images.ts";

/**
 * What an operator pulls, made from the same programs: the published images cannot be had without the
 * internet. They start, stop and find their settings as those do.
 */
export const published = {
  proxy: "haproxy:published",
  web: "nginx:published",
  watchtower: (updater: string) => `watchtower:${updater}`,
};

/** Source: https://github.com/docker-library/haproxy, and its docker-entrypoint.sh. */
const proxyRecipe = `FROM haproxy:program
STOPSIGNAL SIGUSR1
ENTRYPOINT ["haproxy", "-W", "-db"]
CMD ["-f", "/usr/local/etc/haproxy/haproxy.cfg"]
`;

/** Source: https://github.com/nginx/docker-nginx. */
const webRecipe = `FROM nginx:program
COPY nginx.conf /etc/nginx/nginx.conf
STOPSIGNAL SIGQUIT
CMD ["nginx", "-g", "daemon off;"]
`;

const webSettings = `user nobody nogroup;
pid /tmp/nginx.pid;
error_log stderr;
events {}
http {
  types { text/html html; }
  access_log off;
  server { listen 80; root /usr/share/nginx/html; }
}
`;

/** Source: dockerfiles/Dockerfile of both Watchtowers. */
const watchtowerRecipe = `FROM scratch
LABEL com.centurylinklabs.watchtower=true
COPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY watchtower /watchtower
HEALTHCHECK CMD ["/watchtower", "--health-check"]
ENTRYPOINT ["/watchtower"]
`;

/** Makes HAProxy's and nginx's image out of Debian's programs. */
export async function publishServers(engine: Engine, work: string): Promise<void> {
  await importProgram(engine, join(work, "haproxy"), "haproxy:program", "haproxy");
  await build(engine, join(work, "haproxy-image"), published.proxy, proxyRecipe);
  await importProgram(engine, join(work, "nginx"), "nginx:program", "nginx");
  const folder = join(work, "nginx-image");
  mkdirSync(folder);
  writeFileSync(join(folder, "nginx.conf"), webSettings);
  await build(engine, folder, published.web, webRecipe);
}

/** Makes the image of a Watchtower; it trusts `authority`, a file. */
export async function publishUpdater(
  engine: Engine,
  work: string,
  updater: { name: string; file: string },
  authority: string,
): Promise<void> {
  const folder = join(work, `watchtower-${updater.name}`);
  mkdirSync(folder);
  copyFileSync(updater.file, join(folder, "watchtower"));
  copyFileSync(authority, join(folder, "ca-certificates.crt"));
  await build(engine, folder, published.watchtower(updater.name), watchtowerRecipe);
}

async function build({ docker }: Engine, folder: string, tag: string, recipe: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "Dockerfile"), recipe);
  await docker("build", "-q", "-t", tag, folder);
}
