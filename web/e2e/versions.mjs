// Versions of the page without a server: a new one is offered, a broken one is noticed, what an old one kept is read.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Files, moves, site } from "./files.mjs";
import { check, engine, me, Person, root, same } from "./harness.mjs";

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const MARK = '<meta name="edition" content="next">';

/** Has the server send another version: the page with a mark, and a list that knows it. */
function renew(server) {
  const page = readFileSync(join(server.folder, "index.html"), "utf8").replace("<head>", `<head>${MARK}`);
  const list = readFileSync(join(server.folder, "sw.js"), "utf8");
  const old = sha256(readFileSync(join(server.folder, "index.html")));
  check(list.includes(old), "the list has the page's hash");
  server.changed.set("index.html", page);
  server.changed.set("sw.js", list.replace(old, sha256(page)).replace(/const version = "(\w+)"/, 'const version = "$1-next"'));
}

const isMarked = (page) => page.evaluate(() => document.querySelector("meta[name=edition]") !== null);
const update = (page) => page.evaluate(() => navigator.serviceWorker.ready.then((r) => r.update()).then(() => undefined));
/** Until the page is kept for times without a network. */
const settled = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
const state = (page) =>
  page.evaluate(async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.ready;
    return { installing: installing !== null, waiting: waiting !== null, active: active?.state ?? null };
  });

async function until(page, test, words) {
  for (const end = Date.now() + 300_000; !test(await state(page)); await page.waitForTimeout(50)) check(Date.now() < end, words);
}

/** A server of its own, whose files change. */
async function withServer(test) {
  const server = new Files(site);
  await server.start();
  try {
    return await test(server);
  } finally {
    await server.end();
  }
}

/** In the middle of a game nothing happens by itself; outside of it the new version is offered, and taken when asked for. */
const offered = (browser) =>
  withServer(async (server) => {
    const person = await Person.come(browser, server);
    const { page } = person;
    const game = await person.play({ kind: "othello", size: 6, black: me, white: engine("beginner") });
    await moves(person, 2);
    await settled(page);
    // A second tab, which the first one's wish must not disturb.
    const other = new Person(person.context, await person.context.newPage(), server);
    await other.open(`/game/${game.id}`);
    await other.until("(s) => s.moves.length >= 2");
    for (const tab of [page, other.page]) await tab.evaluate(() => void (window.isSame = true));
    renew(server);
    await update(page);
    await until(page, (now) => now.waiting, "the new version waits");
    await moves(person, 4);
    same([await page.evaluate(() => window.isSame), await isMarked(page)], [true, false], "the page during the game");
    check(!(await page.isVisible("#offer-version")), "nothing is offered at the board");
    await page.evaluate(() => (location.hash = "#/"));
    await page.waitForSelector("#offer-version");
    check(await page.evaluate(() => window.isSame), "it is offered, not taken");
    await page.click("#offer-version");
    await page.waitForSelector("meta[name=edition]", { state: "attached" });
    await page.waitForSelector(".home");
    check(!(await page.isVisible("#offer-version")), "there is nothing new any more");
    // The other tab goes on with its game, and is offered the same.
    await moves(other, 6);
    same([await other.page.evaluate(() => window.isSame), await isMarked(other.page)], [true, false], "the other tab");
    await other.page.evaluate(() => (location.hash = "#/lab"));
    await other.page.waitForSelector(".lab, section:not(.plain)");
    await other.page.click("#offer-version");
    await other.page.waitForSelector("meta[name=edition]", { state: "attached" });
    await person.open(`/game/${game.id}`);
    await person.until("(s) => s.moves.length >= 6");
    await person.leave();
  });

/** A version of which one file came broken is not taken; when it is whole it is offered. */
const broken = (browser) =>
  withServer(async (server) => {
    const person = await Person.come(browser, server);
    const { page } = person;
    await person.open("/");
    await settled(page);
    renew(server);
    const whole = server.changed.get("index.html");
    server.changed.set("index.html", whole.slice(0, -20));
    await update(page).catch(() => undefined);
    await until(page, (now) => !now.installing && !now.waiting, "the broken version is given up");
    await page.reload();
    await page.waitForSelector(".home");
    same([await isMarked(page), await page.isVisible("#offer-version")], [false, false], "the version before");
    server.changed.set("index.html", whole);
    await update(page);
    await page.waitForSelector("#offer-version");
    await person.leave();
  });

/** Weights that came broken are not used: the engine waits, and plays when they are whole. */
const brokenWeights = (browser) =>
  withServer(async (server) => {
    const path = "go/heibai-4x32.hbn";
    const bytes = readFileSync(join(server.folder, "data", path));
    const spoilt = Buffer.from(bytes);
    spoilt[spoilt.length >> 1] ^= 1;
    server.changed.set(`data/${path}`, spoilt);
    const person = await Person.come(browser, server);
    await person.play({ kind: "go", size: 9, black: engine("normal"), white: me });
    // The page says so above every view; at a board it is out of sight.
    await person.page.locator(".download", { hasText: "needs data from the network" }).waitFor({ state: "attached" });
    same((await person.state()).moves.length, 0, "moves without weights");
    server.changed.clear();
    await person.until("(s) => s.moves.length === 1");
    await person.leave();
  });

/** Engines that came broken are not used: the page plays on between people, and with an engine when they are whole. */
const brokenEngines = (browser) =>
  withServer(async (server) => {
    const name = readdirSync(server.folder).find((file) => /^engines\.\w+\.wasm$/.test(file));
    const spoilt = readFileSync(join(server.folder, name));
    spoilt[spoilt.length >> 1] ^= 1;
    server.changed.set(name, spoilt);
    const person = await Person.come(browser, server);
    await person.play({ kind: "gomoku", rules: "freestyle", black: me, white: me });
    await person.click(112);
    await person.until("(s) => s.live.ply === 1");
    await person.play({ kind: "othello", size: 6, black: engine("beginner"), white: me });
    await person.page.locator(".download", { hasText: "needs data from the network" }).waitFor({ state: "attached" });
    same((await person.state()).moves.length, 0, "moves without engines");
    server.changed.clear();
    await person.until("(s) => s.moves.length === 1");
    await person.leave();
  });

/** What the first version kept, put into the browser's database as that version had it. */
const kept = (browser) =>
  withServer(async (server) => {
    const rows = JSON.parse(readFileSync(join(root, "crates/wasm/tests/data/rows-1.json"), "utf8")).rows;
    const person = await Person.come(browser, server);
    // A page of this origin that is not ours, so that nothing has made the database before.
    await person.page.goto(`http://127.0.0.1:${server.port}${server.path}icon.svg`);
    await person.page.evaluate(
      ([name, all]) =>
        new Promise((done, failed) => {
          const request = window.indexedDB.open(name, 1);
          request.onupgradeneeded = () => request.result.createObjectStore("rows");
          request.onerror = () => failed(request.error);
          request.onsuccess = () => {
            const change = request.result.transaction("rows", "readwrite");
            for (const [key, value] of all) change.objectStore("rows").put(value, key);
            change.oncomplete = () => done(request.result.close());
          };
        }),
      [`heibai ${server.path}`, rows],
    );
    await person.open("/library");
    const { entries } = (await person.call("GET", "/api/library")).body;
    same(entries.length, rows.filter(([key]) => /^(game|record)\//.test(key)).length, "games and records");
    const { games } = (await person.call("GET", "/api/games")).body;
    const running = games.find((game) => game.kind === "othello");
    await person.open(`/game/${running.id}`);
    const before = await (async () => {
      await person.until("(s) => s.moves.length > 0");
      return (await person.state()).moves.length;
    })();
    const after = await moves(person, before + 2);
    check(after.moves.length > before, "the game goes on");
    await person.leave();
  });

export const tests = [
  ["site: a new version is offered, never forced", offered],
  ["site: a broken version is noticed", broken],
  ["site: broken weights are noticed", brokenWeights],
  ["site: broken engines are noticed", brokenEngines],
  ["site: what the first version kept", kept],
];
