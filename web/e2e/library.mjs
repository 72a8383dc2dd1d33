// The library: thumbnails, folders, tags, a selection, what an import kept, the opening tree.

import { readFile } from "node:fs/promises";
import { check, Person, same } from "./harness.mjs";

const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });

/** Files come in together; what was kept of each and what not is said, and what came in opens. */
async function imports(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  await person.open("/library");
  await page.setInputFiles("#files", [
    file("good.sgf", "(;GM[1]SZ[9]PB[Ke]PW[Shin];B[ee];W[cc])"),
    file("mixed.sgf", "(;GM[1]SZ[9];B[ee])(;GM[1]SZ[9];B[zz])(;GM[2]SZ[8];B[f5];W[a1])"),
    file("broken.sgf", "nothing of the kind"),
  ]);
  await page.waitForSelector(".reports");
  const told = await page.locator(".reports > li").evaluateAll((list) => list.map((li) => [li.dataset.kept, li.dataset.left]));
  same(
    told,
    [
      ["1", "0"],
      ["2", "1"],
      ["0", "0"],
    ],
    "kept and left, file by file",
  );
  const words = await page.innerText(".reports");
  for (const part of ["1 game left out", "game 2: ", "game 3: move 2", "broken.sgf"]) check(words.includes(part), `${part} in ${words}`);
  await page.waitForFunction(() => document.querySelectorAll(".entry canvas").length === 3);
  await person.picture("library-import");
  await page.click(".reports a");
  await page.waitForSelector(".study");
  check((await page.innerText("h1")).includes("Ke"), await page.innerText("h1"));
  await person.leave();
}

/** Folders and tags, and one file of what is chosen. */
async function order(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  await person.open("/library");
  const games = ["a", "b", "c"].map((n, i) => `(;GM[1]SZ[9]PB[${n}]PW[x]RE[B+R];B[e${n}];W[cc]${i ? ";B[gg]" : ""})`).join("\n");
  await page.setInputFiles("#files", [file("three.sgf", games)]);
  await page.waitForFunction(() => document.querySelectorAll(".entry").length === 3);
  const choose = async (n) => {
    for (let i = 0; i < n; i++) await page.locator(".entry .choose input").nth(i).check();
  };
  await choose(2);
  await page.click("#to-folder");
  await page.fill("#new-name", "Cup games");
  await page.click("#name-sure");
  await page.waitForSelector('[data-folder="Cup games"]');
  await choose(1);
  await page.click("#to-tag");
  await page.fill("#new-name", "joseki");
  await page.click("#name-sure");
  await page.waitForSelector('[data-tag="joseki"]');
  await page.click('[data-folder="Cup games"]');
  await page.waitForFunction(() => document.querySelectorAll(".entry").length === 2);
  await page.click('[data-tag="joseki"]');
  await page.waitForFunction(() => document.querySelectorAll(".entry").length === 1);
  await page.click('[data-folder="Cup games"]');
  await page.waitForFunction(() => document.querySelectorAll(".entry").length === 2);
  await page.click("#choose-all");
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("#export-chosen")]);
  const text = (await readFile(await saved.path())).toString();
  same(text.match(/GM\[/g).length, 2, "games in the file");
  await person.picture("library-folder");
  const barriers = await person.barriers();
  check(barriers.length === 0, barriers.join(" | "));
  await page.click("#remove-chosen");
  await page.click("#remove-many-sure");
  await page.waitForSelector(".empty");
  same((await person.call("GET", "/api/library?source=record")).body.entries.length, 1, "records that are left");
  await person.leave();
}

/** The opening tree in all three games: turned and mirrored games count, a move is played from it, a game opens there. */
async function openings(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  await person.open("/library");
  await page.setInputFiles("#files", [
    file(
      "games.sgf",
      "(;GM[2]SZ[8]RE[B+10]PB[one];B[f5];W[d6];B[c3])(;GM[2]SZ[8]RE[W+4]PB[two];B[d3];W[c5];B[f6])" +
        "(;GM[1]SZ[19]RE[B+R];B[pd];W[dp])(;GM[1]SZ[19]RE[W+R];B[dd];W[pp];B[dp])(;GM[4]SZ[15]RE[B+R];B[hh];W[hg])",
    ),
  ]);
  await page.waitForFunction(() => document.querySelectorAll(".entry").length === 5);
  const found = (n) => page.waitForSelector(`#explored[data-games="${n}"]`);
  await page.click('[data-openings="othello"]');
  await found(2);
  // The book of the engine has a value for the first move, which is one by symmetry.
  const row = page.locator(".continuations tbody tr").first();
  check(/\d/.test(await row.locator(".worth").innerText()), await row.innerText());
  const before = await row.innerText();
  await row.locator("button").click();
  // The list of the next position, not the one that was there.
  await page.waitForFunction((text) => ![text, undefined].includes(document.querySelector(".continuations tbody tr")?.innerText), before);
  await found(2);
  await page.locator(".continuations tbody tr button").first().click();
  await found(2);
  await person.picture("openings-othello");
  await page.waitForFunction(() => /moves=\d+\.\d+/.test(location.search));
  await page.reload();
  await found(2);
  await page.click(".through a");
  await page.waitForSelector('.study[data-ply="2"]');
  await person.open("/study/new?kind=go");
  await found(2);
  await person.open("/study/new?kind=gomoku");
  await found(1);
  await page.click("#keep");
  await page.waitForSelector('#keeping[data-keeping="kept"]');
  await page.waitForFunction(() => !location.pathname.endsWith("/new"));
  await person.leave();
}

/** How it looks, in both languages and two sizes. */
async function looks(browser, server) {
  for (const [width, height, language] of [
    [1440, 900, "zh"],
    [390, 844, "en"],
  ]) {
    const person = await Person.come(browser, server, { width, height, language, touch: width < 500 });
    const { page } = person;
    await person.open("/library");
    await page.setInputFiles("#files", [
      file("three.sgf", "(;GM[1]SZ[9]PB[Ke]PW[Shin];B[ee];W[cc])(;GM[2]SZ[8]PB[A]PW[B];B[f5];W[d6])(;GM[4]SZ[15];B[hh];W[hg];B[ii])"),
    ]);
    await page.waitForFunction(() => document.querySelectorAll(".entry canvas").length === 3);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    check(wide <= width, `the page is ${wide} px wide`);
    await person.picture(`library-${width}-${language}`);
    await person.open("/study/new?kind=othello");
    await page.waitForSelector("#explored");
    await person.picture(`openings-${width}-${language}`);
    await person.open("/editor?kind=gomoku");
    await page.waitForSelector('.editor[data-checked="good"]');
    await person.picture(`editor-${width}-${language}`);
    await person.leave();
  }
}

export const tests = [
  ["library: what an import kept and what not", imports],
  ["library: folders, tags, a selection in one file", order],
  ["library: the opening tree of three games", openings],
  ["library: looks in two sizes", looks],
];
