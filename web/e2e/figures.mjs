// Draws the figures of the course from the laboratory: `node e2e/figures.mjs` writes docs/pictures/course-*.png in both languages.

import { join } from "node:path";
import { launch, Person, root, Server } from "./harness.mjs";

const SEARCH = "#search-first";
/** By lesson: what the laboratory shows, what to wait for, and the part of the page that is drawn. */
const FIGURES = [
  [1, "/lab?game=othello&size=4&search=minimax-3", `${SEARCH}[aria-busy="false"] .searched`, SEARCH],
  [2, "/lab?game=othello&at=37-43-18&show=values", "#evaluation-mobility .heat", "#evaluation-mobility"],
  [3, "/lab?game=othello&at=37-43-18&search=alphabeta-3-weights", `${SEARCH}[aria-busy="false"] .searched`, SEARCH],
  [4, "/lab?game=othello&at=37-43-18&search=mcts-200", `${SEARCH} .searched[data-playouts="200"]`, SEARCH],
  [5, "/lab?game=go&at=40-20-60&show=values", "#policy .heat", "#policy"],
  [6, "/lab?game=othello&size=4&show=match", null, "#lab-run"],
];

const server = new Server();
await server.start();
const browser = await launch();
try {
  for (const language of ["en", "zh"]) {
    const person = await Person.come(browser, server, { width: 560, height: 1800, language, still: true });
    for (const [lesson, address, ready, part] of FIGURES) {
      await person.open(address);
      if (ready) await person.page.waitForSelector(ready);
      else {
        await person.page.click("#lab-start");
        await person.page.waitForSelector('#lab-run[data-over="true"] .elo');
      }
      await person.page.evaluate(() => document.fonts.ready);
      await person.page.waitForTimeout(1000);
      const name = `course-${lesson}${language === "zh" ? ".zh-CN" : ""}.png`;
      await person.page.locator(part).screenshot({ path: join(root, "docs/pictures", name) });
    }
    await person.leave();
  }
} finally {
  await browser.close();
  await server.end();
}
