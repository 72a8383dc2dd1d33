// Boards and stones to choose from, and what a move looks like.

import { check, me, Person, same } from "./harness.mjs";

/** The colour of the board's picture at a point, as an average over a small square. */
const colourAt = (person, point, part = 0) =>
  person.page.evaluate(
    ([p, away]) => {
      const canvas = document.querySelector(".board-canvas");
      const corner = canvas.getBoundingClientRect(),
        scale = canvas.width / corner.width;
      const here = window.heibai.placeOf(p),
        next = window.heibai.placeOf(p + 1);
      const x = (here.x + (next.x - here.x) * away - corner.left) * scale,
        y = (here.y + (next.x - here.x) * away - corner.top) * scale;
      const { data } = canvas.getContext("2d").getImageData(Math.round(x) - 2, Math.round(y) - 2, 5, 5);
      const sum = [0, 0, 0];
      for (let i = 0; i < data.length; i += 4) for (let k = 0; k < 3; k++) sum[k] += data[i + k] / 25;
      return sum.map(Math.round);
    },
    [point, part],
  );

/** Waits until the board is drawn as it should be: a picture follows what it shows by a frame or more. */
async function drawn(person, right, words) {
  for (const end = Date.now() + 300_000; ;) {
    // There may be no board yet, right after the page was opened.
    const colour = await colourAt(person, 30, 0.5).catch(() => null);
    if (colour && right(colour)) return;
    check(Date.now() < end, `${words}, not ${colour}`);
    await person.page.waitForTimeout(50);
  }
}

const light = ([r, g, b]) => (r * 299 + g * 587 + b * 114) / 1000;

async function choices(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  const { id } = await person.play({ kind: "go", size: 9, black: me, white: me });
  await person.box();
  const kaya = await colourAt(person, 30, 0.5);
  await page.click("#settings");
  const sample = await page.evaluate(() => document.querySelector('.samples [data-kind="go"]').toDataURL());
  await page.check('input[name="set-wood"][value="walnut"]', { force: true });
  await page.waitForFunction((before) => document.querySelector('.samples [data-kind="go"]').toDataURL() !== before, sample);
  await page.keyboard.press("Escape");
  await page.waitForSelector("#settings-dialog", { state: "detached" });
  await person.box();
  await drawn(person, (colour) => light(kaya) - light(colour) > 30, `walnut is darker than kaya ${kaya}`);
  const walnut = await colourAt(person, 30, 0.5);
  // The choice stays.
  await person.open(`/game/${id}`);
  await person.box();
  await drawn(person, (colour) => `${colour}` === `${walnut}`, `the board after a reload is ${walnut}`);
  await person.leave();
}

/** Red means that something went wrong: the last move is ringed in the opposite colour of its stone. */
async function lastMove(browser, server) {
  const person = await Person.come(browser, server);
  await person.play({ kind: "go", size: 9, black: me, white: me });
  await person.click(40);
  await person.until("(s) => s.live.ply === 1");
  await person.page.mouse.move(2, 2);
  // The stone moves into place; its ring is drawn around the middle of it.
  const ring = () =>
    person.page.evaluate(() => {
      const canvas = document.querySelector(".board-canvas");
      const corner = canvas.getBoundingClientRect(),
        scale = canvas.width / corner.width;
      const { x, y } = window.heibai.placeOf(40),
        cell = (window.heibai.placeOf(41).x - x) * scale;
      const { data } = canvas
        .getContext("2d")
        .getImageData((x - corner.left) * scale - cell * 0.35, (y - corner.top) * scale, Math.round(cell * 0.7), 1);
      let white = 0,
        red = 0;
      for (let i = 0; i < data.length; i += 4) {
        if (data[i] > 200 && data[i + 2] > 200) white++;
        if (data[i] > 150 && data[i + 1] < 90) red++;
      }
      return { white, red };
    });
  for (const end = Date.now() + 300_000; (await ring()).white < 2;) {
    check(Date.now() < end, `no white ring on the black stone: ${JSON.stringify(await ring())}`);
    await person.page.waitForTimeout(50);
  }
  same((await ring()).red, 0, "red on the last stone");
  await person.leave();
}

export const tests = [
  ["looks: boards to choose from", choices],
  ["looks: the last move has a ring of the opposite colour", lastMove],
];
