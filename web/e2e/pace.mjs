// The pace of a game, and what a page does when its network dies.

import { check, engine, me, Person, same, Wire } from "./harness.mjs";

/** From the release of the button to the first sight of the answer, by the page's own clock. */
async function replyDelay(person, point) {
  await person.page.evaluate(() => {
    window.pace = {};
    addEventListener("pointerup", () => (window.pace.released = performance.now()), { capture: true, once: true });
    new MutationObserver((_, watcher) => {
      if (Number(document.querySelector("[data-ply]")?.dataset.ply) < 2) return;
      watcher.disconnect();
      window.pace.answered = performance.now();
    }).observe(document.body, { attributes: true, subtree: true, attributeFilter: ["data-ply"] });
  });
  await person.click(point);
  await person.page.waitForFunction(() => window.pace.answered !== undefined);
  return person.page.evaluate(() => window.pace.answered - window.pace.released);
}

async function reply(browser, server) {
  const person = await Person.come(browser, server, { quick: false });
  await person.play({ kind: "othello", black: me, white: engine("random") });
  const slow = await replyDelay(person, 19);
  // One disc turns: 110 ms until it begins, 280 ms for the turn; a person takes 400 ms at least.
  check(slow >= 400, `the answer was shown after ${slow.toFixed(0)} ms`);
  await person.play({ kind: "othello", black: me, white: engine("random"), clock: "5m+3s" });
  await replyDelay(person, 19);
  same(await person.page.evaluate(() => window.heibai.state.live.ply), 2, "moves of a game with a clock");
  await person.leave();
  return `${slow.toFixed(0)} ms from the release to the answer`;
}

/** Many clicks at once: the first plays, the others come while it is the engine's turn. */
async function rapidClicks(browser, server) {
  const person = await Person.come(browser, server, { quick: false });
  await person.play({ kind: "gomoku", rules: "freestyle", black: me, white: engine("random") });
  await person.box();
  await person.page.evaluate(
    (points) => {
      // The browser captures only fingers that are really there.
      Element.prototype.setPointerCapture = () => undefined;
      const canvas = document.querySelector(".board-canvas");
      for (const point of points) {
        const { x, y } = window.heibai.placeOf(point);
        for (const type of ["pointerdown", "pointerup"]) {
          canvas.dispatchEvent(
            new PointerEvent(type, { bubbles: true, isPrimary: true, button: 0, pointerId: 1, pointerType: "mouse", clientX: x, clientY: y }),
          );
        }
      }
    },
    [112, 112, 113, 114, 115, 112],
  );
  await person.until("(s) => s.live.ply >= 2 && s.live.turn === 'black'");
  const { moves } = await person.state();
  same(
    moves.filter((m) => m.side === "black").map((m) => m.point),
    [112],
    "Black's stones after six rapid clicks",
  );
  same(await person.page.locator(".notice.warn").count(), 0, "complaints about them");
  await person.leave();
}

async function deadNetwork(browser, server) {
  const wire = await new Wire(server).open();
  const person = await Person.come(browser, wire, { language: "en" });
  const { page } = person;
  await person.play({ kind: "othello", black: me, white: me });
  await person.click(19);
  await person.until("(s) => s.live.ply === 1");
  const { live, id } = await person.state();
  wire.set(true);
  const began = Date.now();
  await person.click(live.legal[0]);
  // The move is on its way, and shown so; then the line is given up.
  await page.waitForFunction(() => window.heibai.board.pending?.isLate === true);
  await page.waitForSelector(".offline");
  const noticed = Date.now() - began;
  same(await page.textContent(".offline"), "Connection lost; your move is sent when it is back", "what is said of the move");
  same((await person.state()).live.ply, 1, "moves that are known to be played");
  await person.picture("network-dead");
  wire.set(false);
  await person.until("(s) => s.live.ply === 2");
  await page.waitForSelector(".offline", { state: "detached" });
  same(
    (await person.state()).moves.map((m) => m.point),
    [19, live.legal[0]],
    "the moves after the network came back",
  );
  // What cannot be reached is not empty, and comes without a reload.
  await page.click('.top a[href="/training"]');
  await page.waitForSelector(".set");
  await page.route("**/api/library*", (route) => route.abort());
  await page.route("**/api/live*", (route) => route.abort());
  for (const [path, empty] of [
    ["/library", ".entries"],
    ["/live", ".live-board"],
  ]) {
    await page.click(`.top a[href="${path}"]`);
    await page.waitForSelector(".unreachable");
    same(await page.locator(`${empty}:not(.unreachable), .empty:not(.unreachable)`).count(), 0, `${path}: what is said to be empty`);
  }
  await page.unroute("**/api/library*");
  await page.click('.top a[href="/library"]');
  await page.waitForSelector(`.entry-link[href$="${id}"]`);
  await person.leave();
  wire.close();
  return `noticed after ${noticed} ms`;
}

export const tests = [
  ["pace: the answer comes after one's own move", reply],
  ["pace: rapid clicks play one stone", rapidClicks],
  ["network: a dead line is noticed and nothing is lost", deadNetwork],
];
