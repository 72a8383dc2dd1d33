// Lighthouse's marks of the page: performance, accessibility, best practices, each at least 95 on every view. `npm run lighthouse`
// fetches the package into target/ (it is larger than everything else here together) and prints the marks. A phone as
// Lighthouse thinks of it: 1.6 Mbit/s, 150 ms, a quarter of this machine's speed. On a busy machine performance says little.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { engine, launch, me, Person, root, Server } from "./harness.mjs";

const PACKAGE = "lighthouse@13.5.0";
const BAR = 95;
const CATEGORIES = ["performance", "accessibility", "best-practices"];
const folder = join(root, "target/lighthouse");
const main = join(folder, "node_modules/lighthouse/core/index.js");

if (!existsSync(main))
  spawnSync("npm", ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", PACKAGE], { stdio: "inherit" });
const { default: lighthouse } = await import(pathToFileURL(main));

const port = await new Promise((done) => {
  const asked = createServer().listen(0, "127.0.0.1", () => {
    const free = asked.address().port;
    asked.close(() => done(free));
  });
});
const server = new Server();
await server.start();
const browser = await launch([`--remote-debugging-port=${port}`]);
const person = await Person.come(browser, server);
const game = await person.call("POST", "/api/games", { kind: "go", size: 9, black: me, white: engine("random") });
let worst = 100;
for (const path of ["/", `/game/${game.body.id}`, `/study/${game.body.id}`, "/library", "/training", "/learn"]) {
  const { lhr } = await lighthouse(server.url + path, { port, onlyCategories: CATEGORIES, logLevel: "error", disableStorageReset: true });
  const marks = CATEGORIES.map((name) => Math.round(100 * lhr.categories[name].score));
  worst = Math.min(worst, ...marks);
  const missed = Object.values(lhr.audits).filter(
    ({ score, scoreDisplayMode }) => score !== null && score < 0.9 && scoreDisplayMode !== "informative",
  );
  const view = path.split("/")[1] || "home";
  console.log(`${view}: ${CATEGORIES.map((name, i) => `${name} ${marks[i]}`).join(", ")}`);
  for (const { id, displayValue } of missed) console.log(`  ${id} ${displayValue ?? ""}`);
}
await person.leave();
await browser.close();
await server.end();
console.log(worst >= BAR ? `every mark is at least ${BAR}` : `the lowest mark is ${worst}, below ${BAR}`);
process.exit(worst >= BAR ? 0 : 1);
