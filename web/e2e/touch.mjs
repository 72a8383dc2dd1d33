// Fingers and the mouse on the board: what plays a stone, and what does not.

import { check, me, Person, same } from "./harness.mjs";

/** Fingers of a touch screen, moved in steps as a hand moves them. */
class Fingers {
  static async of(person) {
    const made = new Fingers();
    made.wire = await person.context.newCDPSession(person.page);
    return made;
  }

  send(type, points) {
    return this.wire.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(({ x, y }, id) => ({ x, y, id })) });
  }

  /** Every finger goes from its first place to its last; then all are lifted. */
  async move(from, to, steps = 8) {
    await this.send("touchStart", from.slice(0, 1));
    if (from.length > 1) await this.send("touchStart", from);
    for (let i = 1; i <= steps; i++) {
      await this.send(
        "touchMove",
        from.map((a, k) => ({ x: a.x + ((to[k].x - a.x) * i) / steps, y: a.y + ((to[k].y - a.y) * i) / steps })),
      );
    }
    await this.send("touchEnd", []);
  }
}

const phone = { width: 390, height: 844, scale: 2, touch: true };
const goGame = { kind: "go", size: 19, black: me, white: me };
const K10 = 9 * 19 + 9;
const aimed = (person) => person.page.evaluate(() => window.heibai.board.aim);
const ply = async (person) => (await person.state()).live.ply;
const crossing = (person) => person.page.evaluate(() => window.heibai.placeOf(1).x - window.heibai.placeOf(0).x);

/** What was sent before this was answered: a stone that was played by mistake would be there by now. */
const settle = (person) => person.call("GET", "/api/me");

async function dragPlaysNothing(browser, server) {
  const person = await Person.come(browser, server, phone);
  await person.play(goGame);
  const fingers = await Fingers.of(person);
  const at = await person.place(K10);
  await fingers.move([at], [{ x: at.x, y: at.y - 180 }]);
  await fingers.move([at], [{ x: at.x + 40, y: at.y }]);
  // A finger that comes back to where it began was scrolling all the same.
  await fingers.send("touchStart", [at]);
  for (const y of [20, 40, 20, 0]) await fingers.send("touchMove", [{ x: at.x, y: at.y + y }]);
  await fingers.send("touchEnd", []);
  await settle(person);
  same([await ply(person), await aimed(person)], [0, null], "stones and aims after drags");
  await person.leave();
}

async function pinchZooms(browser, server) {
  const person = await Person.come(browser, server, phone);
  await person.play(goGame);
  const fingers = await Fingers.of(person);
  const at = await person.place(K10);
  const small = await crossing(person);
  check(small < 28, `${small} px a crossing is small`);
  await fingers.move(
    [
      { x: at.x - 40, y: at.y },
      { x: at.x + 40, y: at.y },
    ],
    [
      { x: at.x - 90, y: at.y },
      { x: at.x + 90, y: at.y },
    ],
  );
  await person.page.waitForSelector("#whole-board");
  const large = await crossing(person);
  check(large > small * 1.8 && large > 28, `a pinch from ${small} to ${large} px a crossing`);
  const held = await person.place(K10);
  check(Math.hypot(held.x - at.x, held.y - at.y) < 12, "what lies between the fingers stays there");
  same([await ply(person), await aimed(person)], [0, null], "stones and aims after a pinch");
  // While zoomed a drag moves the board, and nothing is played.
  await fingers.move([held], [{ x: held.x - 60, y: held.y + 30 }]);
  const moved = await person.place(K10);
  check(
    Math.abs(moved.x - held.x + 60) < 14 && Math.abs(moved.y - held.y - 30) < 14,
    `the board followed to ${JSON.stringify(moved)} from ${JSON.stringify(held)}`,
  );
  await settle(person);
  same(await ply(person), 0, "stones after a drag of the zoomed board");
  await person.picture("touch-zoomed");
  // Crossings are large now: one tap plays.
  await person.tap(K10);
  await person.until("(s) => s.live.last === 180");
  await person.page.tap("#whole-board");
  await person.page.waitForSelector("#whole-board", { state: "detached" });
  same(Math.round((await crossing(person)) * 10), Math.round(small * 10), "the whole board again");
  await person.leave();
}

async function smallCrossingsAim(browser, server) {
  const person = await Person.come(browser, server, phone);
  await person.play(goGame);
  const { page } = person;
  await person.tap(K10);
  same([await aimed(person), await ply(person)], [K10, 0], "the first tap aims");
  await person.picture("touch-loupe");
  check(/K10/.test(await page.textContent("#confirm")), "the button names the point");
  // In the loupe a neighbour is as large as a finger: it is aimed at instead.
  const beside = await person.place(K10 + 1, true);
  await page.touchscreen.tap(beside.x, beside.y);
  await page.waitForFunction((p) => window.heibai.board.aim === p, K10 + 1);
  same(await ply(person), 0, "stones after another aim");
  const there = await person.place(K10 + 1, true);
  await page.touchscreen.tap(there.x, there.y);
  await person.until("(s, p) => s.live.last === p", K10 + 1);
  same(await aimed(person), null, "the aim after the move");
  // Who gives up no longer aims.
  const other = await Person.come(browser, server, phone);
  await other.play(goGame);
  await other.tap(K10);
  await other.page.waitForSelector("#confirm");
  await other.page.click("#resign");
  await other.page.click("#resign-dialog .danger");
  await other.until("(s) => s.live.outcome !== null");
  await other.page.waitForSelector("#confirm", { state: "detached" });
  same(await aimed(other), null, "the aim after the end");
  await other.leave();
  // The button plays as well, and so does one tap where a setting says so.
  await person.tap(60);
  await page.tap("#confirm");
  await person.until("(s) => s.live.last === 60");
  await page.tap("#settings");
  await page.tap('label:has([name="set-taps"][value="once"])');
  await page.tap("#settings-dialog .dialog-head button");
  await person.tap(300);
  await person.until("(s) => s.live.last === 300");
  await person.leave();
}

async function mouseReleases(browser, server) {
  const person = await Person.come(browser, server);
  await person.play({ kind: "othello", black: me, white: me });
  const { mouse } = person.page;
  const at = await person.place(19),
    away = await person.place(60);
  const press = async (place) => {
    await mouse.move(place.x, place.y);
    await mouse.down();
  };
  await press(at);
  await settle(person);
  same(await ply(person), 0, "a press alone");
  await mouse.move(away.x, away.y);
  await mouse.up();
  await settle(person);
  same(await ply(person), 0, "a press that moved away");
  await press(at);
  await mouse.move(away.x, away.y);
  await mouse.move(at.x, at.y);
  await mouse.up();
  await person.until("(s) => s.live.ply === 1");
  // A move comes while the button is down: what was meant is gone.
  const { id, live } = await person.state();
  const goal = await person.place(live.legal[1]);
  await press(goal);
  await person.call("POST", `/api/games/${id}/act`, { do: "move", point: live.legal[0], ply: 1 });
  await person.until("(s) => s.live.ply === 2");
  await mouse.up();
  await settle(person);
  same(await ply(person), 2, "a press that began before the last move");
  await person.leave();
}

export const tests = [
  ["touch: a drag plays nothing", dragPlaysNothing],
  ["touch: two fingers zoom, a drag moves the zoomed board", pinchZooms],
  ["touch: small crossings are aimed at first", smallCrossingsAim],
  ["mouse: the release plays, moving away cancels", mouseReleases],
];
