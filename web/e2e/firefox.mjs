// The page without a server in Firefox: whole games, the strongest level, tabs, reload, offline, threads. Run as
// `node --experimental-websocket e2e/firefox.mjs` (newer Node needs no flag). With words: only tests whose name has one.

import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { Firefox, Lost } from "./bidi.mjs";
import { Files, moves, site } from "./files.mjs";
import { check, engine, me, Person, pictures, same } from "./harness.mjs";
import { everyLevel, twoTabs, withoutNetwork } from "./kept.mjs";
import { tests as play } from "./play.mjs";

/** A hint, a whole game and its review. */
async function reviewed(browser, server) {
  const person = await Person.come(browser, server);
  const game = await person.play({ kind: "othello", size: 6, black: me, white: engine("beginner") });
  await person.page.click("#hint");
  await person.page.waitForSelector("#hint-panel");
  await moves(person, 99);
  await person.open(`/study/${game.id}?review=1`);
  await person.page.waitForSelector(".accuracy");
  await person.picture("firefox-review");
  await person.leave();
}

/** Stands before the core's worker, since WebDriver does not reach into workers: has an engine measured there. */
const spy = (core) => `
const early = [];
self.onmessage = (event) => early.push(event);
const channel = new BroadcastChannel("spy");
channel.onmessage = ({ data: { base, threads, name } }) => {
  const tell = (_, answer) => channel.postMessage({ told: JSON.parse(answer.response[1]), crossOriginIsolated });
  new self.heibai.Engine(base, threads, tell, () => undefined).add(1, { what: "measure", name });
};
await import("./assets/${core}");
channel.postMessage({ ready: true });
for (const event of early) self.onmessage(event);
`;

const behindSpy = () => {
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    constructor(url, options) {
      super(String(url).includes("/core-") ? "spy.js" : url, options);
    }
  };
  const channel = new BroadcastChannel("spy");
  window.spied = new Promise((done) => (channel.onmessage = done)).then(() => channel);
};

/** What Go's evaluations on so many threads gave. */
const measured = (page, threads) =>
  page.evaluate(async (count) => {
    const channel = await window.spied;
    const told = new Promise((done) => (channel.onmessage = ({ data }) => done(data)));
    channel.postMessage({ base: location.href.split("#")[0], threads: count, name: "go" });
    return told;
  }, threads);

/** One thread on the first visit, two from the second on, which do half of the work each and find the same. */
async function threads(browser, server) {
  const [core] = readdirSync(join(site, "assets")).filter((name) => /^core-.*\.js$/.test(name));
  server.changed.set("spy.js", spy(core));
  const person = await Person.come(browser, server);
  await person.context.addInitScript(behindSpy);
  await person.open("/");
  const alone = await measured(person.page, 2);
  same([alone.crossOriginIsolated, alone.told.helped], [false, 0], "without isolation");
  await person.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await person.page.reload();
  await person.page.waitForSelector(".home");
  const two = await measured(person.page, 2);
  same([two.crossOriginIsolated, two.told.work, two.told.helped], [true, 60, 30], "with isolation");
  same(two.told.result, alone.told.result, "what two threads found");
  await person.leave();
  return `Go on two threads ${(alone.told.seconds / two.told.seconds).toFixed(2)} times as fast`;
}

const NAMES = ["wholeOthello", "wholeGomoku", "wholeGo"];
const all = [
  ...play.filter(([, test]) => NAMES.includes(test.name)).map(([, test]) => [test.name, test]),
  ["the strongest level answers", (...all) => everyLevel(...all, ["best"])],
  ["hint and review", reviewed],
  ["two tabs", twoTabs],
  ["without a network", withoutNetwork],
  ["threads", threads],
];
const words = process.argv.slice(2);
const chosen = all.filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)));
let passed = 0;
mkdirSync(pictures, { recursive: true });
const server = new Files(site);
await server.start();
/** How often a test may begin anew because Firefox was lost, not because the page failed. */
const TIMES = 3;

async function launch() {
  for (let time = 1; ; time++) {
    try {
      return await Firefox.launch(process.env.FIREFOX ?? "firefox-esr");
    } catch (error) {
      if (!(error instanceof Lost) || time === TIMES) throw error;
      console.log(`Firefox did not begin (${error.message.slice(0, 120)}): once more`);
    }
  }
}

let browser = await launch();
console.log(`Firefox ${browser.version}`);

/**
 * Firefox 153 ESR itself stops answering now and then on a busy machine, every command and not only those to a page, and
 * the connection to it may end. Then, and only then, a test is begun again in a new Firefox. A page that hangs in a Firefox
 * that answers fails.
 */
async function inFirefox(test) {
  for (let time = 1; ; time++) {
    try {
      return await test(browser, server);
    } catch (error) {
      if (time === TIMES || (await browser.answers())) throw error;
      console.log(`Firefox no longer answers (${error.message.slice(0, 120)}): begun again in a new one`);
      await browser.kill();
      browser = await launch();
    }
  }
}

for (const [name, test] of chosen) {
  const began = Date.now();
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(1)} s`;
  try {
    const told = await inFirefox(test);
    passed++;
    console.log(`ok    firefox: ${name} (${seconds()})${told ? `: ${told}` : ""}`);
  } catch (error) {
    console.log(`FAIL  firefox: ${name} (${seconds()}): ${error.stack ?? error}`);
  }
}
await browser.close();
await server.end();
check(chosen.length > 0, `no test has ${words.join(" or ")} in its name`);
console.log(`${passed} passed, ${chosen.length - passed} failed`);
process.exit(passed === chosen.length ? 0 : 1);
