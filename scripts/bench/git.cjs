"use strict";
// The baseline of a report that is to be completed: the same question put to Git, and nothing else.
const { spawnSync } = require("node:child_process");
const wanted = ["config", "-z", "--get-regexp", "^(remote\\.origin\\.url|user\\.name)$"];
spawnSync("git", ["-C", process.cwd(), ...wanted], { encoding: "utf8" });
