import assert from "node:assert/strict";
import { test } from "node:test";
import { isChange, type News, parseUpdate, type Update } from "../../src/deploy/payload.ts";

const message = (text: string, report = text): Update => ({ kind: "message", message: text, report });

const event = (container: string, image: string): Update => ({
  kind: "event",
  action: "start",
  container,
  image,
});

const understood: [why: string, payload: string, expected: Update][] = [
  ["a generic payload", '{"title":"t","message":"Creating /a\\n"}', message("Creating /a\n")],
  ["an empty message", '{"message":""}', message("")],
  ["a message beside an Action", '{"message":"m","Action":"start"}', message("m")],
  ["a byte-order mark", '\uFEFF{"message":"m"}', message("m")],
  ["a message that is a number", '{"message":42}', message("42")],
  ["a message that is null", '{"message":null}', message("null")],
  ["a message that is an object", '{"message":{"a":[1,"x"]}}', message('{"a":[1,"x"]}')],
  ["an event", '{"Action":"start","Name":"a","ImageName":"b:1"}', event("a", "b:1")],
  [
    "an event's slash and registry",
    '{"Action":"start","Name":"/a","ImageName":"r:5000/t/b:1"}',
    event("a", "b:1"),
  ],
  ["an event without name and image", '{"Action":"start"}', event("unknown", "unknown")],
  ["an event with odd types", '{"Action":"start","Name":7,"ImageName":null}', event("unknown", "unknown")],
  [
    "json.v1 without a report, from the fork",
    '{"entries":[{"data":{"container":"app","image":"o/app:1","new_id":"d0a1"},"level":"info","message":"Found new image"},' +
      '{"data":{"container":"app","new_id":"d0a1"},"level":"info","message":"Started new container"},' +
      '{"data":{"container":"b","error":"no\\nroute","image":"o/b"},"level":"error","message":"Gave up"},' +
      '{"data":null,"level":"info","message":"Watchtower v1.21.0"}],"host":"h","report":null,"title":"t"}',
    message(
      "Found new image: o/app:1 (d0a1)\nStarted new container: app (d0a1)\nUpdate failed for b (o/b): no route\nWatchtower v1.21.0",
    ),
  ],
  [
    "json.v1 with a report",
    '{"entries":[],"report":{"updated":[{"name":"/a","imageName":"o/a","currentImageId":"1","latestImageId":"2","state":"Updated"}],' +
      '"failed":[{"name":"/b","imageName":"o/b","error":"x\\ny","state":"Failed"}],"fresh":[{"name":"c","imageName":"o/c","state":"Fresh"}],' +
      '"scanned":[{"name":"/a"}]},"title":"Updates on h"}',
    message("Updates on h\n- a (o/a): 1 updated to 2\n- b (o/b): Failed: x y\n- c (o/c): Fresh"),
  ],
  [
    "porcelain.json",
    '{"containers":[{"name":"a","image":"o/a","image_id":"1","latest_image_id":"2","state":"Updated"},{"name":"b","image":"o/b","state":"Restarted"}]}',
    message("- a (o/a): 1 updated to 2\n- b (o/b): Restarted"),
  ],
  [
    "a message that is porcelain.json",
    '{"message":"{\\"containers\\":[{\\"name\\":\\"a\\",\\"image\\":\\"o/a\\",\\"state\\":\\"Updated\\"}]}"}',
    message('{"containers":[{"name":"a","image":"o/a","state":"Updated"}]}', "- a (o/a): Updated"),
  ],
  ["a message that is other JSON", '{"message":"{\\"a\\":1}"}', message('{"a":1}')],
];

for (const [why, payload, expected] of understood) {
  test(`parseUpdate: ${why}`, () => {
    assert.deepEqual(parseUpdate(payload), expected);
  });
}

const ignored: [why: string, payload: string, reason: RegExp][] = [
  ["nothing", "", /not a JSON object/],
  ["plain text", "Creating /a", /not a JSON object/],
  ["an array", '[{"message":"x"}]', /not a JSON object/],
  ["a number", "42", /not a JSON object/],
  ["null", "null", /not a JSON object/],
  ["an unknown Action", '{"Action":"die","Name":"a"}', /no "message" .*\["Action","Name"\].*template=json/],
  ["an Action in capitals", '{"Action":"START"}', /template=json/],
  ["a renamed message key", '{"text":"Creating /a","title":"t"}', /\["text","title"\].*messagekey/],
  ["nothing in it", "{}", /template=json/],
  ["inherited keys", '{"__proto__":{"message":"x"}}', /template=json/],
];

for (const [why, payload, reason] of ignored) {
  test(`parseUpdate ignores ${why} and says why`, () => {
    const update = parseUpdate(payload);
    assert.equal(update.kind, "ignored");
    assert.match(update.kind === "ignored" ? update.why : "", reason);
  });
}

const changes: [why: string, news: News, plain: boolean, flagged: boolean][] = [
  ["an update", { kind: "message", message: "", report: "Creating /a" }, true, true],
  ["an update without names", { kind: "message", message: "", report: "Started new container" }, true, true],
  ["a start-up message", { kind: "message", message: "", report: "Watchtower 1.7.1" }, false, false],
  ["a failure", { kind: "message", message: "", report: "a (b): Failed: c" }, false, true],
  ["a container event", { kind: "event", action: "stop", container: "a", image: "b" }, true, true],
];

for (const [why, news, plain, flagged] of changes) {
  test(`isChange: ${why}`, () => {
    assert.deepEqual([isChange(news, false), isChange(news, true)], [plain, flagged]);
  });
}
