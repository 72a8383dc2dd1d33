// Our engines in Node beside other programs' builds for the browser, in processor seconds on one thread. Theirs are not
// in the repository: `node e2e/beside.mjs egaroucid FOLDER` wants Egaroucid's ai.js and ai.wasm, `gomocalc FOLDER` Rapfi's
// rapfi-single.js, .wasm and .data. Everything is done once before it is timed, on another position.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isAbsolute, join, resolve } from "node:path";
import { load } from "../src/local/host.mjs";
import { root } from "./harness.mjs";

const [which, given = "."] = process.argv.slice(2);
const folder = resolve(given);

function seconds(work) {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return [result, (user + system) / 1e6];
}

const say = (who, what, [result, spent]) => console.log(`${who.padEnd(10)} ${what.padEnd(8)} ${spent.toFixed(3)} CPU s  ${result}`);

async function ours() {
  const { ask } = await load(new Uint8Array(readFileSync(process.env.HEIBAI_ENGINES ?? join(root, "target/wasm/engines.wasm"))));
  return (name) => {
    const measure = () => ask({ bench: { work: { job: 1, seed: 1, work: { what: "measure", name } } } })[0];
    let told = measure();
    for (const path of told.needs ?? []) ask({ bench: { lend: { path } } }, readFileSync(join(root, "data", path)));
    if (told.needs) told = measure();
    const { result, work } = JSON.parse(told.answer.response[1]);
    return `${result}, ${work} nodes`;
  };
}

/** Has a script that was written for browsers find what it asks for. */
function pretend() {
  globalThis.require = createRequire(import.meta.url);
  globalThis.self = globalThis;
  globalThis.location = { href: `file://${folder}/` };
}

/** Endgames of the FFO suite. Level 15 of Egaroucid's page solves 20 and 22 empty squares exactly, 23 almost certainly. */
async function egaroucid() {
  pretend();
  globalThis.__dirname = folder;
  const ready = new Promise((done) => {
    globalThis.Module = { locateFile: (name) => join(folder, name), print: () => 0, printErr: () => 0, onRuntimeInitialized: done };
  });
  (0, eval)(readFileSync(join(folder, "ai.js"), "utf8"));
  await ready;
  const { _init_ai: init, _ai_js: think, _malloc: room } = globalThis;
  init(room(16));
  const lines = readFileSync(join(root, "data/othello/ffo.txt"), "utf8").split("\n");
  const solve = (number) => {
    const [, board, side] = lines.find((line) => line.startsWith(`${number} `)).split(" ");
    const place = room(64 * 4);
    globalThis.HEAP32.set(
      [...board].map((disc) => "XO".indexOf(disc)),
      place / 4,
    );
    return (think(place, 15, "XO".indexOf(side)) % 1000) - 100;
  };
  const run = await ours();
  // Each is asked once: what it remembers would answer the second time.
  solve(39);
  run("ffo-44");
  for (const number of [40, 41, 42, 43, 44]) {
    say(
      "Egaroucid",
      `ffo-${number}`,
      seconds(() => solve(number)),
    );
    say(
      "heibai",
      `ffo-${number}`,
      seconds(() => run(`ffo-${number}`)),
    );
  }
}

/** A search of as many nodes in the position of our own measurement; what counts as a node is each program's own. */
async function gomocalc() {
  pretend();
  globalThis.importScripts = () => 0;
  globalThis.fetch = undefined;
  globalThis.XMLHttpRequest = class {
    open(_, name) {
      this.name = name;
    }
    send() {
      const bytes = readFileSync(isAbsolute(this.name) ? this.name : join(folder, this.name));
      [this.status, this.response] = [200, bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)];
      setTimeout(() => this.onload?.({}));
    }
  };
  (0, eval)(readFileSync(join(folder, "rapfi-single.js"), "utf8").replace("var Rapfi", "globalThis.Rapfi"));
  let said = [],
    begin;
  const ready = new Promise((done) => (begin = done));
  const engine = await globalThis.Rapfi({
    locateFile: (name) => join(folder, name),
    receiveStdout: (line) => said.push(line),
    receiveStderr: () => 0,
    onEngineReady: begin,
  });
  await ready;
  for (const line of ["RELOADCONFIG config-220723.toml", "START 15", "INFO rule 0", "INFO timeout_turn 600000", "INFO thread_num 1"])
    engine.sendCommand(line);
  const search = (stones) => {
    said = [];
    engine.sendCommand("INFO max_node 300000");
    engine.sendCommand(`BOARD\n${stones.join("\n")}\nDONE`);
    return said.find((line) => line.includes("Node"))?.replace("MESSAGE ", "");
  };
  const run = await ours();
  search(["7,7,2", "7,8,1", "9,9,2"]);
  run("gomoku");
  engine.sendCommand("RESTART");
  say(
    "gomocalc",
    "gomoku",
    seconds(() => search(["7,7,2", "8,6,1", "6,8,2"])),
  );
  say(
    "heibai",
    "gomoku",
    seconds(() => run("gomoku")),
  );
}

const all = { egaroucid, gomocalc };
if (!all[which]) {
  console.error("node e2e/beside.mjs egaroucid|gomocalc FOLDER");
  process.exit(2);
}
await all[which]();
process.exit(0);
