// The board as large as the window allows, and nothing that jumps or covers it, on five sizes of window.

import { check, engine, me, Person, same } from "./harness.mjs";

/** Window, and the least side of the board in it. */
const SIZES = [
  ["phone", { width: 390, height: 844, touch: true }, 390],
  ["phone on its side", { width: 844, height: 390, touch: true }, 374],
  ["tablet", { width: 820, height: 1180, touch: true }, 800],
  ["desktop", { width: 1440, height: 900 }, 900 - 72],
  ["large desktop", { width: 2560, height: 1440 }, 1440 - 72],
];

/** Boxes of what is seen: the board, buttons, panels; all inside the window. */
const boxes = (person, selector) =>
  person.page.locator(selector).evaluateAll((list) =>
    list
      .filter((e) => !e.closest(".unseen"))
      .map((e) => {
        const { left, top, right, bottom } = e.getBoundingClientRect();
        return { name: e.id || e.className, left, top, right, bottom };
      }),
  );
const meet = (a, b) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - 0.5 && b.top < a.bottom - 0.5;

async function isWhole(person, selector, where) {
  const { width, height } = person.page.viewportSize();
  const found = await boxes(person, selector);
  check(found.length > 0, `${where}: ${selector} is there`);
  for (const box of found)
    check(
      box.left >= -0.5 && box.top >= -0.5 && box.right <= width + 0.5 && box.bottom <= height + 0.5,
      `${where}: ${box.name} is cut off: ${JSON.stringify(box)}`,
    );
  return found;
}

const BUTTONS = ".table-bar button, .top a, .top button, .stepper button";

async function eachSize(browser, server, test) {
  for (const [name, window, least] of SIZES) {
    const person = await Person.come(browser, server, window);
    await test(person, name, least);
    await person.leave();
  }
}

async function boardIsThePage(browser, server) {
  const told = [];
  await eachSize(browser, server, async (person, name, least) => {
    for (const kind of ["othello", "go"]) {
      await person.play({ kind, black: me, white: engine("random") });
      const box = await person.box();
      check(box.width >= least && Math.abs(box.width - box.height) < 1, `${name}: the board has ${box.width} x ${box.height} px, not ${least}`);
      check((await boxes(person, ".top"))[0].bottom <= 44, `${name}: the header is at most 44 px high`);
      await isWhole(person, ".board-canvas", name);
      await isWhole(person, BUTTONS, name);
      await isWhole(person, ".player", name);
      same(
        await person.page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]),
        [0, 0],
        `${name}: what lies outside of the window`,
      );
      if (kind === "go") told.push(`${name} ${Math.round(box.width)} px`);
    }
  });
  return told.join(", ");
}

async function nothingJumps(browser, server) {
  await eachSize(browser, server, async (person, name) => {
    await person.play({ kind: "othello", black: me, white: me });
    const before = [await person.box(), await boxes(person, BUTTONS), await boxes(person, ".player")];
    const stands = async (why) =>
      same([await person.box(), await boxes(person, BUTTONS), await boxes(person, ".player")], before, `${name}: places ${why}`);
    await person.page.click("#hint");
    await person.page.waitForSelector("#hint-panel");
    await stands("with a hint");
    // The hint and the moves are seen together with the board.
    const [board] = await isWhole(person, ".board-canvas", name);
    const [tray] = await boxes(person, ".tray"),
      [moves] = await isWhole(person, ".moves", name);
    check(!meet(board, tray) && !meet(board, moves) && !meet(tray, moves), `${name}: board, hint and moves stand side by side`);
    const [hint] = await boxes(person, "#hint-panel h2");
    check(hint.top >= tray.top && hint.bottom <= tray.bottom, `${name}: the hint is seen`);
    // A refused move is explained beside the board.
    await person.click(0);
    await person.page.waitForSelector(".notice.warn");
    const [notice] = await isWhole(person, ".notice", name);
    await stands("with a message");
    for (const other of [board, ...(await boxes(person, BUTTONS)), ...(await boxes(person, ".player"))])
      check(!meet(notice, other), `${name}: the message covers ${other.name}`);
  });
}

/** Review, moves and board together; the study lies on the same table. */
async function studyFits(browser, server) {
  await eachSize(browser, server, async (person, name, least) => {
    const moves = ["f5", "d6", "c3", "d3", "c4"].map((m) => ({ name: m }));
    const { id } = await person.play({ kind: "othello", black: me, white: me, from: { moves } });
    await person.open(`/study/${id}`);
    await person.page.waitForSelector(".study .board-canvas");
    const box = await person.box();
    check(box.width >= least, `${name}: the board has ${box.width} px, not ${least}`);
    await person.page.locator("#review").click();
    await person.page.waitForSelector("table.accuracy", { timeout: 120_000 });
    same(await person.box(), box, `${name}: the board with a review`);
    const [board] = await isWhole(person, ".board-canvas", name);
    const [graph] = await boxes(person, ".graph"),
      [tray] = await boxes(person, ".tray"),
      [list] = await isWhole(person, ".moves", name);
    check(!meet(tray, board) && !meet(list, board), `${name}: board, graph and moves are seen together`);
    check(graph.top >= tray.top && graph.bottom <= tray.bottom + 1, `${name}: the whole graph is in sight: ${JSON.stringify([graph, tray])}`);
  });
}

/** While one waits for an opponent there are no moves to list: the invitation gets their room, down to the actions. */
async function invitationFits(browser, server) {
  await eachSize(browser, server, async (person, name) => {
    await person.open("/");
    const { body } = await person.call("POST", "/api/games", { kind: "gomoku", black: me, white: { who: "open" } });
    await person.open(`/game/${body.id}`);
    await person.page.waitForSelector("#cancel-invite");
    const [tray] = await isWhole(person, ".tray", name),
      [bar] = await isWhole(person, ".table-bar", name);
    check(bar.top - tray.bottom < 24, `${name}: ${bar.top - tray.bottom} px are empty below the invitation`);
  });
}

async function messagesElsewhere(browser, server) {
  const person = await Person.come(browser, server, { width: 390, height: 844, touch: true });
  await person.open("/library");
  await person.page.waitForSelector(".empty, .entries");
  const before = await boxes(person, "main button, main input, main h1");
  await person.page.fill("#paste", "this is no record");
  await person.page.click("#import-text");
  await person.page.waitForSelector(".notice.warn");
  const [notice] = await isWhole(person, ".notice", "library");
  const after = await boxes(person, "main button:not(.notice), main input, main h1");
  same(after, before, "what stands on the page with a message");
  for (const box of [...after, ...(await boxes(person, ".top a, .top button"))]) check(!meet(notice, box), `the message covers ${box.name}`);
  // A dialog speaks for itself: what lies under it is not seen.
  await person.open("/");
  await person.page.click('.card[data-kind="go"]');
  await person.page.click("#new-game summary");
  await person.page.selectOption("#clock", "other");
  await person.page.fill("#custom-clock", "5 minutes");
  await person.page.click("#new-game [type=submit]");
  await person.page.waitForSelector("#new-game .notice.warn");
  await person.leave();
}

/** A hint takes room of the list of moves, and a review even more: the move that is looked at stays in sight. */
async function currentMoveStays(browser, server) {
  const moves = ["f5", "d6", "c3", "d3", "c4", "f4", "c5", "b3", "c2", "e6", "c6", "b4", "b5", "d2", "e3", "a6"];
  const parts = { list: ".move-list", move: ".move[aria-current]" };
  await eachSize(browser, server, async (person, name) => {
    const isSeen = async (when) => {
      const at = Object.fromEntries(await Promise.all(Object.entries(parts).map(async ([part, of]) => [part, (await boxes(person, of))[0]])));
      const { list, move } = at;
      const isIn = move.left >= list.left - 1 && move.right <= list.right + 1 && move.top + 17 >= list.top && move.bottom - 17 <= list.bottom;
      check(isIn, `${name}: the current move ${when}: ${JSON.stringify(at)}`);
    };
    const game = await person.play({ kind: "othello", black: me, white: me, from: { moves: moves.map((move) => ({ name: move })) } });
    await isSeen("of a game");
    await person.page.click("#hint");
    await person.page.waitForSelector("#hint-panel");
    await isSeen("beside a hint");
    await person.open(`/study/${game.id}?review=1`);
    await person.page.waitForSelector(".accuracy");
    await person.page.waitForSelector(".graph .u-over");
    await isSeen("beside a review");
  });
}

/** Where the choices of a new game do not fit, its button still says what it begins. */
async function startTells(browser, server) {
  await eachSize(browser, server, async (person, name) => {
    await person.open("/");
    await person.page.click('.card[data-kind="go"]');
    const [chosen] = await isWhole(person, "#chosen", name);
    check(chosen.right > chosen.left, `${name}: it is seen`);
    same(await person.page.textContent("#chosen"), "Against Normal · as Black · 19×19 · Chinese rules (area)", `${name}: what is chosen at first`);
    for (const choice of ['[name="opponent"][value="rabbit"]', '[name="colour"][value="random"]', '[name="size"][value="9"]'])
      await person.page.locator(choice).evaluate((input) => input.click());
    same(
      await person.page.textContent("#chosen"),
      "Against Hop the rabbit · colour by chance · 9×9 · Chinese rules (area)",
      `${name}: what was chosen`,
    );
  });
}

/** Two people at one screen are called by their colours, once. */
async function namesOnce(browser, server) {
  const person = await Person.come(browser, server);
  await person.play({ kind: "gomoku", black: me, white: me });
  same(await person.page.locator(".who").allTextContents(), ["White", "Black"], "the names of both");
  await person.leave();
}

export const tests = [
  ["layout: the board fills five sizes of window", boardIsThePage],
  ["layout: nothing jumps or covers the board", nothingJumps],
  ["layout: a study with its review", studyFits],
  ["layout: an invitation has the room of the moves", invitationFits],
  ["layout: messages on other views", messagesElsewhere],
  ["layout: the current move stays in sight", currentMoveStays],
  ["layout: the button of a new game says what it begins", startTells],
  ["layout: names of two people at one screen", namesOnce],
];
