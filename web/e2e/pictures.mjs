// Draws the pictures of the README from the program: `node e2e/pictures.mjs` writes docs/pictures/page-*.webp and report*.webp
// in both languages. The games are of our own opponents.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binary, launch, me, Person, root, Server } from "./harness.mjs";

const GO =
  "C4 H7 F6 G1 G4 E3 E4 D3 D4 F8 E8 E7 F7 D8 G8 E9 G7 G3 H3 F4 F5 F3 H2 C3 C7 C8 B7 D7 B8 C9 B3 B2 B4 H4 G5 G2 H5 G9 H9 F9 H8 A2 D6 E6 E5 H1 J2 J1 J4 B9 A3 A8 A7 A9 C6 C2 G6 pass pass";
const OTHELLO =
  "f5 d6 c3 f4 f6 f3 d3 c4 e3 f2 e2 d1 g5 d2 g3 e6 f1 h6 h4 g6 e7 h5 h7 g4 f7 h2 c6 e1 c1 c7 c8 e8 c2 f8 g7 c5 h3 g2 h1 g1 b4 a4 d7 h8 g8 b3 b5 d8 a5 a3 a2 b2 a1 b1 b6 a7 a6 b7 a8 b8";
const TOURNAMENT = `game = "othello"\nformat = "round-robin"\ngames = 20\nseed = 5\n${[
  "squirrel",
  "panda",
  "normal",
  "fox",
  "alphabeta:depth=4,eval=weights",
]
  .map((engine) => `[[player]]\nname = "${engine.split(":")[0]}"\nengine = "${engine}"\n`)
  .join("")}`;

const moves = (text) => ({ moves: text.split(" ").map((name) => ({ name })) });

/** By name: goes to the view and waits for what it shows. */
const VIEWS = {
  async go(person) {
    await person.play({ kind: "go", size: 9, black: me, white: me, from: moves(GO) });
    await person.page.waitForSelector('[data-phase="counting"]');
  },
  async review(person) {
    const { id } = await person.play({ kind: "othello", black: me, white: me, from: moves(OTHELLO) });
    await person.open(`/study/${id}?review=1`);
    await person.page.waitForSelector("table.accuracy");
    await person.page.locator(".mistakes button").nth(6).click();
    await person.page.waitForSelector("#move-review");
  },
  async laboratory(person) {
    await person.open("/lab?game=othello&at=37-43-18&search=mcts-200");
    await person.page.waitForSelector('#search-first .searched[data-playouts="200"]');
  },
};

/** The same picture in a fifth of the bytes. */
async function webp(browser, png) {
  const page = await browser.newPage();
  const url = await page.evaluate(async (data) => {
    const image = Object.assign(new Image(), { src: `data:image/png;base64,${data}` });
    await image.decode();
    const sheet = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height });
    sheet.getContext("2d").drawImage(image, 0, 0);
    return sheet.toDataURL("image/webp", 0.85);
  }, png.toString("base64"));
  await page.close();
  return Buffer.from(url.split(",")[1], "base64");
}

const folder = mkdtempSync(join(tmpdir(), "heibai-pictures-"));
const server = new Server();
await server.start();
const browser = await launch();
try {
  writeFileSync(join(folder, "spring.toml"), TOURNAMENT);
  for (const language of ["en", "zh"]) {
    const suffix = language === "zh" ? ".zh-CN.webp" : ".webp";
    const person = await Person.come(browser, server, { width: 1280, height: 860, language, still: true });
    const draw = async (name, page) => {
      await page.evaluate(() => document.fonts.ready);
      await page.waitForTimeout(1500);
      writeFileSync(join(root, "docs/pictures", name + suffix), await webp(browser, await page.screenshot()));
    };
    for (const [name, show] of Object.entries(VIEWS)) {
      await show(person);
      await draw(`page-${name}`, person.page);
    }
    execFileSync(binary, ["tournament", "--lang", language, "spring.toml", "--out", language], { cwd: folder });
    const report = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    await report.goto(`file://${join(folder, language, "report.html")}`);
    await draw("report", report);
    await report.close();
    await person.leave();
  }
} finally {
  await browser.close();
  await server.end();
  rmSync(folder, { recursive: true });
}
