// Records and study.

import { readFile } from "node:fs/promises";
import { check, me, Person, same } from "./harness.mjs";

/** A small Go record by Chinese players, in the encoding that Chinese programs long used: 古力 and 常昊 in GB18030. */
function chineseSgf() {
  const bytes = (text) => [...text].map((c) => c.charCodeAt(0));
  const black = [0xb9, 0xc5, 0xc1, 0xa6],
    white = [0xb3, 0xa3, 0xea, 0xbb];
  return Buffer.from([
    ...bytes("(;GM[1]FF[4]CA[GB18030]SZ[19]KM[7.5]PB["),
    ...black,
    ...bytes("]PW["),
    ...white,
    ...bytes("]RE[B+R];B[pd];W[dp](;B[pp];W[dd])(;B[dd];W[pp];B[fq]))"),
  ]);
}

/** Lets a file fall on the import field, as a person does with the mouse. */
async function drop(page, name, bytes) {
  const files = await page.evaluateHandle(
    ([n, list]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(list)], n));
      return transfer;
    },
    [name, [...bytes]],
  );
  await page.dispatchEvent(".drop", "dragover", { dataTransfer: files });
  await page.waitForSelector(".drop.over");
  await page.dispatchEvent(".drop", "drop", { dataTransfer: files });
}

async function importRecord(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  await person.open("/library");
  await drop(page, "game.sgf", chineseSgf());
  await page.waitForSelector(".entry");
  const title = await page.textContent(".entry strong");
  check(title.includes("古力") && title.includes("常昊"), `names read as ${title}`);
  await person.picture("library");
  await page.fill("#paste", "f5d6c3d3c4");
  await page.click("#import-text");
  await page.waitForFunction(() => document.querySelectorAll(".entry").length === 2);
  await page.setInputFiles("#files", {
    name: "game.psq",
    mimeType: "text/plain",
    buffer: Buffer.from("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\n8,9,0\n"),
  });
  await page.waitForFunction(() => document.querySelectorAll(".entry").length === 3);
  await page.fill("#search", "古力");
  await page.waitForFunction(() => document.querySelectorAll(".entry").length === 1);
  await page.fill("#search", "nobody");
  await page.waitForFunction(() => document.querySelector(".empty")?.textContent === "No record matches");
  await page.fill("#search", "古力");
  await page.waitForSelector(".entry");
  await page.fill("#paste", "this is no record");
  await page.click("#import-text");
  await page.waitForSelector(".notice.warn");
  await page.click(".entry-link");
  await page.waitForSelector(".study");
  same(await page.getAttribute(".study", "data-ply"), "0", "a record opens at its beginning");
  same(await page.textContent("#record-result"), "Black wins (resignation)", "the result of the record");
  await page.click('[aria-label="Next move"]');
  await page.waitForSelector('.study[data-ply="1"]');
  // The tree: two moves, then each way on in a line of its own.
  const lines = await page
    .locator("#variations li")
    .evaluateAll((list) => list.map((li) => `${li.dataset.depth}: ${li.innerText.replace(/\s+/g, " ").trim()}`));
  same(
    lines,
    ["0: 1Q16 2D4 3Q4", "1: 3D16 4Q4 5F3", "0: 4D16"].map((l) => l.replace(/(\d)([A-Z])/g, "$1 $2")),
    "the tree",
  );
  await page.click('#variations li[data-depth="1"] .move');
  await page.waitForFunction(() => window.heibai.board.last === 3 * 19 + 3);
  await person.picture("study-variation");
  const barriers = await person.barriers();
  check(barriers.length === 0, barriers.join(" | "));
  await person.leave();
}

/** What cannot be read or played is told with its place and stays; what was tried is saved without loss and can be played on. */
async function oddRecords(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  const paste = async (text) => {
    await person.open("/library");
    await page.fill("#paste", text);
    await page.click("#import-text");
  };
  await paste("(;GM[1]SZ[9];B[zz])");
  await page.waitForSelector(".notice.warn");
  same(await page.inputValue("#paste"), "(;GM[1]SZ[9];B[zz])", "the text that could not be read");
  // An illegal third move: the game opens where it was still legal, and says why it stops there.
  await paste("(;GM[2]SZ[8];B[f5];W[d6];B[a1])");
  await page.waitForSelector(".drop details[open] li");
  await page.click(".entry-link");
  await page.waitForFunction(() => /flip nothing/.test(document.querySelector(".notice")?.textContent ?? ""));
  for (const ply of [1, 2]) {
    await page.click('[aria-label="Next move"]');
    await page.waitForSelector(`.study[data-ply="${ply}"]`);
  }
  await page.click('[aria-label="Next move"]');
  await page.waitForFunction(() => /Move 3: /.test(document.querySelector(".notice")?.textContent ?? ""));
  await page.waitForSelector('.study[data-ply="2"]');

  // With the engine on at the end of a game there is nothing to search, before the end there is.
  await paste("(;GM[1]SZ[9];B[ee];W[ce];B[];W[])");
  await page.waitForFunction(() => document.querySelector(".entry-link")?.textContent.includes("4 moves"));
  await page.click(".entry-link");
  await page.click('[aria-label="To the latest move"]');
  await page.waitForSelector('.study[data-ply="4"]');
  await page.waitForSelector(".panel.counting");
  await page.click("#engine");
  await page.waitForFunction(() => /Game over/.test(document.querySelector("#candidates")?.textContent ?? ""));
  check(await page.isDisabled("#from-here"), "nothing is left to play");
  await page.click('[aria-label="Previous move"]');
  await page.waitForSelector(".line-button");
  await page.click("#engine");

  await paste("(;GM[1]SZ[9]AB[cc]AW[gg]TR[cc]XX[kept];W[ee];B[gc])");
  await page.waitForFunction(() => document.querySelector(".entry-link")?.textContent.includes("2 moves"));
  await page.click(".entry-link");
  await page.click('[aria-label="To the latest move"]');
  await page.waitForSelector('.study[data-ply="2"]');
  await person.click(20);
  await page.waitForFunction(() => /occupied/.test(document.querySelector(".notice")?.textContent ?? ""));
  await person.click(0);
  await page.waitForSelector('.study[data-ply="3"]');
  await page.waitForSelector('#keeping[data-keeping="kept"]');
  const [entry] = (await person.call("GET", "/api/library")).body.entries;
  const sgf = await page.evaluate(async (id) => (await fetch(`/api/library/${id}/export?format=sgf`)).text(), entry.id);
  check(/AB\[cc\]AW\[gg\].*XX\[kept\].*;W\[ee\];B\[gc\];W\[aa\]/s.test(sgf), sgf);
  // Who plays is asked first; the colour is that of the side to move.
  await page.click("#from-here");
  await page.waitForSelector("#new-game");
  check(await page.isChecked('#new-game input[name="colour"][value="black"]'), "Black is to move");
  await page.click('#new-game button[type="submit"]');
  await page.waitForSelector("[data-phase=playing], [data-phase=opening]");
  same(
    (await person.state()).start.filter((cell) => cell !== 0),
    [1, 2],
    "the stones that stood at the start",
  );
  await page.click('[aria-label="To the start"]');
  await page.waitForFunction(() => window.heibai.board.cells.filter((cell) => cell !== 0).length === 2);
  await person.leave();
}

async function study(browser, server) {
  const person = await Person.come(browser, server, { dark: true, language: "zh" });
  const { page } = person;
  const names = ["f5", "d6", "c3", "d3", "c4", "f4", "c5", "b3", "c2"];
  const game = await person.play({ kind: "othello", black: me, white: me, from: { moves: names.map((name) => ({ name })) } });
  await person.call("POST", `/api/games/${game.id}/act`, { do: "resign", side: "black" });
  await person.open(`/study/${game.id}`);
  await page.click("#engine");
  await page.waitForSelector(".line-button", { timeout: 300_000 });
  await page.waitForFunction(() => window.heibai.board.labels.size > 0);
  await person.picture("study-values");
  await page.click(".line-button");
  await page.waitForFunction(() => window.heibai.board.line.length > 0);
  await page.click("#engine");
  await page.selectOption("#overlay", "frontier");
  await page.waitForFunction(() => window.heibai.board.tints.size > 0);
  check((await page.getAttribute("[data-phase-of-game]", "data-phase-of-game")) === "opening", "the phase of the game");
  await person.picture("study-overlay");
  const before = await page.getAttribute(".study", "data-ply");
  const [legal] = await page.evaluate(() => [...window.heibai.board.legal]);
  await person.click(legal);
  await page.waitForSelector(`.study[data-ply="${Number(before) + 1}"]`);
  same((await person.call("GET", `/api/games/${game.id}`)).body.moves.length, names.length, "moves of the record itself");
  await page.click("#review");
  await page.waitForSelector(".graph .u-over", { timeout: 300_000 });
  await person.picture("study-review");
  // A touch in the middle of the graph goes to the middle of the game.
  await page.click(".graph .u-over");
  await page.waitForSelector('.study[data-ply="5"]');
  // Hovering shows the board of that moment.
  await page.hover(".graph .u-over");
  await page.waitForSelector(".graph-hover canvas");
  check(/第 5 手/.test(await page.textContent(".graph-hover")), await page.textContent(".graph-hover"));
  await person.picture("study-graph");
  await page.click("#share");
  for (const [button, extension, opening] of [
    ["#share-png", ".png", "89504e47"],
    ["#share-gif", ".gif", "47494638"],
    ['#share-dialog .export[data-format="sgf"]', ".sgf", "283b"],
  ]) {
    const [file] = await Promise.all([page.waitForEvent("download"), page.click(button)]);
    check(file.suggestedFilename().endsWith(extension), file.suggestedFilename());
    check((await readFile(await file.path())).toString("hex").startsWith(opening), `what ${extension} begins with`);
    await page.waitForSelector("#share-gif:not(:disabled)");
  }
  await page.keyboard.press("Escape");
  const barriers = await person.barriers();
  check(barriers.length === 0, barriers.join(" | "));
  await person.leave();
}

/** What each game shows while it is studied: ownership in Go, threats in Gomoku, exact scores and stability in Othello. */
async function studyEach(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  const study = async (kind, moves, rest = {}) => {
    const made = await person.call("POST", "/api/games", { kind, black: me, white: me, ...rest, from: { moves: moves.map((name) => ({ name })) } });
    check(made.status === 201, JSON.stringify(made.body));
    await person.open(`/study/${made.body.id}`);
    await page.waitForSelector(".study .board-canvas");
  };
  await study("gomoku", ["h8", "h9", "i8", "a1", "j8", "a15"], { rules: "freestyle" });
  await page.selectOption("#overlay", "threats");
  await page.waitForSelector("#legend");
  check(/Black makes a four/.test(await page.textContent("#legend")), await page.textContent("#legend"));
  await page.click("#engine");
  await page.waitForFunction(() => /Proved win/.test(document.querySelector("#candidates")?.textContent ?? ""));
  await page.waitForFunction(() => window.heibai.board.labels.size > 0);
  await person.picture("study-threats");
  await page.click(".line-button");
  await page.click("#play-line");
  await page.waitForFunction(() => Number(document.querySelector(".study").dataset.ply) > 6);
  await study("go", ["E5", "C3", "G7", "G3", "C7"], { size: 9 });
  await page.selectOption("#overlay", "ownership");
  await page.click("#engine");
  await page.waitForFunction(() => window.heibai.board.owner?.length === 81);
  await person.picture("study-ownership");
  await study("othello", [], { size: 4 });
  await page.click("#engine");
  await page.waitForFunction(() => /exact/.test(document.querySelector("#candidates")?.textContent ?? ""));
  await person.picture("study-exact");
  // One square is left: a look ahead finds every disc that stays.
  const stones = [..."xxxoooooxxxxooo"].map((side, point) => [point, side === "x" ? 1 : 2]);
  await study("othello", [], { size: 4, stones, turn: "black" });
  await page.selectOption("#overlay", "stable");
  await page.waitForFunction(() => /All stable discs/.test(document.querySelector("#legend")?.textContent ?? ""));
  check(/endgame/.test(await page.textContent("[data-phase-of-game]")), "the phase of the game");
  await person.leave();
}

/** What a record says of itself is seen beside its moves. */
async function recordInfo(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  await person.open("/library");
  const head = "(;GM[1]FF[4]SZ[19]RU[Japanese]KM[6.5]HA[2]AB[dd][pp]PB[Lee]PW[Gu]BR[9p]WR[8p]DT[2011-04-05]EV[Spring Cup]RO[2]PC[Seoul]RE[W+4.5]";
  await drop(page, "game.sgf", Buffer.from(`${head};W[dp];B[pd])`));
  await page.click(".entry-link");
  await page.waitForSelector("#record-info");
  const told = await page.innerText("#record-info");
  for (const part of ["Spring Cup", "round 2", "Seoul", "2011-04-05", "Japanese", "Komi 6.5", "Handicap 2", "Black 9p", "White 8p"])
    check(told.includes(part), `${part} in: ${told}`);
  await person.picture("record-info");
  await page.click("#language");
  check(/贴 6.5 目/.test(await page.innerText("#record-info")), await page.innerText("#record-info"));
  await person.leave();
}

export const tests = [
  ["a record says of itself", recordInfo],
  ["import of a GB18030 record, search, variations", importRecord],
  ["odd records: kept, explained, saved without loss", oddRecords],
  ["study: values, lines, overlays, review, graph, PNG, GIF, SGF", study],
  ["study: threats, ownership, exact scores, stability", studyEach],
];
