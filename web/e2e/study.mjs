// A study that keeps everything: walking, variations, comments, marks, the head of the record, links, the position editor.

import { check, me, Person, same } from "./harness.mjs";

const SGF = "(;GM[1]SZ[9]PB[Lee]PW[Gu]XX[kept];B[ee]C[the centre];W[ce](;B[gg];W[cc])(;B[cg]))";

async function imported(person, text) {
  await person.open("/library");
  const entry = await person.page.evaluate(async (body) => {
    const answer = await fetch("/api/library?name=game.sgf", { method: "POST", body });
    return (await answer.json()).entries[0];
  }, text);
  return entry.id;
}

const kept = (page) => page.waitForSelector('#keeping[data-keeping="kept"]');
const ply = (page, n) => page.waitForSelector(`.study[data-ply="${n}"]`);
const next = (page) => page.click('[aria-label="Next move"]');

/** A reload, and even a dead network before it, loses nothing of what was written. */
async function nothingIsLost(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  const id = await imported(person, SGF);
  await person.open(`/study/${id}`);
  await ply(page, 0);
  await next(page);
  same(await page.inputValue("#comment"), "the centre", "the comment of the first move");
  await page.fill("#comment", "tengen, says the teacher");
  await page.check('input[name="tool"][value="triangle"]', { force: true });
  await person.click(40);
  await page.check('input[name="tool"][value="label"]', { force: true });
  await person.click(0);
  await page.waitForFunction(() => window.heibai.board.labels.get(40)?.text === "△" && window.heibai.board.labels.get(0)?.text === "A");
  await page.check('input[name="tool"][value="play"]', { force: true });
  await person.click(8);
  await ply(page, 2);
  await page.click("#edit-info");
  await page.fill("#info-black", "Lee Changho");
  await page.fill("#info-event", "Spring Cup");
  await page.click("#info-dialog .primary");
  await kept(page);
  await page.reload();
  await ply(page, 2);
  check((await page.innerText("h1")).includes("Lee Changho"), await page.innerText("h1"));
  check((await page.innerText("#record-info")).includes("Spring Cup"), await page.innerText("#record-info"));
  same(await page.evaluate(() => window.heibai.board.last), 8, "the move that was tried");
  await page.click('[aria-label="Previous move"]');
  await ply(page, 1);
  same(await page.inputValue("#comment"), "tengen, says the teacher", "the comment after a reload");
  await page.waitForFunction(() => window.heibai.board.labels.get(40)?.text === "△");
  const sgf = () => page.evaluate(async (of) => (await fetch(`/api/library/${of}/export?format=sgf`)).text(), id);
  check(/XX\[kept\]/.test(await sgf()), await sgf());

  // The library cannot be reached: what is written stays in the browser, and comes into the library after a reload.
  await page.route("**/api/library/*", (route) => (route.request().method() === "PUT" ? route.abort() : route.continue()));
  await page.fill("#comment", "written without a network");
  await page.waitForSelector('#keeping[data-keeping="failed"]');
  check(!(await sgf()).includes("without a network"), "nothing came through");
  await page.unroute("**/api/library/*");
  await page.reload();
  await ply(page, 1);
  same(await page.inputValue("#comment"), "written without a network", "the comment that had not been sent");
  check((await sgf()).includes("without a network"), "and now it is in the library");
  same((await person.call("GET", "/api/library?source=record")).body.entries.length, 1, "records");
  await person.picture("study-notes");
  const barriers = await person.barriers();
  check(barriers.length === 0, barriers.join(" | "));
  await person.leave();
}

/** Variations are ordered and cut, and each position has an address that is written as one walks. */
async function variations(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  const id = await imported(person, SGF);
  await person.open(`/study/${id}?ply=2`);
  await ply(page, 2);
  const lines = () => page.locator("#variations li").evaluateAll((list) => list.map((li) => li.innerText.replace(/[^A-Z0-9]+/g, " ").trim()));
  same(await lines(), ["1 E5 2 C5 3 G3", "3 C3", "4 C7"], "the tree");
  await page.click('#variations li[data-depth="1"] .move');
  await ply(page, 3);
  await page.waitForFunction(() => location.search === "?v=2.1&ply=3");
  await page.click("#make-main");
  await page.waitForFunction(() => document.querySelector("#variations li")?.innerText.includes("C3"));
  same(await lines(), ["1 E5 2 C5 3 C3", "3 G3 4 C7"], "the tree after the variation became the main line");
  await page.waitForFunction(() => location.search === "?ply=3");
  // One step up, and the other one again: beside the main line a step makes it the main line.
  for (const [now, tree] of [
    ["G3", ["1 E5 2 C5 3 G3", "3 C3", "4 C7"]],
    ["C3", ["1 E5 2 C5 3 C3", "3 G3 4 C7"]],
  ]) {
    await page.click('#variations li[data-depth="1"] .move');
    await page.waitForSelector("#promote:not([disabled])");
    await page.click("#promote");
    await page.waitForFunction((name) => document.querySelector("#variations li")?.innerText.includes(name), now);
    same(await lines(), tree, `the tree after ${now} went one step up`);
    check(await page.isDisabled("#promote"), "the main line cannot go further up");
  }
  await page.click('#variations li[data-depth="1"] .move:nth-child(2)');
  await page.waitForFunction(() => location.search === "?v=2.1&ply=4");
  await kept(page);
  await page.evaluate(() => (navigator.clipboard.writeText = async (text) => void (window.copied = text)));
  await page.click("#copy-line");
  await page.waitForFunction(() => window.copied);
  same(await page.evaluate(() => window.copied), "E5 C5 G3 C7", "the moves that were copied");
  // The address leads back to the same position of the same variation, in another tab too.
  const other = await person.context.newPage();
  await other.goto(page.url());
  await ply(other, 4);
  same(await other.evaluate(() => window.heibai.board.last), 20, "the last move of the variation");
  await other.close();
  await page.click("#delete-branch");
  await ply(page, 3);
  same(await lines(), ["1 E5 2 C5 3 C3", "3 G3"], "the tree without the last move");
  await page.click("#restore");
  await ply(page, 4);
  same(await lines(), ["1 E5 2 C5 3 C3", "3 G3 4 C7"], "the tree with the last move back");
  await page.click("#delete-branch");
  await ply(page, 3);
  await kept(page);
  const sgf = await page.evaluate(async (of) => (await fetch(`/api/library/${of}/export?format=sgf`)).text(), id);
  check(/\(;B\[cg\]\)\s*\(;B\[gg\]\)/.test(sgf), sgf);
  await person.leave();
}

/** Walking needs no network: the boards of main line and variations are known when the record is open. */
async function walkWithoutNetwork(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  const id = await imported(person, "(;GM[2]SZ[8];B[f5];W[d6];B[c3];W[d3];B[c4](;W[f4];B[c5];W[b3];B[c2])(;W[b3]))");
  await person.open(`/study/${id}`);
  await ply(page, 0);
  await page.route("**/api/**", (route) => route.abort());
  const counts = [];
  for (let n = 1; n <= 9; n++) {
    await page.keyboard.press("ArrowRight");
    await ply(page, n);
    counts.push(await page.evaluate(() => window.heibai.board.cells.filter((c) => c !== 0).length));
  }
  same(counts, [5, 6, 7, 8, 9, 10, 11, 12, 13], "discs on the board, move by move");
  await page.click('#variations li[data-depth="1"] .move');
  await ply(page, 6);
  same(await page.evaluate(() => window.heibai.board.last), 17, "the variation's move");
  await person.leave();
}

/** A long comment scrolls in its own panel; the page stays as high as the window, and the board in sight. */
async function longComment(browser, server) {
  for (const [width, height, language] of [
    [1440, 900, "en"],
    [390, 844, "zh"],
  ]) {
    const person = await Person.come(browser, server, { width, height, language, touch: width < 500 });
    const { page } = person;
    const id = await imported(person, `(;GM[1]SZ[9]C[${"A long remark. ".repeat(600)}];B[ee])`);
    await person.open(`/study/${id}`);
    await ply(page, 0);
    const high = await page.evaluate(() => document.documentElement.scrollHeight);
    check(high <= height + 1, `the page is ${high} px high in a window of ${height}`);
    const scrolls = await page.evaluate(() => {
      const box = document.querySelector("#comment");
      return box.scrollHeight > box.clientHeight;
    });
    check(scrolls, "the comment scrolls within itself");
    const board = await page.locator(".board-canvas").boundingBox();
    check(board.y >= 0 && board.y + board.height <= height, `the board lies at ${JSON.stringify(board)}`);
    await person.picture(`study-comment-${width}-${language}`);
    await person.leave();
  }
}

/** One's own game is never changed: what is written goes into a copy, and the address with it. */
async function copyOfGame(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  const moves = ["f5", "d6", "c3"].map((name) => ({ name }));
  const made = await person.call("POST", "/api/games", { kind: "othello", black: me, white: me, from: { moves } });
  await person.call("POST", `/api/games/${made.body.id}/act`, { do: "resign", side: "black" });
  await person.open(`/study/${made.body.id}`);
  await ply(page, 3);
  await page.fill("#comment", "resigned too early");
  await kept(page);
  await page.waitForFunction((id) => !location.pathname.includes(id), made.body.id);
  same((await person.call("GET", `/api/library/${made.body.id}`)).body.tree[3].comment, "", "the game's own comment");
  await page.reload();
  await ply(page, 3);
  same(await page.inputValue("#comment"), "resigned too early", "the copy's comment");
  await person.leave();
}

/** A record is its owner's alone; the link that is copied from it carries the line, stones and rules included, and opens for everybody. */
async function linkForAll(browser, server) {
  const person = await Person.come(browser, server);
  const other = await Person.come(browser, server, { language: "zh", width: 390, height: 844, touch: true });
  const { page } = person;
  const id = await imported(person, "(;GM[1]SZ[9]RU[Japanese]KM[6.5]AB[cc]AW[gg];W[ee](;B[ef]C[a quiet move & more];W[])(;B[fe]))");
  await person.open(`/study/${id}?ply=2`);
  await ply(page, 2);
  await page.evaluate(() => (navigator.clipboard.writeText = async (text) => void (window.copied = text)));
  await page.click("#copy-link");
  await page.waitForFunction(() => window.copied);
  const link = new URL(await page.evaluate(() => window.copied));
  check(!link.pathname.includes(id), `a link for everybody: ${link}`);
  await other.open(link.pathname + link.search);
  await ply(other.page, 2);
  const cells = (of) => of.page.evaluate(() => [...window.heibai.board.cells]);
  same(await cells(other), await cells(person), "the board that the other sees");
  same(await other.page.inputValue("#comment"), "a quiet move & more", "the comment goes along");
  check(/rules=japanese/.test(link.search) && /komi=6.5/.test(link.search), `rules and komi: ${link.search}`);
  for (const someone of [person, other]) await someone.leave();
}

/** Lines are drawn on the board while the mouse is over a move, in the list or on the board itself. */
async function linesByHover(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  await person.open("/study/new?kind=othello&size=6&moves=8&ply=1");
  await page.click("#engine");
  await page.waitForFunction(() => window.heibai.board.labels.size > 0);
  await page.waitForFunction(() => /exact|\d/.test(document.querySelector("#candidates")?.textContent ?? ""));
  await page.hover(".line-button");
  await page.waitForFunction(() => window.heibai.board.line.length > 0);
  await page.hover("h1");
  await page.waitForFunction(() => window.heibai.board.line.length === 0);
  const [point] = await page.evaluate(() => [...window.heibai.board.labels.keys()]);
  const { x, y } = await person.place(point);
  await page.mouse.move(x, y);
  await page.waitForFunction((first) => window.heibai.board.line[0]?.point === first, point);
  await person.picture("study-hover");
  await person.leave();
}

/** A position by hand in each game; what is no position is refused with the referee's words. */
async function editor(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  const state = (checked) => page.waitForSelector(`.editor[data-checked="${checked}"]`);
  const brush = (name) => page.check(`input[name="brush"][value="${name}"]`, { force: true });
  await person.open("/editor?kind=go");
  await page.selectOption("#editor-size", "9");
  await state("good");
  await brush("white");
  for (const point of [1, 9]) await person.click(point);
  await brush("black");
  await person.click(0);
  await state("refused");
  check(/no liberty/.test(await page.innerText(".status")), await page.innerText(".status"));
  check(await page.isDisabled("#study-position"), "no position is no study");
  await person.picture("editor-refused");
  await person.click(0);
  await person.click(40);
  await page.check('input[name="turn"][value="white"]', { force: true });
  await state("good");
  await page.click("#study-position");
  await page.waitForSelector(".study");
  same(
    await page.evaluate(() => window.heibai.board.cells.map((c, i) => (c ? [i, c] : null)).filter(Boolean)),
    [
      [1, 2],
      [9, 2],
      [40, 1],
    ],
    "stones",
  );
  check(/White to play/.test(await page.innerText(".status")), await page.innerText(".status"));
  // From a study back into the editor, with what stands on the board.
  await page.click("#to-editor");
  await state("good");
  same(await page.evaluate(() => window.heibai.board.cells.filter((c) => c !== 0).length), 3, "stones in the editor");
  for (const kind of ["othello", "gomoku"]) {
    await person.open(`/editor?kind=${kind}`);
    await state("good");
    await page.click("#clear");
    await person.click(0);
    await state("good");
    if (kind === "gomoku") continue;
    await page.click("#reset");
    await page.waitForFunction(() => window.heibai.board.cells.filter((c) => c !== 0).length === 4);
  }
  await page.click("#play-position");
  await page.waitForSelector("[data-phase]");
  const barriers = await person.barriers();
  check(barriers.length === 0, barriers.join(" | "));
  await person.leave();
}

export const tests = [
  ["study: a reload loses nothing", nothingIsLost],
  ["study: variations are ordered, cut and linked", variations],
  ["study: walking needs no network", walkWithoutNetwork],
  ["study: a long comment scrolls, the board stays", longComment],
  ["study: a game is copied, never changed", copyOfGame],
  ["study: a record's link opens for everybody", linkForAll],
  ["study: lines by hover", linesByHover],
  ["editor: a position of each game", editor],
];
