// Pictures of every view, kept small as golden images: a change of the looks is a difference that a person blesses.
// `npm run e2e golden` compares, with BLESS=1 it writes them anew; look at them before they are committed.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { check, dice, me, Person, root } from "./harness.mjs";

const folder = join(root, "web/e2e/golden");
/** Windows, and the height of each view in its sheet, in pixels. */
const SIZES = [
  ["phone", { width: 390, height: 844, touch: true }, 360],
  ["phone-on-its-side", { width: 844, height: 390, touch: true }, 180],
  ["tablet", { width: 820, height: 1180, touch: true }, 300],
  ["desktop", { width: 1440, height: 900 }, 240],
];
const LANGUAGES = ["en", "zh"];
const THEMES = ["light", "dark"];
/** Blocks of so many pixels are compared by their mean colour; so large a difference is one, and so many of them are a change. */
const BLOCK = 8,
  DIFFERENCE = 26,
  CHANGED = 0.02;

const named = (names) => names.map((name) => ({ name }));
const GO = named(["d4", "q16", "q4", "d16", "f3", "c6", "r14", "p17", "q14", "r17", "k10", "k4", "c14", "f17", "d10", "q10"]);
const GOMOKU = named(["h8", "i9", "i8", "g8", "j7", "h9", "g9", "k6"]);

/** A whole game on 4x4, the same each time: its review is exact. */
async function smallGame(person) {
  const roll = dice(4),
    moves = [];
  for (;;) {
    const { body } = await person.call("POST", "/api/position", { kind: "othello", size: 4, moves });
    if (body.live.outcome) return body.played.filter((p) => !p.forced).map((p) => ({ point: p.point }));
    moves.push(body.live.legal[roll(body.live.legal.length)]);
  }
}

/** Every view in turn; `take` keeps its picture. */
async function walk(person, take) {
  const { page } = person;
  await person.open("/");
  await page.waitForSelector("#todays-problem");
  await page.waitForFunction(() => window.heibai.board?.last !== null && window.heibai.drawTimes.length > 0);
  await take("home");
  await page.click('.card[data-kind="go"]');
  await page.waitForSelector("#new-game");
  await take("new game");
  await page.keyboard.press("Escape");
  await page.click("#settings");
  await page.waitForSelector("#settings-dialog");
  await take("settings");
  await page.keyboard.press("Escape");
  await person.open("/training");
  await page.waitForSelector(".set");
  await take("training");
  await person.play({ kind: "othello", black: me, white: me, from: { moves: named(["f5", "d6", "c3", "d3", "c4", "f4"]) } });
  await take("othello");
  await person.play({ kind: "go", black: me, white: me, from: { moves: GO } });
  await take("go");
  await person.play({ kind: "gomoku", black: me, white: me, from: { moves: GOMOKU } });
  await take("gomoku");
  const wall = Array.from({ length: 9 }, (_, y) => [{ point: y * 9 + 3 }, { point: y * 9 + 5 }]).flat();
  await person.play({ kind: "go", size: 9, black: me, white: me, from: { moves: [...wall, ...named(["pass", "pass"])] } });
  await page.waitForSelector(".counting .figures");
  await take("count");
  const { id } = await person.play({ kind: "othello", size: 4, black: me, white: me, from: { moves: await smallGame(person) } });
  await page.waitForSelector("#end");
  await take("end");
  await person.open(`/study/${id}?review=1`);
  await page.waitForSelector(".graph .u-over", { timeout: 120_000 });
  await take("review");
  await person.open("/study/new?kind=gomoku&moves=112.98.113.111.127.97.96.141&ply=8");
  await page.waitForSelector(".study .move-list");
  await take("study");
  await person.open("/library");
  await page.waitForSelector(".entry");
  await take("library");
}

/** All pictures side by side in one, made by the browser itself: nothing else here knows images. */
async function sheetOf(page, pictures, high) {
  const url = await page.evaluate(
    async ([list, high]) => {
      const images = await Promise.all(
        list.map(async (data) => {
          const image = new Image();
          image.src = `data:image/png;base64,${data}`;
          await image.decode();
          return image;
        }),
      );
      const widths = images.map((i) => Math.round((i.width * high) / i.height));
      const sheet = document.createElement("canvas");
      sheet.height = high;
      sheet.width = widths.reduce((sum, w) => sum + w + 4, -4);
      const context = sheet.getContext("2d");
      context.imageSmoothingQuality = "high";
      let x = 0;
      images.forEach((image, i) => {
        context.drawImage(image, x, 0, widths[i], high);
        x += widths[i] + 4;
      });
      return sheet.toDataURL("image/webp", 0.7);
    },
    [pictures.map((p) => p.toString("base64")), high],
  );
  return Buffer.from(url.split(",")[1], "base64");
}

/** Which part of two sheets differs, from 0 to 1. */
async function differing(page, before, after) {
  return page.evaluate(
    async ([a, b, block, limit]) => {
      const read = async (data) => {
        const image = new Image();
        image.src = `data:image/webp;base64,${data}`;
        await image.decode();
        const canvas = document.createElement("canvas");
        // One pixel for each block: the browser takes the mean.
        canvas.width = Math.ceil(image.width / block);
        canvas.height = Math.ceil(image.height / block);
        const context = canvas.getContext("2d");
        context.imageSmoothingQuality = "high";
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        return { size: `${image.width}x${image.height}`, data: context.getImageData(0, 0, canvas.width, canvas.height).data };
      };
      const [one, two] = [await read(a), await read(b)];
      if (one.size !== two.size) return 1;
      let changed = 0;
      for (let i = 0; i < one.data.length; i += 4) if ([0, 1, 2].some((k) => Math.abs(one.data[i + k] - two.data[i + k]) > limit)) changed++;
      return changed / (one.data.length / 4);
    },
    [before.toString("base64"), after.toString("base64"), BLOCK, DIFFERENCE],
  );
}

/** Compares a sheet with the one that is kept; what part of it differs. */
async function compare(desk, name, sheet) {
  const file = join(folder, `${name}.webp`);
  if (process.env.BLESS || !existsSync(file)) {
    check(process.env.BLESS, `${file} is not there: BLESS=1 makes it`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, sheet);
  }
  const part = await differing(desk, readFileSync(file), sheet);
  if (part > CHANGED) writeFileSync(join(root, "target/e2e", `${name}-now.webp`), sheet);
  check(part <= CHANGED, `${(part * 100).toFixed(1)} % of ${file} changed: look at target/e2e/${name}-now.webp; BLESS=1 accepts it`);
  return part;
}

/** One walk shows every view in both themes. */
async function golden(browser, server, [name, window, high], language) {
  const person = await Person.come(browser, server, { ...window, language, still: true });
  const { page } = person;
  const pictures = Object.fromEntries(THEMES.map((theme) => [theme, []]));
  await walk(person, async () => {
    // When a game was played is different each time.
    const mask = [page.locator(".entry-link .quiet")];
    for (const theme of [...THEMES].reverse()) {
      await page.emulateMedia({ colorScheme: theme });
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      if ((await page.locator(".board-canvas").count()) > 0) await person.box();
      pictures[theme].push(await page.screenshot({ animations: "disabled", caret: "hide", mask, maskColor: "#8a8a8a" }));
    }
  });
  const desk = await browser.newPage();
  const parts = [];
  for (const theme of THEMES) {
    parts.push(await compare(desk, `${name}-${language}-${theme}`, await sheetOf(desk, pictures[theme], high)));
  }
  await desk.close();
  await person.leave();
  return `${pictures.light.length} views in both themes, at most ${(Math.max(...parts) * 100).toFixed(2)} % differ`;
}

export const tests = SIZES.flatMap((size) =>
  LANGUAGES.map((language) => [`golden: ${size[0]}, ${language}`, (browser, server) => golden(browser, server, size, language)]),
);
