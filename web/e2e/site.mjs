// The page without a server, in a real browser: the folder of `cargo xtask site` behind a plain web server, under a path
// of its own. Runs the games of the other tests, and what only this end does. With words: only tests whose name has one.

import { engine, launch, me, Person, same } from "./harness.mjs";
import { Files, moves, site } from "./files.mjs";
import { tests as board } from "./board.mjs";
import { tests as isolated } from "./isolated.mjs";
import { everyLevel, reload, twoTabs, withoutNetwork } from "./kept.mjs";
import { tests as play } from "./play.mjs";
import { tests as serverBack } from "./server-back.mjs";
import { tests as versions } from "./versions.mjs";

/** Where the browser has no room a move is refused with a sentence, nothing that was told is lost, and later it goes on. */
async function storageFull(browser, server) {
  const person = await Person.come(browser, server);
  await person.play({ kind: "gomoku", rules: "freestyle", black: me, white: me });
  await person.click(112);
  await person.until("(s) => s.live.ply === 1");
  // As a browser without room does it: whatever is kept ends its transaction.
  const isFull = () => {
    globalThis.IDBObjectStore.prototype.put = function () {
      this.transaction.abort();
    };
  };
  for (const worker of person.page.workers()) await worker.evaluate(isFull);
  const refused = await person.call("POST", `/api/games/${(await person.state()).id}/act`, { do: "move", point: 113 });
  same([refused.status, refused.body.error.code, refused.body.error.en.length > 0], [507, "no_space", true], "a move without room");
  // With the next worker there is room again.
  await person.page.reload();
  await person.until("(s) => s.live.ply === 1");
  await person.click(113);
  await person.until("(s) => s.live.ply === 2");
  await person.leave();
}

/** A search that thinks for long is gone as soon as nobody wants it. */
async function stops(browser, server) {
  const person = await Person.come(browser, server);
  await person.open("/");
  const took = await person.page.evaluate(async () => {
    const socket = (await window.heibai.end).socket();
    await new Promise((open) => (socket.onopen = open));
    const of = { kind: "othello", moves: [37] };
    const next = (test) => new Promise((done) => (socket.onmessage = ({ data }) => test(JSON.parse(data)) && done(performance.now())));
    const began = next((m) => m.type === "analysis" && m.re === 1);
    socket.send(JSON.stringify({ type: "analyse", re: 1, of, ms: 600000 }));
    await began;
    const answered = next((m) => m.type === "pong");
    const told = performance.now();
    socket.send(JSON.stringify({ type: "stop", re: 1 }));
    socket.send(JSON.stringify({ type: "ping", re: 2 }));
    return (await answered) - told;
  });
  await person.leave();
  // The core ends the worker before it answers; how long that takes is told, not judged: it depends on the machine.
  return `stopped and answered in ${took.toFixed(1)} ms`;
}

/** Review, hint, a lesson, export and import. */
async function everythingElse(browser, server) {
  const person = await Person.come(browser, server, { language: "zh" });
  const { page } = person;
  const game = await person.play({ kind: "othello", size: 6, black: me, white: engine("beginner") });
  await page.click("#hint");
  await page.waitForSelector("#hint-panel");
  await moves(person, 99);
  await person.open(`/study/${game.id}?review=1`);
  await page.waitForSelector(".accuracy");
  await person.picture("site-review");
  const puzzles = (await person.call("GET", "/api/problems/vcf")).body.problems;
  const tried = await person.call("POST", `/api/problems/vcf/${puzzles[0].id}/try`, { moves: [puzzles[0].live.legal[0]] });
  same([puzzles.length, tried.status], [40, 200], "VCF problems, and a try");
  await page.click("#settings");
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("#export-data")]);
  const path = await file.path();
  const stranger = await Person.come(browser, server, { language: "zh" });
  await stranger.open("/");
  await stranger.page.click("#settings");
  await stranger.page.setInputFiles("#import-data", path);
  await stranger.page.waitForSelector(".notice");
  const there = (await stranger.call("GET", `/api/library/${game.id}`)).body;
  same(there.entry.id, game.id, "the game came along");
  await stranger.leave();
  await person.leave();
}

/** Records in the encodings that people have, which the core leaves to the browser. */
async function encodings(browser, server) {
  const person = await Person.come(browser, server);
  await person.open("/");
  const files = [
    ["KDtHTVsxXUZGWzRdQ0FbR0IxODAzMF1TWlsxOV1QQlu/wr3gXVBXW8nq1ebXoF07QltwZF07V1tkcF0p", "柯洁"],
    ["KDtHTVsxXVNaWzldUEJbutpdO0JbZWVdKQ==", "黑"],
    ["KDtHTVsxXVNaWzldQ0FbU2hpZnRfSklTXVBCW5Z7iPaWVl07QltlZV0p", "本因坊"],
    ["//4oADsARwBNAFsAMQBdAFMAWgBbADkAXQBQAEIAWwDRnl0AOwBCAFsAZQBlAF0AKQA=", "黑"],
  ];
  for (const [bytes, black] of files) {
    const told = await person.page.evaluate(async (text) => {
      const body = Uint8Array.from(window.atob(text), (c) => c.charCodeAt(0));
      return (await (await window.heibai.end).request("/api/library?name=a.sgf", { method: "POST", body })).json();
    }, bytes);
    same(told.entries?.[0]?.black, black, JSON.stringify(told));
  }
  const broken = await person.page.evaluate(async () => {
    const body = new Uint8Array([40, 59, 255, 255, 255, 41]);
    return (await (await window.heibai.end).request("/api/library?name=a.sgf", { method: "POST", body })).status;
  });
  same(broken, 400, "bytes of no encoding");
  await person.leave();
}

const NAMES = ["wholeOthello", "wholeGomoku", "wholeGo", "goCount", "forbiddenMove", "undoRedo"];
const games = play.filter(([, test]) => NAMES.includes(test.name));
const all = [
  ...games.map(([name, test]) => [`site: ${name}`, test]),
  ["site: every level answers", everyLevel],
  ["site: a game after a reload", reload],
  ["site: two tabs", twoTabs],
  ["site: without a network", withoutNetwork],
  ["site: no room left", storageFull],
  ["site: a search is stopped", stops],
  ["site: review, lessons, export", everythingElse],
  ["site: old encodings", encodings],
  ...isolated,
  ...versions,
  ...serverBack,
  ...board,
];
const words = process.argv.slice(2);
const chosen = words.length === 0 ? all : all.filter(([name]) => words.some((word) => name.includes(word)));
let passed = 0,
  failed = 0;
const server = new Files(site);
await server.start();
const browser = await launch();
for (const [name, test] of chosen) {
  const began = Date.now();
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(1)} s`;
  try {
    const told = await test(browser, server);
    passed++;
    console.log(`ok    ${name} (${seconds()})${told ? `: ${told}` : ""}`);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${name} (${seconds()}): ${error.stack ?? error}`);
  }
}
await browser.close();
await server.end();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
