// The board as a package: what is in it, and that its example shows records and plays by the rules.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { boardPackage, Files } from "./files.mjs";
import { check, same } from "./harness.mjs";

/** The package has what its own description names, and nothing else. */
function contents() {
  const told = JSON.parse(execFileSync("npm", ["pack", "--dry-run", "--json"], { cwd: boardPackage, encoding: "utf8" }));
  const described = JSON.parse(readFileSync(join(boardPackage, "package.json"), "utf8"));
  same(told[0].files.map((file) => file.path).sort(), [...described.files, "package.json"].sort(), "files of the package");
  return `${told[0].files.length} files, ${Math.round(told[0].size / 1000)} kB packed`;
}

/** Presses a point where the canvas has it. */
async function press(page, id, point) {
  const board = page.locator(`#${id}`);
  const canvas = board.locator("canvas");
  const box = await canvas.boundingBox();
  const at = await board.evaluate((element, p) => element.placeOf(p), point);
  await page.mouse.click(box.x + at.x, box.y + at.y);
}

async function example(browser) {
  const server = new Files(boardPackage);
  await server.start();
  const page = await browser.newPage({ locale: "en-US" });
  const errors = [];
  page.on("pageerror", (error) => errors.push(error.message));
  try {
    await page.goto(`${server.url.slice(0, -1)}example.html`);
    await page.evaluate(() => Promise.all([...document.querySelectorAll("heibai-board")].map((board) => board.ready)));
    const board = (id) => page.locator(`#${id}`);
    const said = (id) => board(id).locator("p").textContent();
    const stones = (id) => board(id).evaluate((b) => b.position.live.board.filter((c) => c > 0).length);
    // A record: its end, its beginning, one move on.
    same([await board("record").evaluate((b) => b.moves.length), await stones("record")], [10, 14], "the record");
    await board("record").getByRole("button", { name: "To the start" }).click();
    await board("record").getByRole("button", { name: "Forward one move" }).click();
    same([await stones("record"), await board("record").evaluate((b) => b.ply)], [5, 1], "after one move");
    // A visitor cannot play there.
    await press(page, "record", 18);
    same(await stones("record"), 5, "a board that is only shown");
    // Renju: Black's double three is refused with the reason; White may do the same.
    await board("play").evaluate((b) => {
      for (const name of [112, 0, 113, 1, 81, 2, 66, 3]) b.play(name);
    });
    const before = await stones("play");
    const refused = board("play").evaluate(
      (b) => new Promise((done) => b.addEventListener("heibai-refused", (e) => done([e.detail.code, e.detail.en.length > 0]), { once: true })),
    );
    await press(page, "play", 111);
    same([(await refused)[1], await stones("play")], [true, before], `a forbidden point: ${await said("play")}`);
    // Go: a capture, a pass, and the Chinese words.
    await board("go").evaluate((b) => {
      for (const point of [1, 0, 9]) b.play(point);
    });
    same([await stones("go"), await board("go").evaluate((b) => b.position.live.board[0])], [2, 0], "the captured stone");
    check(/[\u4e00-\u9fff]/.test(await said("go")), "Chinese where the page is Chinese");
    await press(page, "go", 40);
    same(await stones("go"), 3, "a move by the mouse");
    await board("go").getByRole("button", { name: "停一手" }).click();
    await board("go").getByRole("button", { name: "停一手" }).click();
    same(await board("go").evaluate((b) => b.position.live.phase), "counting", "two passes");
    // Othello to its end by the first legal point.
    const end = await page.evaluate(async () => {
      const made = document.createElement("heibai-board");
      made.setAttribute("size", "4");
      document.body.append(made);
      await made.ready;
      let ended = null;
      made.addEventListener("heibai-end", (event) => (ended = event.detail));
      while (!ended) made.play(made.position.live.legal[0]);
      return ended;
    });
    check(end.en.length > 0 && end.zh.length > 0, "how it ended");
    // What cannot be read is said.
    const failed = await board("record").evaluate((b) => {
      try {
        b.load("(;GM[1]SZ[");
        return "";
      } catch (error) {
        return error.message;
      }
    });
    check(failed.length > 0, "a broken record is refused with words");
    same(errors, [], "errors in the page");
  } finally {
    await page.close();
    await server.end();
  }
}

export const tests = [
  ["board: what is in the package", contents],
  ["board: the example page", example],
];
