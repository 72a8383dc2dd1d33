// The core does not grow: its size as a web server sends it, with brotli. `node e2e/size.mjs`. The aim is 600,000 bytes and
// is not reached; the limit here holds what has been reached (docs/site.md).

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { root } from "./harness.mjs";

const MOST = 950_000;
const bytes = readFileSync(process.env.HEIBAI_CORE ?? join(root, "target/wasm/core.wasm"));
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 22, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
const size = brotliCompressSync(bytes, { params }).length;
const isSmall = size < MOST;
console.log(`${isSmall ? "ok  " : "FAIL"}  the core: ${size} bytes with brotli, ${bytes.length} without; at most ${MOST}`);
console.log(isSmall ? "1 passed, 0 failed" : "0 passed, 1 failed");
process.exit(isSmall ? 0 : 1);
