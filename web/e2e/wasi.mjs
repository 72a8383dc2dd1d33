// Runs a program built for WASI: cargo's runner for the kernels' tests (`cargo xtask test site`).

import { readFile } from "node:fs/promises";
import { WASI } from "node:wasi";

const [file, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: "preview1", args: [file, ...args], returnOnExit: true });
const module = await WebAssembly.compile(await readFile(file));
process.exit(wasi.start(await WebAssembly.instantiate(module, wasi.getImportObject())));
