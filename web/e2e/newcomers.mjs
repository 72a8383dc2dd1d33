// What somebody meets who comes for the first time.

import { check, me, Person, same } from "./harness.mjs";

async function playNowButton(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  await person.open("/");
  // A game plays itself on the board; one touch begins one's own.
  await page.waitForFunction(() => window.heibai.board?.cells.filter((c) => c !== 0).length > 4);
  same(await page.textContent("#play-now"), "Play now", "the button");
  // A match of engines that one has started is in the list, and nothing to go on with.
  const engine = { who: "engine", player: "beginner" };
  const match = await person.call("POST", "/api/games", { kind: "othello", black: engine, white: engine, pace_ms: 60_000 });
  same(match.status, 201, "a match");
  await person.open("/");
  await page.waitForSelector(`.entry-link[href="/game/${match.body.id}"]`);
  same(await page.textContent("#play-now"), "Play now", "the button beside a match");
  await page.click("#play-now");
  await page.waitForSelector("[data-phase=playing]");
  const game = await person.state();
  same([game.kind, game.you.seats, game.seats.white.player], ["othello", ["black"], "chick"], "the game that begins: with the gentlest of all");
  await person.click(19);
  await person.until("(s) => s.live.ply >= 2");
  await page.click(".brand");
  await page.waitForFunction(() => document.querySelector("#play-now")?.textContent === "Play on");
  await page.waitForSelector(".entry-picture canvas");
  await page.click("#play-now");
  await person.until("(s, id) => s.id === id", game.id);
  await person.leave();
}

async function homeOffers(browser, server) {
  const person = await Person.come(browser, server, { language: "zh", width: 390, height: 844, touch: true });
  const { page } = person;
  await person.open("/");
  await page.click("#learn-rules");
  await page.waitForSelector("#rules-dialog");
  same(await page.locator("#rules-dialog section").count(), 3, "games whose rules are told");
  check(/夹住/.test(await page.textContent("#rules-dialog")), "the rules in Chinese");
  await page.keyboard.press("Escape");
  await page.click("#todays-problem");
  await page.waitForSelector(".puzzle .board-canvas");
  // A game that ended is offered for review, and the review begins by itself.
  await person.play({ kind: "othello", black: me, white: me, from: { moves: ["f5", "d6", "c3"].map((name) => ({ name })) } });
  await page.click("#resign");
  await page.click("#resign-dialog .danger");
  await page.waitForSelector("#see-mistakes");
  await person.open("/");
  await page.click("#last-review");
  await page.waitForSelector(".graph", { timeout: 120_000 });
  await person.leave();
}

async function titles(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  const expected = {
    "/": "heibai · Othello, Go, Gomoku",
    "/library": "Library · heibai",
    "/training": "Training · heibai",
    "/live": "Watch · heibai",
    "/nothing": "There is no such page · heibai",
  };
  for (const [path, title] of Object.entries(expected)) {
    await person.open(path);
    // A view that is loaded when it is asked for names itself when it has come.
    await page.waitForFunction((wanted) => document.title === wanted, title).catch(() => {});
    same(await page.title(), title, `the title of ${path}`);
  }
  await page.click("#language");
  same(await page.title(), "没有这个页面 · 黑白", "the title in Chinese");
  await person.leave();
}

/** Passing may end a game: its key only goes to the button. */
async function keys(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  await person.play({ kind: "go", size: 9, black: me, white: me });
  await page.keyboard.press("p");
  same(await page.evaluate(() => document.activeElement?.id), "pass", "where the key leads");
  await person.call("GET", "/api/me");
  same((await person.state()).live.ply, 0, "moves after the key alone");
  await page.keyboard.press("Enter");
  await person.until("(s) => s.live.ply === 1");
  await page.click("#settings");
  await page.click(".keys summary");
  check(/Enter then passes/.test(await page.textContent(".keys")), "the keys are told");
  await person.leave();
}

async function withoutScripts(browser, server) {
  const person = await Person.come(browser, server, { scripts: false, quick: false });
  const { page } = person;
  await page.goto(server.url);
  check(/needs JavaScript/.test(await page.textContent("noscript")), "what is said without scripts");
  const missing = await page.goto(`${server.url}/nothing`);
  same(missing.status(), 404, "the status of an address that is not there");
  await person.leave();
}

/** What the first view needs is asked for while the scripts still come. */
async function firstRequests(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  let letGo;
  const held = new Promise((done) => (letGo = done));
  await page.route("**/assets/*.js", async (route) => {
    await held;
    await route.fallback();
  });
  const asked = ["/api/me", "/api/meta"].map((path) => page.waitForRequest((r) => new URL(r.url()).pathname === path));
  const going = page.goto(server.url);
  await Promise.all(asked);
  letGo();
  await going;
  await page.waitForSelector(".home");
  await person.leave();
}

export const tests = [
  ["newcomers: play now, then play on", playNowButton],
  ["newcomers: rules, today's problem, the last review", homeOffers],
  ["newcomers: titles of the views", titles],
  ["newcomers: keys do not act alone", keys],
  ["newcomers: without scripts, and addresses that are not there", withoutScripts],
  ["the first requests do not wait for the scripts", firstRequests],
];
