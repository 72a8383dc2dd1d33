// Fixed pieces of work in the engines as WebAssembly, with the processor's time that they took: `node measure.mjs ENGINES
// DATA NAME...` prints a line of JSON for each. `heibai bench wasm` compares them with the program's own.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "./host.mjs";

const [engines, data, ...names] = process.argv.slice(2);
for (const name of names) {
  // A module of its own, so that no work finds anything ready.
  const { ask } = await load(new Uint8Array(readFileSync(engines)));
  const measure = () => ask({ bench: { work: { job: 1, seed: 1, work: { what: "measure", name } } } })[0];
  const { needs } = measure();
  for (const path of needs) ask({ bench: { lend: { path } } }, readFileSync(join(data, path)));
  measure();
  // Once more, now that everything is compiled and read.
  const before = process.cpuUsage();
  const told = JSON.parse(measure().answer.response[1]);
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ name, ...told, seconds: (user + system) / 1e6 }));
}
