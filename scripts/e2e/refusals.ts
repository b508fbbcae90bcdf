import assert from "node:assert/strict";
import type { Arrangement } from "./arrangement.ts";
import type { Asked } from "./ask.ts";

type Row = [why: string, request: string, status: number];

/** `{proxy}` is its host and port. */
const rows: Row[] = [
  ["is it there", "GET /_ping", 200],
  ["is it there, without a body", "HEAD /_ping", 200],
  ["the events", "GET /events?until=1", 200],
  ["the events in a version", "GET /v1.41/events?until=1", 200],
  ["a look at the web server", "GET /containers/nginx/json", 200],
  ["a look at the front end", "GET /v1.41/containers/admin-web/json", 200],
  ["the restart of a front end", "POST /containers/admin-web/restart", 403],
  ["a new container", "POST /containers/create", 403],
  ["a new container in a version", "POST /v1.41/containers/create?name=nginx", 403],
  ["all containers", "GET /containers/json", 403],
  ["another container", "GET /containers/relay/json", 403],
  ["a container whose name begins alike", "GET /containers/nginx-2/json", 403],
  ["all images", "GET /images/json", 403],
  ["a process in the web server", "POST /containers/nginx/exec", 403],
  ["the end of the web server", "DELETE /containers/nginx", 403],
  ["a signal to the web server", "POST /containers/nginx/kill?signal=KILL", 403],
  ["the web server's files", "GET /v1.41/containers/nginx/archive?path=/etc/passwd", 403],
  ["the web server's logs", "GET /containers/nginx/logs?stdout=1", 403],
  ["the engine's settings", "GET /info", 403],
  ["a session with the builder", "POST /session", 403],
  ["up and down again", "GET /containers/nginx/../../images/json", 403],
  ["up after an allowed path", "GET /containers/nginx/json/../../json", 403],
  ["up before an allowed path", "POST /images/../containers/nginx/restart", 403],
  ["a slash twice", "GET //containers/nginx/json", 403],
  ["a slash twice within", "POST /containers//nginx/restart", 403],
  ["a slash behind", "GET /containers/nginx/json/", 403],
  ["a slash behind the restart", "POST /containers/nginx/restart/", 403],
  ["more behind the events", "GET /events/x", 403],
  ["an encoded letter", "GET /containers/%6eginx/json", 403],
  ["an encoded slash", "GET /containers/nginx%2fjson", 403],
  ["an encoded way up", "GET /containers/nginx/%2e%2e/json", 403],
  ["a parameter of the path", "GET /containers/nginx/json;x=y", 403],
  ["a version twice", "GET /v1.41/v1.41/events", 403],
  ["a version that is none", "GET /v1x41/events", 403],
  ["more before the path", "GET /x/containers/nginx/json", 403],
  ["an address in place of the path", "GET http://{proxy}/images/json", 403],
  ["the restart by the wrong method", "GET /containers/nginx/restart", 403],
  ["the events by the wrong method", "POST /events", 403],
  ["a ping by the wrong method", "POST /_ping", 403],
  ["a look by the wrong method", "PUT /containers/nginx/json", 403],
];

/** Sends each from the reloader's own network; what was refused has changed nothing and stands in the log. */
export async function refusals({ operator, inspect, log }: Arrangement): Promise<void> {
  const network = "{{.NetworkSettings.Networks.shipbell_engine.IPAddress}}:2375";
  const proxy = await inspect("socket-proxy", network);
  const reloader = await inspect("reloader", "{{.State.Pid}}");
  const state = async () => operator.engine.docker("ps", "--all", "--format", "{{.ID}} {{.Names}}");
  const starts = () => inspect("nginx", "{{.State.StartedAt}} {{.State.Pid}}");
  const before = `${await state()}\n${await starts()}`;

  const asked = rows.map(([, request]) => readRequest(request, proxy));
  const replies = await operator.server.askFrom(reloader, asked);
  const got = rows.map(([why, request], row): Row => [why, request, replies[row]?.status ?? 0]);
  assert.deepEqual(got, rows);
  // The proxy's own words: nothing of the engine's came with them.
  for (const reply of replies)
    if (reply?.status === 403) assert.match(reply.body, /^<html><body><h1>403 Forbidden/);
  assert.equal(`${await state()}\n${await starts()}`, before);
  const told = (await log("socket-proxy")).match(/ 403 .*"$/gm) ?? [];
  assert.equal(told.length, rows.filter(([, , status]) => status === 403).length, told.join("\n"));

  const restart = readRequest("POST /containers/nginx/restart?t=1", proxy);
  assert.equal((await operator.server.askFrom(reloader, [restart]))[0]?.status, 204);
}

function readRequest(request: string, proxy: string): Asked {
  const [method = "", path = ""] = request.replace("{proxy}", proxy).split(" ");
  return { origin: `http://${proxy}`, method, path };
}
