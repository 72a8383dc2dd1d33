// Reviews: passes, classes and reasons, both continuations, learning from mistakes, and the teaching game.

import { check, Person, same } from "./harness.mjs";

const me = { who: "me" };
/** White plays far away from an open three and loses by force; until then there is something to lose. */
const GOMOKU = ["h8", "g8", "h9", "g7", "h10", "a1", "h11", "h7", "h12"];

/** A review in two passes is kept: the second time it is there at once. */
async function review(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  const from = { moves: GOMOKU.map((name) => ({ name })) };
  const { id } = await person.play({ kind: "gomoku", rules: "freestyle", black: me, white: me, from });
  await person.open(`/study/${id}?review=1`);
  await page.waitForSelector("table.accuracy", { timeout: 300_000 });
  const mistakes = await page.textContent(".mistakes");
  check(/Move 6, White A1/.test(mistakes), mistakes);
  check(/lets Black win by fours|leaves Black|win by fours and threes/.test(mistakes), mistakes);
  await person.picture("review-accuracy");
  // The mistake leads back to the lesson that teaches what it missed.
  await page.waitForSelector('#lessons-of-game [data-lesson-link="stop-three"]');
  await page.locator(".mistakes button", { hasText: "Move 6" }).click();
  await page.waitForSelector('.study[data-ply="6"]');
  await page.waitForSelector("#move-review");
  await page.click('[data-line="continuationBetter"] .line-button');
  await page.waitForFunction(() => window.heibai.board.line.length > 0);
  same(await page.getAttribute(".study", "data-ply"), "5", "the better line begins before the mistake");
  await person.picture("review-move");
  // Nobody has to ask for it again.
  await person.open(`/study/${id}`);
  const began = Date.now();
  await page.waitForSelector("table.accuracy");
  const seen = page.locator("#review-progress");
  same(await seen.count(), 0, `a review that was made is not made again (${Date.now() - began} ms)`);
  await person.leave();
}

/** The mistakes of one side, one after the other; what is learnt comes back in training. */
async function learn(browser, server) {
  const person = await Person.come(browser, server, { language: "zh" });
  const { page } = person;
  const from = { moves: GOMOKU.map((name) => ({ name })) };
  const { id } = await person.play({ kind: "gomoku", rules: "freestyle", black: me, white: me, from });
  await person.open(`/study/${id}?review=1`);
  await page.waitForSelector('#learn-mistakes [data-side="white"]', { timeout: 300_000 });
  await page.click('#learn-mistakes [data-side="white"]');
  await page.waitForSelector('#learn-panel[data-verdict="asking"]');
  await person.picture("learn-asking");
  let found = 0;
  for (;;) {
    await page.waitForFunction(() => window.heibai.board?.legal.size > 0);
    const ply = Number(await page.getAttribute(".study", "data-ply"));
    const [away] = await page.evaluate(() => [...window.heibai.board.legal].filter((p) => p % 15 === 14));
    await person.click(away);
    await page.waitForSelector('#learn-panel[data-verdict="wrong"]');
    same(Number(await page.getAttribute(".study", "data-ply")), ply, "a wrong answer is not played");
    await page.click("#learn-show");
    await page.waitForSelector('#learn-panel[data-verdict="shown"]');
    found++;
    await page.click("#learn-next");
    await page.waitForFunction(() => {
      const panel = document.querySelector("#learn-panel");
      return panel && panel.dataset.verdict !== "shown";
    });
    if ((await page.getAttribute("#learn-panel", "data-verdict")) === null) break;
  }
  await person.picture("learn-done");
  const kept = (await person.call("GET", "/api/problems/mistakes")).body.problems;
  same(kept.length, found, "mistakes in training");
  // Training leads to the last games, so that their mistakes can be gone through one game after the other.
  await person.open("/training/mistakes");
  await page.waitForSelector(`#last-games a[href="/study/${id}?review=1"]`);
  await person.leave();
}

/** A bad move is told of and taken back; hints come in three steps. */
async function teaching(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  const from = { moves: GOMOKU.slice(0, 5).map((name) => ({ name })) };
  // An opponent that goes on with its three: the bar may show the position after its answer by the time it is read.
  const { id } = await person.play({ kind: "gomoku", rules: "freestyle", black: { who: "engine", player: "normal" }, white: me, from });
  await person.open(`/game/${id}`);
  await page.waitForSelector("#teaching");
  await page.click("#teaching");
  await page.waitForSelector("#threats li", { timeout: 60_000 });
  check(/Black threatens to win by force/.test(await page.textContent("#threats")), "the open three is a threat");
  await page.click("#hint");
  await page.waitForSelector('#hint-panel[data-step="1"]', { timeout: 60_000 });
  await page.waitForFunction(() => window.heibai.board.tints.size > 0);
  await person.picture("teaching-hint");
  await page.click("#hint-more");
  await page.waitForSelector('#hint-panel[data-step="2"]');
  await page.click("#hint-more");
  await page.waitForFunction(() => window.heibai.board.suggestion?.length > 0);
  const [corner] = await page.evaluate(() => [...window.heibai.board.legal].filter((p) => p === 0));
  await person.click(corner);
  await page.waitForSelector("#taught", { timeout: 120_000 });
  check(/better|lets Black win|leaves Black/.test(await page.textContent("#taught")), await page.textContent("#taught"));
  await page.waitForFunction(() => Number(document.querySelector("#evaluation").dataset.rate) > 0.9);
  await person.picture("teaching-blunder");
  await page.click("#take-back");
  await page.waitForFunction(() => document.querySelector("#taught") === null);
  await page.waitForSelector('.game[data-ply="5"]');
  await person.leave();
}

/** Go: bar and hint speak of the same position, also after an answer that changed everything. */
async function oneVoice(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  const from = { moves: ["E5", "E2"].map((name) => ({ name })) };
  const { id } = await person.play({ kind: "go", size: 9, black: me, white: { who: "engine", player: "beginner" }, from });
  await person.open(`/game/${id}`);
  await page.waitForSelector("#teaching");
  await page.click("#teaching");
  const rate = async () => Number(await page.getAttribute("#evaluation:not(.old)", "data-rate"));
  await page.waitForSelector('#evaluation:not(.old):not([data-rate=""])', { timeout: 60_000 });
  const before = await rate();
  check(before > 0.3 && before < 0.7, `after White's weak answer the game is open: ${before}`);
  check(/^About even|is ahead by about \d+ points/.test(await page.innerText("#evaluation")), await page.innerText("#evaluation"));
  await page.click("#hint");
  await page.waitForSelector('#hint-panel[data-step="1"]', { timeout: 60_000 });
  await page.click("#hint-more");
  await page.click("#hint-more");
  await page.waitForSelector("#hint-panel .value");
  same((await page.innerText("#evaluation")).trim(), (await page.innerText("#hint-panel .value")).trim(), "the bar says what the hint says");
  await person.picture("teaching-one-voice");
  await person.leave();
}

export const tests = [
  ["review: two passes, classes, reasons, continuations, kept", review],
  ["review: learn from mistakes in a row", learn],
  ["review: bar and hint of a teaching game say the same", oneVoice],
  ["review: a teaching game with threats, steps of hints and take-back", teaching],
];
