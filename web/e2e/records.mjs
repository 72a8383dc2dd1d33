// Records and study.

import { check, me, Person, same } from "./harness.mjs";

/** A small Go record by Chinese players, in the encoding that Chinese programs long used: 古力 and 常昊 in GB18030. */
function chineseSgf() {
  const bytes = (text) => [...text].map((c) => c.charCodeAt(0));
  const black = [0xb9, 0xc5, 0xc1, 0xa6], white = [0xb3, 0xa3, 0xea, 0xbb];
  return Buffer.from([...bytes("(;GM[1]FF[4]CA[GB18030]SZ[19]KM[7.5]PB["), ...black, ...bytes("]PW["), ...white,
    ...bytes("]RE[B+R];B[pd];W[dp](;B[pp];W[dd])(;B[dd];W[pp];B[fq]))")]);
}

async function importRecord(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  await person.open("/library");
  await page.setInputFiles("#files", { name: "game.sgf", mimeType: "application/x-go-sgf", buffer: chineseSgf() });
  await page.waitForSelector(".entry");
  const title = await page.textContent(".entry strong");
  check(title.includes("古力") && title.includes("常昊"), `names read as ${title}`);
  await person.picture("library");
  await page.fill("#paste", "f5d6c3d3c4");
  await page.click("#import-text");
  await page.waitForFunction(() => document.querySelectorAll(".entry").length === 2);
  await page.fill("#search", "古力");
  await page.waitForFunction(() => document.querySelectorAll(".entry").length === 1);
  await page.fill("#paste", "this is no record");
  await page.click("#import-text");
  await page.waitForSelector(".notice.warn");
  await page.click(".entry-link");
  await page.waitForSelector(".study");
  same(await page.getAttribute(".study", "data-ply"), "4", "the ply that is shown");
  await page.click('[aria-label="Previous move"]');
  await page.waitForSelector('.study[data-ply="3"]');
  same(await page.locator(".forks .move").count(), 2, "moves at the fork");
  await page.click(".forks .move:nth-of-type(2)");
  await page.waitForFunction(() => window.heibai.board.last === 3 * 19 + 3);
  await person.picture("study-variation");
  const barriers = await person.barriers();
  check(barriers.length === 0, barriers.join(" | "));
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
  await page.waitForSelector(".line-button", { timeout: 40_000 });
  await page.waitForFunction(() => window.heibai.board.labels.size > 0);
  await person.picture("study-values");
  await page.click(".line-button");
  await page.waitForFunction(() => window.heibai.board.line.length > 0);
  await page.click("#engine");
  await page.selectOption("#overlay", "frontier");
  await page.waitForFunction(() => window.heibai.board.tints.size > 0);
  await person.picture("study-overlay");
  const before = await page.getAttribute(".study", "data-ply");
  const [legal] = await page.evaluate(() => [...window.heibai.board.legal]);
  await person.click(legal);
  await page.waitForSelector(`.study[data-ply="${Number(before) + 1}"]`);
  same((await person.call("GET", `/api/games/${game.id}`)).body.moves.length, names.length, "moves of the record itself");
  await page.click("#review");
  await page.waitForSelector(".graph svg", { timeout: 60_000 });
  await person.picture("study-review");
  await page.click("#share");
  const [file] = await Promise.all([page.waitForEvent("download"), page.click("#share-gif")]);
  check(file.suggestedFilename().endsWith(".gif"), file.suggestedFilename());
  const barriers = await person.barriers();
  check(barriers.length === 0, barriers.join(" | "));
  await person.leave();
}

export const tests = [
  ["import of a GB18030 record, search, variations", importRecord],
  ["study: values, lines, overlays, review, GIF", study],
];
