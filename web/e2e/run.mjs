// Runs every end-to-end test in a real browser against a real server. `npm run e2e`, or with words: only tests whose name has one, or whose function is called so (`=play`: the function alone).

import { launch, Server } from "./harness.mjs";
import { tests as audits } from "./audits.mjs";
import { tests as between } from "./between.mjs";
import { tests as learn } from "./learn.mjs";
import { tests as play } from "./play.mjs";
import { tests as looks } from "./looks.mjs";
import { tests as newcomers } from "./newcomers.mjs";
import { tests as offline } from "./offline.mjs";
import { tests as openings } from "./openings.mjs";
import { tests as pace } from "./pace.mjs";
import { tests as people } from "./people.mjs";
import { tests as taught } from "./taught.mjs";
import { tests as training } from "./training.mjs";
import { tests as records } from "./records.mjs";
import { tests as review } from "./review.mjs";
import { tests as golden } from "./golden.mjs";
import { tests as opponents } from "./opponents.mjs";
import { tests as laboratory } from "./laboratory.mjs";
import { tests as layout } from "./layout.mjs";
import { tests as narrow } from "./narrow.mjs";
import { tests as library } from "./library.mjs";
import { tests as study } from "./study.mjs";
import { tests as touch } from "./touch.mjs";
import { tests as views } from "./views.mjs";
import { tests as watching } from "./watching.mjs";

const words = process.argv.slice(2);
const all = [
  ...play,
  ...touch,
  ...layout,
  ...looks,
  ...pace,
  ...newcomers,
  ...offline,
  ...people,
  ...between,
  ...watching,
  ...laboratory,
  ...opponents,
  ...records,
  ...review,
  ...study,
  ...library,
  ...training,
  ...learn,
  ...taught,
  ...narrow,
  ...openings,
  ...views,
  ...audits,
];
// Pictures depend on the fonts of the machine: they are compared when somebody asks for them by name.
const chosen =
  words.length === 0 ? all : [...all, ...golden].filter(([name, test]) => words.some((w) => name.includes(w) || test.name === w.replace(/^=/, "")));
const server = new Server();
let passed = 0,
  failed = 0,
  browser;
try {
  await server.start();
  browser = await launch();
  for (const [name, test] of chosen) {
    const began = Date.now();
    try {
      const told = await test(browser, server);
      passed++;
      console.log(`ok    ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)${told ? `: ${told}` : ""}`);
    } catch (error) {
      failed++;
      console.log(`FAIL  ${name} (${((Date.now() - began) / 1000).toFixed(1)} s): ${error.stack ?? error}`);
    }
  }
} catch (error) {
  failed++;
  console.log(`FAIL  set-up: ${error.stack ?? error}`);
} finally {
  await browser?.close();
  if (server.child) await server.end();
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
