// What every page needs stays small: the core's size as a web server sends it, with brotli; the engines' size is told
// beside it. `node e2e/size.mjs`.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { root } from "./harness.mjs";

const MOST = 600_000;

function measured(name, file) {
  const bytes = readFileSync(file ?? join(root, "target/wasm", name));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return [brotliCompressSync(bytes, { params }).length, bytes.length];
}

const [engines, plainEngines] = measured("engines.wasm", process.env.HEIBAI_ENGINES);
console.log(`      the engines: ${engines} bytes with brotli, ${plainEngines} without`);
const [core, plain] = measured("core.wasm", process.env.HEIBAI_CORE);
const isSmall = core < MOST;
console.log(`${isSmall ? "ok  " : "FAIL"}  the core: ${core} bytes with brotli, ${plain} without; less than ${MOST}`);
console.log(isSmall ? "1 passed, 0 failed" : "0 passed, 1 failed");
process.exit(isSmall ? 0 : 1);
