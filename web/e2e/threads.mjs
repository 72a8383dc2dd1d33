// Many short searches on two threads, in Node: each begins while the thread of the one before is still on its way back to
// its slot (src/local/host.mjs). Once they waited for each other for ever. `node e2e/threads.mjs`.

import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { load, newCrew, serve } from "../src/local/host.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const SEARCHES = { quick: 300, late: 60 };
/** Nothing that is said for so long means that nothing comes any more: a search takes some milliseconds. */
const SILENCE_MS = 60_000;

/** Othello with ten empty squares. */
const END = {
  kind: "othello",
  moves: [
    26, 34, 41, 19, 10, 48, 43, 52, 51, 20, 33, 11, 53, 1, 49, 42, 44, 60, 3, 56, 50, 24, 57, 18, 37, 4, 17, 2, 9, 8, 59, 61, 0, 45, 54, 30, 25, 16,
    62, 40, 38, 46, 32, 55, 23, 22, 14, 47, 13, 6,
  ],
};

function search({ ask }, job, of) {
  const begin = { bench: { work: { job, seed: 1, work: { what: "analyse", re: 1, of, ms: 1000, player: "best" } } } };
  let [told] = ask(begin);
  while (told.needs) {
    for (const path of told.needs) ask({ bench: { lend: { path } } }, readFileSync(join(root, "data", path)));
    [told] = ask(begin);
  }
  let last = told.answer;
  while (told.more) {
    [told] = ask({ bench: { go: { job } } });
    last = told.answer ?? last;
  }
  return last;
}

/** The worker that searches. */
async function searcher() {
  const crew = newCrew(2);
  const engines = await load(new Uint8Array(readFileSync(process.env.HEIBAI_ENGINES ?? join(root, "target/wasm/engines.wasm"))), crew);
  parentPort.postMessage({ crew, module: engines.module, memory: engines.memory });
  await new Promise((ready) => parentPort.once("message", ready));
  for (let job = 1; job <= workerData.searches; job++) {
    const { candidates } = JSON.parse(search(engines, job, END).message);
    parentPort.postMessage({ searched: job, best: candidates[0].name, threads: crew.slots[0] });
  }
  process.exit();
}

/** The worker that is the other thread. */
function helper({ module, memory, crew, isLate }) {
  if (isLate) {
    // Back at its slot only after whoever searches has begun anew.
    const { store } = Atomics;
    const nothing = new Int32Array(new SharedArrayBuffer(4));
    Atomics.store = (slots, at, value) => {
      if (slots === crew.slots) Atomics.wait(nothing, 0, 0, 3);
      return store(slots, at, value);
    };
  }
  return serve(module, memory, crew, 0, () => parentPort.postMessage("ready"));
}

/** Has so many searches done; an error if they stop, or if one of them had no second thread. */
function run(searches, isLate) {
  const start = (role, data) => new Worker(fileURLToPath(import.meta.url), { workerData: { role, ...data } });
  const first = start("searcher", { searches });
  let other, watch;
  return new Promise((done, failed) => {
    let last = 0;
    const fail = (why) => failed(new Error(`${why} after ${last} of ${searches} searches`));
    const alive = () => {
      clearTimeout(watch);
      watch = setTimeout(() => fail("nothing more"), SILENCE_MS);
    };
    alive();
    first.on("error", (error) => fail(error.message));
    first.on("exit", () => (last === searches ? done() : fail("the end")));
    first.on("message", (told) => {
      alive();
      if (!told.searched) {
        other = start("helper", { ...told, isLate });
        other.on("error", (error) => fail(error.message));
        return void other.once("message", () => first.postMessage("ready"));
      }
      last = told.searched;
      if (told.best !== "f4" || told.threads < last) fail(`${JSON.stringify(told)}`);
    });
  }).finally(() => {
    clearTimeout(watch);
    return Promise.all([first.terminate(), other?.terminate()]);
  });
}

if (isMainThread) {
  let passed = 0;
  const tests = [
    ["searches one after another", SEARCHES.quick, false],
    ["a thread that comes back late", SEARCHES.late, true],
  ];
  for (const [name, searches, isLate] of tests) {
    const began = Date.now();
    const told = await run(searches, isLate).then(
      () => (passed++, `ok    threads: ${name}: ${searches} searches`),
      (error) => `FAIL  threads: ${name}: ${error.message}`,
    );
    console.log(`${told} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  }
  console.log(`${passed} passed, ${tests.length - passed} failed`);
  process.exit(passed === tests.length ? 0 : 1);
} else if (workerData.role === "searcher") await searcher();
else await helper(workerData);
