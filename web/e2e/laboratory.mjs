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

export const tests = [
  ["laboratory: searches step by step, side by side, by link", searches],
  ["laboratory: evaluations, shapes and the network as heat maps", values],
  ["laboratory: a tournament with its ratings", tournament],
];
