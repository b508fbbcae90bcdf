// The main script of an executable that starts for every event. Its program is an asset, beside what V8
// compiled of it in a trial run when it was built: that spares every start 3 to 5 ms. Should V8 refuse
// that (another version, other flags), the program is compiled as usual.
import { getRawAsset } from "node:sea";
import { Script } from "node:vm";

// One file is read at a time; four threads for it would be started as well.
process.env.UV_THREADPOOL_SIZE ??= "1";
const program = Buffer.from(getRawAsset("program")).toString("latin1");
const cachedData = Buffer.from(getRawAsset("compiled"));
new Script(program, { cachedData }).runInThisContext()(module, require);
