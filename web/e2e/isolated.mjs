// Threads in the browser: the page is isolated from its second load on, and then a search has several.

import { moves } from "./files.mjs";
import { check, engine, me, Person, same } from "./harness.mjs";

const isIsolated = (page) => page.evaluate(() => globalThis.crossOriginIsolated);
const settled = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

/** Somebody who comes for the second time. */
async function returning(browser, server) {
  const person = await Person.come(browser, server);
  await person.open("/");
  await settled(person.page);
  await person.page.reload();
  await person.page.waitForSelector(".home");
  return person;
}

/** The worker of the core, which starts those that search. */
async function coreOf(page) {
  for (;;) {
    const core = page.workers().find((worker) => worker.url().includes("/core-"));
    if (core && (await core.evaluate(() => "heibai" in globalThis))) return core;
    await page.waitForTimeout(25);
  }
}

/** Has an engine of its own do fixed pieces of work on so many threads; `spoil` is called in the worker before. */
async function measured(page, threads, names, spoil = () => undefined) {
  const core = await coreOf(page);
  await core.evaluate(spoil);
  return core.evaluate(
    async ([base, count, all]) => {
      const told = {};
      let answered;
      const searcher = new globalThis.heibai.Engine(
        base,
        count,
        (_, answer) => answered(answer),
        () => undefined,
      );
      for (const [job, name] of all.entries()) {
        // Once to fetch and compile what is needed.
        for (const round of [1, 2]) {
          const answer = new Promise((done) => (answered = done));
          searcher.add(2 * job + round, { what: "measure", name });
          told[name] = JSON.parse((await answer).response[1]);
        }
      }
      return { told, isIsolated: globalThis.crossOriginIsolated };
    },
    [page.url().split("#")[0], threads, names],
  );
}

const NAMES = ["ffo-40", "gomoku", "go"];

/** One thread on the first visit, whatever is asked for; two on the second, which find the same. */
async function threads(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  await person.open("/");
  check(!(await isIsolated(page)), "the first load comes from the web server as it is");
  const alone = await measured(page, 2, NAMES);
  same([alone.isIsolated, ...NAMES.map((name) => alone.told[name].helped)], [false, 0, 0, 0], "without isolation");
  await settled(page);
  await page.reload();
  await page.waitForSelector(".home");
  check(await isIsolated(page), "the second load is isolated");
  const one = (await measured(page, 1, NAMES)).told,
    two = (await measured(page, 2, NAMES)).told;
  for (const name of NAMES)
    same([one[name].work, one[name].helped, one[name].result], [alone.told[name].work, 0, alone.told[name].result], `${name} on one thread`);
  // The evaluations of Go are dealt out; what a second thread does for a search depends on when it wakes up.
  same([two.go.work, two.go.helped], [60, 30], "what the second thread did");
  // What is proved or computed is the same; a search by nodes may choose otherwise.
  for (const name of ["ffo-40", "go"]) same(two[name].result, one[name].result, `${name} on two threads`);
  await person.leave();
  const rate = ({ work, seconds }) => work / seconds;
  const times = ([name, ratio]) => `${name} ${ratio.toFixed(2)}`;
  // How much faster is told, not judged: it depends on the machine.
  return `two threads: ${[
    ["ffo-40", one["ffo-40"].seconds / two["ffo-40"].seconds],
    ["gomoku", rate(two.gomoku) / rate(one.gomoku)],
    ["go", rate(two.go) / rate(one.go)],
  ]
    .map(times)
    .join(", ")} times as fast`;
}

/** A thread that cannot be started costs threads, not the answer. */
async function brokenThread(browser, server) {
  const person = await returning(browser, server);
  const without = () => {
    const Plain = globalThis.Worker;
    globalThis.Worker = class extends Plain {
      constructor(url, options) {
        super(String(url).replace("helper-", "nowhere-"), options);
      }
    };
  };
  const { told } = await measured(person.page, 2, ["go"], without);
  same([told.go.work, told.go.helped], [60, 0], "the work without the second thread");
  await person.leave();
}

/** Analyses without end are stopped by their flag, and the same workers go on with the next one. */
async function stopped(browser, server) {
  const person = await returning(browser, server);
  const core = await coreOf(person.page);
  const took = await core.evaluate(async (base) => {
    const { Engine } = globalThis.heibai;
    // Ending workers instead is for searches that do not see the flag; a busy machine is no such search.
    Engine.patience = 600_000;
    let answered;
    const searcher = new Engine(
      base,
      2,
      () => answered(),
      () => undefined,
    );
    const found = [];
    const lines = [
      { kind: "othello", moves: [37] },
      { kind: "gomoku", moves: [112] },
      { kind: "go", size: 9, moves: [40] },
    ];
    let workers = null;
    for (const [job, of] of lines.entries()) {
      const first = new Promise((done) => (answered = done));
      searcher.add(job + 1, { what: "analyse", re: 1, of, ms: 600_000 });
      await first;
      workers ??= [searcher.worker, ...searcher.helpers];
      const told = performance.now();
      searcher.stop(job + 1);
      while (searcher.running) await new Promise((next) => setTimeout(next));
      found.push(`${of.kind} ${(performance.now() - told).toFixed(1)}`);
    }
    const isSame = workers.length === 2 && [searcher.worker, ...searcher.helpers].every((worker, i) => worker === workers[i]);
    return isSame ? found : null;
  }, person.page.url().split("#")[0]);
  check(took, "the workers stay");
  await person.leave();
  return `within ${took.join(", ")} ms`;
}

/** A live connection of the page begins an analysis without end; resolves when it has brought something. */
const analyse = (page) =>
  page.evaluate(async () => {
    const socket = (await window.heibai.end).socket();
    await new Promise((open) => (socket.onopen = open));
    const heard = new Promise((done) => (socket.onmessage = ({ data }) => JSON.parse(data).type === "analysis" && done()));
    socket.send(JSON.stringify({ type: "analyse", re: 1, of: { kind: "othello", moves: [37] }, ms: 600_000 }));
    await heard;
  });

/** How many threads an analysis has beside its first. */
const helpersOf = (page) => page.workers().filter((worker) => worker.url().includes("/helper-")).length;

/** Without being asked, the page takes one thread on the first visit and as many as the machine has room for later. */
async function byItself(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  await person.open("/");
  check(!(await isIsolated(page)), "the first load comes from the web server as it is");
  await analyse(page);
  same(helpersOf(page), 0, "other threads on the first visit");
  await settled(page);
  await page.reload();
  await page.waitForSelector(".home");
  await analyse(page);
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  const expected = Math.max(Math.min(cores, 2), Math.min(cores - 1, 4)) - 1;
  for (const end = Date.now() + 300_000; helpersOf(page) !== expected; await page.waitForTimeout(25))
    check(Date.now() < end, `${helpersOf(page)} other threads on ${cores} cores, expected ${expected}`);
  await person.leave();
  return `${expected + 1} threads on ${cores} cores`;
}

/** A page that is loaded again in the middle of a search goes on. */
async function reloaded(browser, server) {
  const person = await returning(browser, server);
  const { page } = person;
  for (let time = 1; time <= 3; time++) {
    await analyse(page);
    await page.reload();
    await page.waitForSelector(".home");
    check(await isIsolated(page), "it is still isolated");
  }
  await person.play({ kind: "othello", black: me, white: engine("best") });
  await moves(person, 4);
  await person.leave();
}

export const tests = [
  ["site: threads from the second load on", threads],
  ["site: threads without being asked", byItself],
  ["site: a thread that cannot be started", brokenThread],
  ["site: a search on threads is stopped", stopped],
  ["site: a reload during a search on threads", reloaded],
];
