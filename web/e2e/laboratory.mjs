// The laboratory: searches step by step, evaluations as heat maps, tournaments with their ratings, everything by link.

import { check, Person, same } from "./harness.mjs";

const text = (person, selector) => person.page.innerText(selector);
const number = async (person, selector, name) => Number(await person.page.getAttribute(selector, name));

async function searches(browser, server) {
  const person = await Person.come(browser, server, { width: 1440, height: 900 });
  await person.open("/");
  await person.page.click('a[href="/lab"]');
  await person.page.waitForSelector("#search-first .searched");
  // A move on the board is searched at once, and stands in the address.
  await person.click(37);
  await person.page.waitForFunction(() => location.search.includes("at=37"));
  await person.page.waitForSelector('#search-first[aria-busy="false"] .searched');
  const pruned = await number(person, "#search-first .searched", "data-nodes");
  check((await number(person, "#search-first .searched", "data-cut-offs")) > 0, "cut-offs are counted");
  await person.page.click("#two-searches");
  await person.page.waitForSelector("#search-second .searched");
  const full = await number(person, "#search-second .searched", "data-nodes");
  same(
    await person.page.getAttribute("#search-first .searched", "data-value"),
    await person.page.getAttribute("#search-second .searched", "data-value"),
    "both searches find the same value",
  );
  check(full > 0 && pruned > 0, `nodes: ${full} and ${pruned}`);
  // Step by step: the first step looks at the position itself, a later one says why something was cut.
  await person.page.click("#search-first .stepping button:nth-child(1)");
  await person.page.waitForSelector('#search-first .stepping[data-step="0"]');
  const all = await number(person, "#search-first .stepping", "data-steps");
  check(/…/.test(await text(person, "#search-first .figures")), "a search that has not begun knows no value");
  check((await person.page.locator(".lab-about a.term").count()) >= 3, "the searches' names lead to the glossary");
  let cut = "";
  for (let step = 1; step < all && !cut; step++) {
    await person.page.click("#search-first .stepping button:nth-child(4)");
    await person.page.waitForSelector(`#search-first .stepping[data-step="${step}"]`);
    const said = await text(person, "#search-first .lab-say");
    if (/no (less|more) than/.test(said)) cut = said;
  }
  check(/[αβ] = /.test(cut), `why it was cut: ${cut}`);
  await person.picture("lab-search");
  same(await person.barriers(), [], "barriers in the laboratory");
  // The other search is walked by itself, and both steps stand in the address.
  await person.page.click("#search-second .stepping button:nth-child(1)");
  for (const step of [1, 2, 3]) {
    await person.page.click("#search-second .stepping button:nth-child(4)");
    await person.page.waitForSelector(`#search-second .stepping[data-step="${step}"]`);
  }
  // The link shows the same to somebody else.
  const address = await person.page.evaluate(() => location.pathname + location.search);
  check(address.includes("step="), "the step stands in the address");
  const teacher = await Person.come(browser, server, { width: 390, height: 844, touch: true, scale: 2, language: "zh", dark: true });
  await teacher.open(address);
  await teacher.page.waitForSelector("#search-second .searched");
  same(
    await number(teacher, "#search-first .stepping", "data-step"),
    await number(person, "#search-first .stepping", "data-step"),
    "the step of the link",
  );
  same(await number(teacher, "#search-second .stepping", "data-step"), 3, "the step of the other search");
  check(/[αβ] = /.test(await text(teacher, "#search-first .lab-say")), "the sentence in Chinese");
  same(await teacher.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, "what is wider than the phone");
  await teacher.picture("lab-search-phone");
  same(await teacher.barriers(), [], "barriers on the phone");
  await teacher.leave();
  // Monte Carlo: the visits of the first moves are the playouts.
  await person.page.check('input[name="search-first"][value="mcts"]');
  await person.page.waitForSelector('#search-first .searched[data-playouts="200"]');
  const visits = await person.page.$$eval("#search-first tbody tr td:nth-child(2)", (cells) => cells.map((c) => Number(c.textContent)));
  same(
    visits.reduce((a, b) => a + b, 0),
    200,
    "every playout begins with a move",
  );
  await person.picture("lab-mcts");
  await person.leave();
}

async function values(browser, server) {
  const person = await Person.come(browser, server, { width: 1440, height: 900, language: "zh" });
  await person.open("/lab?game=othello&at=37-43-18&show=values");
  await person.page.waitForSelector("#evaluation-stable");
  same(await person.page.$$eval(".heat-sheet", (list) => list.length), 5, "the evaluations of Othello");
  // The parts that are drawn add up to the value that is told.
  for (const name of ["weights", "discs", "mobility", "stable"]) {
    const sheet = `#evaluation-${name}`;
    const sum = await person.page.$$eval(`${sheet} .heat text`, (texts) =>
      texts
        .flatMap((t) => t.textContent.replaceAll("−", "-").split(" "))
        .map(Number)
        .reduce((a, b) => a + b, 0),
    );
    same(sum, await number(person, `${sheet} [data-value]`, "data-value"), `the parts of ${name}`);
  }
  await person.picture("lab-values");
  same(await person.barriers(), [], "barriers among the heat maps");
  await person.page.check('input[name="heat"][value="after"]');
  await person.page.waitForSelector("#evaluation-learned .heat");
  await person.picture("lab-values-after");
  await person.open("/lab?game=gomoku&at=112-97-113-98&show=values");
  await person.page.waitForSelector("#shape-scores .heat");
  await person.picture("lab-values-gomoku");
  await person.open("/lab?game=go&at=40-20-60&show=values");
  await person.page.waitForSelector("#ownership .heat");
  await person.page.waitForSelector("#policy .heat");
  await person.picture("lab-values-go");
  await person.leave();
}

async function tournament(browser, server) {
  const person = await Person.come(browser, server, { width: 1440, height: 900 });
  await person.open("/lab?game=othello&size=4&show=match");
  await person.page.selectOption("#lab-games", "2");
  // Who is to play stands in the address: a teacher can prepare a tournament that others start.
  await person.page.uncheck('.lab-players input[value="random"]');
  await person.page.check('.lab-players input[value="mcts:playouts=50"]');
  const chosen = ["minimax:depth=1,eval=weights", "alphabeta:depth=2,eval=weights", "mcts:playouts=50"];
  const prepared = await Person.come(browser, server);
  await prepared.open(await person.page.evaluate(() => location.pathname + location.search));
  await prepared.page.waitForSelector(".lab-players input:checked");
  same(await prepared.page.$$eval(".lab-players input:checked", (list) => list.map((input) => input.value)), chosen, "the players of the link");
  same(await prepared.page.inputValue("#lab-games"), "2", "the games of the link");
  await prepared.leave();
  await person.page.click("#lab-start");
  await person.page.waitForSelector("#lab-run .elo");
  await person.page.waitForSelector('#lab-run[data-over="true"][data-games="6"]');
  check(/±/.test(await text(person, "#lab-run .grid")), "ratings have their errors");
  check(/Minimax, depth 1/.test(await text(person, "#lab-run .grid")), "players have names for people");
  await person.picture("lab-match");
  same(await person.barriers(), [], "barriers at a tournament");
  const address = await person.page.evaluate(() => location.pathname + location.search);
  const other = await Person.come(browser, server, { width: 390, height: 844, language: "zh", scale: 2 });
  await other.open(address);
  await other.page.waitForSelector('#lab-run[data-games="6"]');
  same(await other.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, "what is wider than the phone");
  await other.picture("lab-match-phone");
  await other.leave();
  await person.leave();
}

/** A position keeps the rules it was played by: what freestyle allows is no error in the laboratory, and stones that were set stay. */
async function fromStudy(browser, server) {
  const person = await Person.come(browser, server, { width: 1440, height: 900 });
  const { page } = person;
  const me = { who: "me" };
  // Black's ninth stone makes two open threes, which Renju forbids.
  const moves = ["h8", "a1", "i8", "a15", "j9", "o1", "j10", "o15", "j8"].map((name) => ({ name }));
  const { id } = await person.play({ kind: "gomoku", rules: "freestyle", black: me, white: me, from: { moves } });
  await page.click("#resign");
  await page.click("#resign-dialog .danger");
  await person.until("(s) => s.live.outcome !== null");
  await person.open(`/study/${id}?ply=9`);
  await page.click("#to-lab");
  await page.waitForSelector('#search-first[aria-busy="false"] .searched');
  same(await page.inputValue("#lab-rules"), "freestyle", "the rules in the laboratory");
  same(await page.evaluate(() => window.heibai.board.cells.filter((cell) => cell !== 0).length), 9, "stones on its board");
  same(await page.locator(".lab .failed").count(), 0, "errors");
  // In the laboratory's own Renju the same stones are refused, and it says why.
  await page.selectOption("#lab-rules", "renju");
  await page.waitForFunction(() => /double three/.test(document.querySelector(".lab").innerText));
  const set = await person.play({
    kind: "othello",
    black: me,
    white: me,
    stones: [
      [27, 2],
      [28, 1],
      [35, 1],
      [36, 2],
      [37, 2],
    ],
    turn: "black",
  });
  await page.click("#resign");
  await page.click("#resign-dialog .danger");
  await person.until("(s) => s.live.outcome !== null");
  await person.open(`/study/${set.id}`);
  await page.click("#to-lab");
  await page.waitForSelector('#search-first[aria-busy="false"] .searched');
  same(await page.evaluate(() => window.heibai.board.cells.filter((cell) => cell !== 0).length), 5, "stones that were set up");
  await person.leave();
}

export const tests = [
  ["laboratory: searches step by step, side by side, by link", searches],
  ["laboratory: evaluations, shapes and the network as heat maps", values],
  ["laboratory: a tournament with its ratings", tournament],
  ["laboratory: a position keeps its rules and its stones", fromStudy],
];
