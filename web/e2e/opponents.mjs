// Opponents with faces and measured places: chosen in the dialog, counted after the game, and the next one proposed.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { check, Person, same, Server } from "./harness.mjs";

async function choose(browser, server) {
  const person = await Person.come(browser, server, { width: 1440, height: 900 });
  await person.open("/");
  await person.page.click('.card[data-kind="gomoku"]');
  await person.page.waitForSelector(".faces .portrait");
  const meta = (await person.call("GET", "/api/meta")).body.games.find((g) => g.kind === "gomoku");
  same(await person.page.locator(".faces .portrait").count(), meta.characters.length, "a face for each");
  check(meta.characters.length >= 10 && meta.characters.length <= 12, `ten to twelve opponents: ${meta.characters.length}`);
  const elo = meta.characters.map((c) => c.elo);
  const steps = elo.slice(1).map((e, i) => e - elo[i]);
  check(
    steps.every((step) => step > 120 && step < 290),
    `each about 200 above the one before: ${elo}`,
  );
  // At one's own strength: who has not played meets one of the gentle ones.
  await person.page.click("#my-strength");
  const mine = await person.page.inputValue('input[name="opponent"]:checked');
  same(mine, meta.characters[1].player, "the second one first");
  check((await person.page.innerText("#opponent-about")).includes(meta.characters[1].name.en), "who that is");
  check(/200 points/.test(await person.page.innerText("#rating-help")), "what the numbers mean");
  await person.picture("opponents");
  same(await person.barriers(), [], "barriers among the opponents");
  await person.page.check('input[name="opponent"][value="fox"]');
  await person.page.click('#new-game button[type="submit"]');
  await person.until('(s) => s.seats.white.player === "fox" || s.seats.black.player === "fox"');
  await person.page.waitForSelector(".player .portrait");
  // A lost game counts: the strength goes down and somebody easier is proposed.
  await person.page.click("#resign");
  await person.page.click("#resign-dialog .danger");
  await person.page.waitForSelector('#strength[data-games="1"]');
  same(await person.page.getAttribute("#strength", "data-way"), "down", "an easier opponent is proposed");
  await person.picture("strength");
  // The result is said once, and the words beside the next face have room.
  same(
    await person.page.locator(".status, #end .result").evaluateAll((all) => all.filter((e) => e.checkVisibility()).length),
    1,
    "results that are seen",
  );
  const { width } = await person.page.locator(".next-opponent p").boundingBox();
  check(width >= 200, `the words about the next opponent have ${width} px`);
  await person.page.click("#next-opponent");
  await person.until('(s) => s.seats.white.player === "panda" || s.seats.black.player === "panda"');
  // A new game begins with whom one met last.
  await person.page.click("#another-game");
  check((await person.page.innerText("#chosen")).includes("Bamboo"), await person.page.innerText("#chosen"));
  check(/Renju/.test(await person.page.innerText("#chosen")), "the rule is named");
  // Kept with the player: a browser that has forgotten everything but who it is still knows.
  await person.page.evaluate(() => localStorage.clear());
  await person.open("/");
  await person.page.click('.card[data-kind="gomoku"]');
  await person.page.waitForFunction(() => /a guess after 1 game/.test(document.querySelector("#my-strength").innerText));
  // A game that goes on from a position tells nothing.
  const me = { who: "me" },
    fox = { who: "engine", player: "fox" };
  const begun = await person.call("POST", "/api/games", { kind: "gomoku", black: me, white: fox, from: { moves: [{ name: "h8" }, { name: "h9" }] } });
  same((await person.call("POST", `/api/games/${begun.body.id}/act`, { do: "resign" })).status, 200, "resigned");
  same((await person.call("GET", "/api/measured")).body.games.length, 1, "games from the start alone");
  await person.leave();
  const phone = await Person.come(browser, server, { width: 390, height: 844, touch: true, scale: 2, language: "zh", dark: true });
  await phone.open("/");
  await phone.page.click('.card[data-kind="othello"]');
  await phone.page.waitForSelector(".faces .portrait");
  await phone.page.check('input[name="opponent"][value="owl"]');
  await phone.picture("opponents-phone");
  same(await phone.page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0, "what is wider than the phone");
  // Go's opponents are met on the small board first.
  await phone.open("/");
  await phone.page.click('.card[data-kind="go"]');
  await phone.page.waitForSelector(".faces .portrait");
  check(/19×19/.test(await phone.page.textContent("#chosen")), "the usual board of Go");
  await phone.page.check('input[name="opponent"][value="chick"]');
  check(/9×9/.test(await phone.page.textContent("#chosen")) && !/19×19/.test(await phone.page.textContent("#chosen")), "a newcomer's board of Go");
  await phone.leave();
}

/** A network for Othello 4x4 as Python writes it: it counts its own discs. */
function counting() {
  const first = Array.from({ length: 65 }, (_, i) => (i < 16 ? 1 : 0));
  const weights = [...first, 1, 0, ...Array(34).fill(0), 0.1, 0];
  const head = `heibai-policy-value 1\n${JSON.stringify({ game: "othello", size: 4, rules: "standard", width: 1 })}\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(Float32Array.from(weights).buffer)]);
}

async function network(browser) {
  const folder = mkdtempSync(join(tmpdir(), "heibai-network-"));
  writeFileSync(join(folder, "counting.net"), counting());
  const server = new Server(["--network", `mine=${join(folder, "counting.net")}`]);
  await server.start();
  try {
    const person = await Person.come(browser, server, { width: 1440, height: 900 });
    await person.open("/");
    await person.page.click('.card[data-kind="othello"]');
    await person.page.check('input[name="level"][value="network:name=mine"]');
    await person.page.check('input[name="size"][value="4"]');
    await person.picture("network");
    await person.page.check('input[name="colour"][value="white"]');
    await person.page.click('#new-game button[type="submit"]');
    // It has the first move.
    await person.until('(s) => s.seats.black.player === "network:name=mine" && s.moves.length === 1');
    check((await person.page.locator(".player").allInnerTexts()).join().includes("“mine”"), "its name stands at the board");
    await person.leave();
  } finally {
    await server.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

export const tests = [
  ["opponents: faces, places on the scale, and play at one's own strength", choose],
  ["opponents: the owner's network has a seat", network],
];
