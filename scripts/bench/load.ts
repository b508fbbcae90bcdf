// A client of its own process: posts `count` notifications over `connections` kept-alive connections,
// each with one request under way, and prints what it saw as JSON.
import { connect } from "node:net";
import { quantile } from "./table.ts";

const [port = 0, connections = 32, count = 8_000] = process.argv.slice(2).map(Number);
const message =
  "Found new registry.example.com:5000/team/admin-web:develop image (3f2a9c1b7d4e)\n" +
  "Stopping /admin-web (9b1c0d2e3f4a) with SIGTERM\nCreating /admin-web\nRemoving image 1a2b3c4d5e6f\n";
const body = JSON.stringify({ message, title: "Watchtower updates on prod-01" });
const request = Buffer.from(
  `POST /notify HTTP/1.1\r\nHost: relay\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
);

const times: number[] = [];
let left = count;
let accepted = 0;
const begin = performance.now();
await Promise.all(Array.from({ length: connections }, one));
const seconds = (performance.now() - begin) / 1000;
console.log(
  JSON.stringify({
    accepted,
    refused: count - accepted,
    perSecond: accepted / seconds,
    p99: quantile(times, 0.99),
  }),
);

function one(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let sentAt = 0;
    const next = () => {
      if (left-- <= 0) return socket.end(resolve);
      sentAt = performance.now();
      return socket.write(request);
    };
    socket.setNoDelay(true);
    socket.on("error", reject);
    socket.on("connect", next);
    // Both servers answer within one segment: headers and a few bytes of JSON.
    socket.on("data", (reply) => {
      times.push(performance.now() - sentAt);
      if (reply.toString("latin1", 9, 12) === "200") accepted++;
      next();
    });
  });
}
