// Fixed pieces of work in the core as WebAssembly, with the processor's time that they took: `node measure.mjs CORE DATA
// NAME...` prints a line of JSON for each. `heibai bench wasm` compares them with the program's own.

import { readFileSync } from "node:fs";
import { join } from "node:path";

const [core, data, ...names] = process.argv.slice(2);
for (const name of names) {
  // A module of its own, so that no work finds anything ready.
  const { instance } = await WebAssembly.instantiate(readFileSync(core), { heibai: { now: () => performance.now(), decode: () => 0 } });
  const { memory, heibai_room: room, heibai_ask: answer } = instance.exports;
  const ask = (message, body = new Uint8Array()) => {
    const line = new TextEncoder().encode(JSON.stringify(message) + "\n");
    const at = room(line.length + body.length);
    new Uint8Array(memory.buffer, at).set(line);
    new Uint8Array(memory.buffer, at + line.length).set(body);
    const told = answer(at, line.length + body.length);
    const size = new DataView(memory.buffer).getUint32(told, true);
    return JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, told + 4, size)))[0];
  };
  const measure = { bench: { measure: { name } } };
  let told = ask(measure);
  for (const path of told.needs ?? []) ask({ bench: { lend: { path } } }, readFileSync(join(data, path)));
  if (told.needs) told = ask(measure);
  // Once more, now that everything is compiled and read.
  const before = process.cpuUsage();
  told = ask(measure);
  const { user, system } = process.cpuUsage(before);
  console.log(JSON.stringify({ name, ...told, seconds: (user + system) / 1e6 }));
}
