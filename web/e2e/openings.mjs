// The opening book: the explorer beside a study, and the drill.

import { check, Person, same } from "./harness.mjs";

/** Moves with values, games and names; a touch on one plays it. */
async function explorer(browser, server) {
  const person = await Person.come(browser, server, { language: "zh" });
  const { page } = person;
  await person.open("/");
  const id = await page.evaluate(async () => {
    const answer = await fetch("/api/library?name=game.txt", { method: "POST", body: "f5d6c3d3c4" });
    return (await answer.json()).entries[0].id;
  });
  await person.open(`/study/${id}?ply=1`);
  await page.click("#openings");
  await page.waitForSelector("#explorer tr[data-point]");
  same(await page.locator("#explorer tr[data-point]").count(), 3, "moves after f5");
  check((await page.textContent("#explorer")).includes("斜向开局"), "the diagonal opening is named");
  await person.picture("openings");
  await page.click('#explorer tr[data-point="43"] button');
  await page.waitForSelector('.study[data-ply="2"]');
  await page.waitForFunction(() => document.querySelector("#opening-book strong")?.textContent.includes("垂直开局"));
  // A move that nobody plays leads out of the book, and its page is gone.
  const { body } = await person.call("POST", "/api/position", { kind: "othello", moves: [37, 43] });
  const known = (await person.call("POST", "/api/openings", { kind: "othello", moves: [37, 43] })).body.moves.filter((m) => m.in_book);
  const unknown = body.live.legal.find((p) => !known.some((m) => m.point === p));
  if (unknown !== undefined) {
    await person.click(unknown);
    await page.waitForSelector("#opening-book", { state: "detached" });
  }
  await person.leave();
}

/** The book's own moves are right; another is not, and the answer is shown after a second miss. */
async function drill(browser, server) {
  const person = await Person.come(browser, server, { language: "en" });
  const { page } = person;
  await person.open("/training");
  await page.click("#to-openings");
  await page.waitForSelector(".drill");
  const moves = [];
  const book = async () => (await person.call("POST", "/api/openings", { kind: "othello", moves })).body;
  const position = async () => (await person.call("POST", "/api/position", { kind: "othello", moves })).body;
  const wait = (count) => page.waitForSelector(`.drill[data-moves="${count}"], .drill[data-over="true"]`);
  let isMissed = false;
  while ((await page.getAttribute(".drill", "data-over")) === "false") {
    await page.waitForFunction(() => !document.querySelector("#drill-show").disabled || document.querySelector('.drill[data-over="true"]'));
    if ((await page.getAttribute(".drill", "data-over")) === "true") break;
    const found = await book();
    const { live } = await position();
    const bad = live.legal.filter((p) => !found.moves.some((m) => m.point === p && m.value !== null && m.class === null));
    if (!isMissed && bad.length > 0) {
      isMissed = true;
      await person.click(bad[0]);
      await page.waitForSelector('.drill[data-verdict="worse"], .drill[data-verdict="unknown"]');
      same(await page.locator("#drill-best").count(), 0, "the answer after one miss");
      await person.click(bad[0]);
      await page.waitForSelector("#drill-best");
      await person.picture("drill-missed");
    }
    const before = moves.length;
    moves.push(found.moves[0].point);
    await person.click(found.moves[0].point);
    await wait(before + 2);
    // The book's answer is among them.
    const line = await page.getAttribute(".drill", "data-line");
    moves.splice(0, moves.length, ...line.split(" ").map(Number));
  }
  check(isMissed, "a wrong move was tried");
  await page.waitForSelector("#drill-end");
  await person.picture("drill-end");
  await page.click("#drill-white");
  await page.waitForSelector('.drill[data-moves="1"]');
  await person.leave();
}

export const tests = [
  ["openings: the book beside a study", explorer],
  ["openings: the drill", drill],
];
