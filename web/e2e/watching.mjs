// Engines that play each other, and runs of the arena that are followed while they go on.

import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, Person, same, Server } from "./harness.mjs";

async function series(browser, server) {
  const person = await Person.come(browser, server, { language: "zh" });
  await person.open("/live");
  await person.page.click("#start-match");
  await person.page.check('input[name="blackLevel"][value="hard"]');
  await person.page.check('input[name="whiteLevel"][value="normal"]');
  await person.page.check('input[name="size"][value="6"]');
  await person.page.click("details.more summary");
  await person.page.selectOption("#games", "2");
  await person.page.selectOption("#pace", "1700");
  await person.page.click('#new-game button[type="submit"]');
  await person.until("(s) => s.series && s.live.ply >= 4");
  const first = await person.state();
  same([first.series.number, first.series.of], [1, 2], "the first game of the series");
  for (const side of ["black", "white"]) {
    await person.page.waitForSelector(`[data-thought="${side}"] strong`);
    check(/深度 \d+/.test(await person.page.innerText(`[data-thought="${side}"]`)), "what the engine says of its depth");
    check((await person.page.innerText(`[data-thought="${side}"] .thought-line`)).length > 1, "the line that it expects");
  }
  await person.picture("match-thoughts");
  // Two matches at once on the page of those who watch, each with both engines' thoughts.
  const made = await person.call("POST", "/api/games", {
    kind: "gomoku",
    black: { who: "engine", player: "normal" },
    white: { who: "engine", player: "beginner" },
    pace_ms: 2000,
    public: true,
  });
  same(made.status, 201, "a second match");
  const watcher = await Person.come(browser, server, { width: 1440, height: 900 });
  await watcher.open("/live");
  await watcher.page.waitForSelector(".live-board:nth-child(2) .thought-line");
  check((await watcher.page.locator(".live-board .board-canvas").count()) >= 2, "several boards at once");
  await watcher.page.waitForSelector(".live-board .series");
  await watcher.picture("live-boards");
  same(await watcher.barriers(), [], "barriers with several boards");
  await watcher.leave();
  // The end leads on to the next game, colours changed, with the score so far.
  await person.page.selectOption("#pace-now", "0");
  await person.until("(s, id) => s.id !== id", first.id);
  const second = await person.state();
  same([second.series.number, second.seats.black.player, second.seats.white.player], [2, "normal", "hard"], "the second game");
  same(second.series.points.black + second.series.points.white >= 1, true, "the points of the first game");
  await person.until("(s) => s.live.outcome && s.series.points.black + s.series.points.white === 2");
  const score = await person.page.innerText(".series");
  check(/95% 区间/.test(score), "the interval");
  // Who began with Black comes first in every game of the series.
  const [hard, normal] = await Promise.all(["white", "black"].map((side) => person.page.innerText(`.player[data-side="${side}"] strong`)));
  check(score.includes(`${hard} `) && score.indexOf(hard) < score.indexOf(normal), score);
  check(!(await person.call("GET", "/api/live")).body.games.some((game) => game.id === second.id), "a finished match is not listed");
  await person.picture("series-end");
  await person.leave();
}

const game = (number, winner) =>
  JSON.stringify({
    game: number,
    black: "hard",
    white: "engine:nodes=500",
    winner,
    reason: "resignation",
    moves: ["f5", "d6", "c3", "d3", "c4"],
    opening: 2,
    scores: [null, null, 1.5, -2, 3],
    nodes: [10, 10],
    ms: [5, 5],
  }) + "\n";

async function runs(browser) {
  const folder = mkdtempSync(join(tmpdir(), "heibai-runs-"));
  const spring = join(folder, "spring.run");
  mkdirSync(spring);
  writeFileSync(join(spring, "about.json"), JSON.stringify({ game: "othello", size: 8 }));
  const log = join(spring, "games.jsonl");
  writeFileSync(log, game(0, "black") + game(1, "draw"));
  const server = new Server(["--watch", folder]);
  await server.start();
  try {
    const person = await Person.come(browser, server, { width: 1440, height: 900 });
    await person.open("/live");
    await person.page.click('a[href="/live/spring-run"]');
    await person.page.waitForSelector('[data-run="spring-run"][data-games="2"]');
    await person.page.waitForSelector(".run-game canvas");
    const table = await person.page.innerText(".grid");
    check(/1\.5/.test(table) && /75%/.test(table) && /±/.test(table), `points, share and rating: ${table}`);
    check((await person.page.title()).startsWith("spring"), "the title");
    // A game that ends now is there without a reload.
    appendFileSync(log, game(2, "white"));
    await person.page.waitForSelector('[data-games="3"]');
    check(/drawn 1/.test(await person.page.innerText("#run-sides")), "who won how many");
    // And every game can be walked through.
    await person.page.click(".live-board .stepper button:first-child");
    await person.page.waitForFunction(() => window.heibai.board.cells.filter((c) => c !== 0).length === 4);
    await person.page.click(".live-board .stepper button:nth-child(4)");
    await person.page.waitForFunction(() => window.heibai.board.last === 37);
    await person.page.click(".live-board .stepper button:nth-child(5)");
    await person.picture("run");
    same(await person.barriers(), [], "barriers on a run");
    await person.leave();
    const phone = await Person.come(browser, server, { width: 390, height: 844, touch: true, scale: 2, language: "zh", dark: true });
    await phone.open("/live/spring-run");
    await phone.page.waitForSelector(".run-game canvas");
    await phone.picture("run-phone");
    same(await phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, "what is wider than the phone");
    await phone.open("/live/nothing");
    await phone.page.waitForSelector(".unreachable, .live");
    await phone.leave();
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const tests = [
  ["watching: a series of engines, with what they think", series],
  ["watching: a run of the arena", runs],
];
