import assert from "node:assert/strict";
import { test } from "node:test";
import { formOf, publicApi, repositoryOf, searchOf } from "../../src/github/repository.ts";

const names: [name: string, isOne: boolean][] = [
  ["acme/kit", true],
  ["Acme-2/my_kit.js", true],
  ["acme/.github", true],
  ["acme", false],
  ["acme/", false],
  ["/kit", false],
  ["acme/kit/more", false],
  ["acme/kit?x=1", false],
  ["acme/kit#7", false],
  ["acme/my kit", false],
  ["acme/kit\n", false],
  ["../kit", false],
  ["./kit", false],
  ["acme/..", false],
  ["acme/.", false],
  ["https://github.com/acme/kit", false],
  [`acme/${"k".repeat(101)}`, false],
  ["", false],
];

for (const [name, isOne] of names) {
  test(`${JSON.stringify(name)} names ${isOne ? "a" : "no"} repository`, () => {
    assert.equal(repositoryOf(name, publicApi)?.name, isOne ? name : undefined);
  });
}

const places: [api: string, base: string, web: string][] = [
  ["https://api.github.com", "https://api.github.com", "https://github.com"],
  ["https://api.github.com/", "https://api.github.com", "https://github.com"],
  ["https://API.github.com", "https://API.github.com", "https://github.com"],
  ["https://git.example.com/api/v3", "https://git.example.com/api/v3", "https://git.example.com"],
  [
    "https://git.example.com:8443/api/v3//",
    "https://git.example.com:8443/api/v3",
    "https://git.example.com:8443",
  ],
  ["https://api.acme.ghe.com", "https://api.acme.ghe.com", "https://acme.ghe.com"],
  [
    "https://api.github.com.example.com",
    "https://api.github.com.example.com",
    "https://api.github.com.example.com",
  ],
  ["http://me:pw@127.0.0.1:1/api", "http://me:pw@127.0.0.1:1/api", "http://127.0.0.1:1"],
];

for (const [api, base, web] of places) {
  test(`the repositories of ${api} are shown at ${web}`, () => {
    const repository = repositoryOf("acme/kit", api);
    assert.deepEqual(repository, { name: "acme/kit", api: base, web });
    assert.equal(repository && formOf(repository), `${web}/acme/kit/issues/new`);
  });
}

const searches: [title: string, query: string][] = [
  ["[bug] Lost & found", 'is:issue in:title "[bug] Lost & found"'],
  ['a "quoted" word', 'is:issue in:title "a  quoted  word"'],
  ["更新👍", 'is:issue in:title "更新👍"'],
  [`${"a".repeat(199)}👍`, `is:issue in:title "${"a".repeat(199)}\uFFFD"`],
];

for (const [title, query] of searches) {
  test(`the search for ${title.slice(-20)} asks for the title`, () => {
    const address = new URL(searchOf({ name: "acme/kit", api: "", web: "https://github.com" }, title));
    assert.equal(address.origin + address.pathname, "https://github.com/acme/kit/issues");
    assert.deepEqual([...address.searchParams], [["q", query]]);
  });
}
