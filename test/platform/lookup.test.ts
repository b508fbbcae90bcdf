import assert from "node:assert/strict";
import { test } from "node:test";
import { newBot } from "../support/bot.ts";
import { startPlatform } from "../support/platform.ts";

const path = "/contact/v3/users/batch_get_id";
const ada = "ada@example.com";
const fifty = Array.from({ length: 50 }, (_, i) => `${i}@example.com`);

const found: [why: string, query: string, body: object, expected: object[]][] = [
  ["an open id", "", { emails: [ada] }, [{ email: ada, user_id: "ou_ada" }]],
  ["an open id by its name", "?user_id_type=open_id", { emails: [ada] }, [{ email: ada, user_id: "ou_ada" }]],
  ["a union id", "?user_id_type=union_id", { emails: [ada] }, [{ email: ada, user_id: "on_ada" }]],
  ["a user id", "?user_id_type=user_id", { emails: [ada] }, [{ email: ada, user_id: "ada" }]],
  ["no id for who is unknown", "", { emails: ["x@example.com"] }, [{ email: "x@example.com" }]],
  ["no id for telephones", "", { mobiles: ["+4912345"] }, [{ mobile: "+4912345" }]],
  ["nobody when nobody was asked for", "", {}, []],
  ["50 addresses", "", { emails: fifty }, fifty.map((email) => ({ email }))],
];

for (const [why, query, body, expected] of found) {
  test(`a look-up gives ${why}`, async (t) => {
    const bot = await newBot(await startPlatform(t));
    const reply = await bot.post(path + query, body);
    assert.equal(reply.status, 200);
    assert.deepEqual(reply.body, { code: 0, msg: "success", data: { user_list: expected } });
  });
}

const refused: [why: string, query: string, body: object | string, code: number][] = [
  ["what is not JSON", "", "{", 9499],
  ["an unknown kind of id", "?user_id_type=constructor", { emails: [ada] }, 99992402],
  ["51 addresses", "", { emails: [...fifty, ada] }, 99992402],
  ["51 telephones", "", { mobiles: [...fifty, ada] }, 99992402],
  ["an address that is no list", "", { emails: ada }, 99992402],
  ["an address that is a number", "", { emails: [1] }, 99992402],
];

for (const [why, query, body, code] of refused) {
  test(`a look-up refuses ${why} with ${code}`, async (t) => {
    const platform = await startPlatform(t);
    const bot = await newBot(platform);
    const reply = await bot.post(path + query, body);
    assert.deepEqual([reply.status, reply.body.code], [400, code]);
    assert.deepEqual([platform.refusals()[0]?.kind, platform.refusals()[0]?.code], ["lookup", code]);
  });
}
