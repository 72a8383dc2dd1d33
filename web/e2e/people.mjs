// More than one person, and what happens when a page or the server goes away.

import { check, engine, me, Person, same } from "./harness.mjs";

async function byLink(browser, server) {
  const black = await Person.come(browser, server, { language: "zh" });
  const white = await Person.come(browser, server);
  const spectator = await Person.come(browser, server, { dark: true });
  await black.play({ kind: "gomoku", rules: "freestyle", black: me, white: { who: "open" } });
  const link = await black.page.inputValue("#invite");
  await black.picture("invite");
  await white.page.goto(link);
  await white.page.waitForSelector("[data-phase]");
  await white.until("(s) => s.you.seats.includes('white')");
  await black.until("(s) => s.live.phase === 'playing'");
  const id = (await black.state()).id;
  await spectator.open(`/game/${id}`);
  await spectator.page.waitForSelector("[data-phase]");
  same((await spectator.state()).you.seats, [], "the spectator's seats");

  await black.click(112);
  await white.until("(s) => s.live.ply === 1");
  await white.click(113);
  await black.until("(s) => s.live.ply === 2");
  await spectator.until("(s) => s.live.ply === 2");
  // Nobody moves for someone else: not the spectator, and not White when it is Black's turn.
  await spectator.click(100);
  await white.click(100);
  const forged = await spectator.call("POST", `/api/games/${id}/act`, { do: "move", point: 100, ply: 2 });
  same(forged.body.error.code, "not_yours", "a spectator's move");
  same((await black.state()).live.ply, 2, "moves after others touched the board");

  // White asks to take back, thinks better of it, asks again, and Black agrees.
  await white.page.click("#undo");
  await white.page.click(".panel.offer .actions button");
  await white.until("(s) => s.live.offer === null");
  await white.page.click("#undo");
  await black.page.waitForSelector(".panel .primary");
  await black.picture("offer");
  await black.page.click(".panel .actions .primary");
  await white.until("(s) => s.live.ply === 1");
  await white.click(97);
  await black.until("(s) => s.live.ply === 2 && s.live.last === 97");
  await black.page.click("#resign");
  await black.page.click("#resign-dialog .danger");
  for (const person of [black, white, spectator]) await person.until("(s) => s.live.outcome && s.live.outcome.winner === 'white'");
  await spectator.picture("spectator");
  for (const person of [black, white, spectator]) await person.leave();
}

/** An opening rule says what it is and whose stone comes next; an invitation can be taken back. */
async function openingsAndInvitations(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  await person.play({ kind: "gomoku", rules: "freestyle+swap2", black: me, white: me });
  check(/places 3 more; the next stone is for Black/.test(await page.innerText(".status")), await page.innerText(".status"));
  check(/leaves the choice/.test(await page.innerText("#opening-panel")), "what Swap2 is");
  for (const [n, point] of [112, 113, 98].entries()) {
    await person.click(point);
    await person.until("(s, n) => s.live.ply === n", n + 1);
  }
  await page.waitForSelector("#opening-panel .actions button:nth-child(3)");
  await person.picture("swap2");
  // Against somebody else it is said whose decision it is.
  await person.play({ kind: "gomoku", rules: "freestyle+swap2", black: me, white: { who: "open" } });
  const guest = await Person.come(browser, server);
  await guest.open((await person.state()).you.invite);
  await guest.until("(s) => s.live.phase === 'opening'");
  await person.until("(s) => s.live.phase === 'opening'");
  check(/^You place 3 more; the next stone is for Black/.test(await page.innerText(".status")), await page.innerText(".status"));
  check(/^Black \(for now\) places 3 more/.test(await guest.page.innerText(".status")), await guest.page.innerText(".status"));
  for (const [n, point] of [112, 113, 98].entries()) {
    await person.click(point);
    await person.until("(s, n) => s.live.ply === n", n + 1);
  }
  await guest.page.waitForSelector("#opening-panel .actions button:nth-child(3)");
  check(/^You choose your colour/.test(await guest.page.innerText("#opening-panel")), await guest.page.innerText("#opening-panel"));
  await guest.leave();
  await person.play({ kind: "othello", black: me, white: { who: "open" } });
  const { id } = await person.state();
  await page.click("#cancel-invite");
  await page.waitForSelector(".home");
  same((await person.call("GET", `/api/games/${id}`)).body.live.phase, "over", "an invitation that was taken back");
  const running = (await person.call("GET", "/api/games")).body.games.map((game) => game.id);
  check(!running.includes(id), "it is not offered for going on");
  await person.leave();
}

async function reload(browser, server) {
  const person = await Person.come(browser, server);
  await person.play({ kind: "othello", black: me, white: engine("random"), clock: "5m+3s" });
  await person.click(19);
  await person.until("(s) => s.live.ply >= 2 && s.live.turn === 'black'");
  const before = await person.state();
  await person.page.reload();
  await person.page.waitForSelector("[data-phase]");
  const after = await person.state();
  same([after.live.board, after.live.ply, after.you.seats], [before.live.board, before.live.ply, ["black"]], "the game after a reload");
  await person.click(after.live.legal[0]);
  await person.until("(s, ply) => s.live.ply > ply", after.live.ply);
  await person.open("/");
  await person.page.waitForSelector(".entry");
  await person.picture("home-continue");
  // A running game is not gone with one touch.
  await person.page.click(".entry button");
  await person.page.click("#remove-dialog .actions button");
  await person.page.waitForSelector("#remove-dialog", { state: "detached" });
  check((await person.page.locator(".entry").count()) === 1, "the game is still there");
  await person.page.click(".entry button");
  await person.page.click("#remove-dialog .danger");
  await person.page.waitForSelector(".entry", { state: "detached" });
  await person.leave();
}

async function killed(browser, server) {
  const person = await Person.come(browser, server, { language: "zh" });
  await person.play({ kind: "othello", black: me, white: me });
  await person.click(19);
  await person.until("(s) => s.live.ply === 1");
  const before = await person.state();
  await server.kill();
  await person.page.waitForSelector(".offline");
  // A move made while the server is away is kept and sent when it is back.
  await person.click(before.live.legal[0]);
  await person.picture("offline");
  await server.start();
  await person.until("(s) => s.live.ply === 2", null, 300_000);
  await person.page.waitForSelector(".offline", { state: "detached" });
  const after = await person.state();
  same(
    after.moves.map((m) => m.point),
    [19, before.live.legal[0]],
    "the moves after the server came back",
  );
  await person.click(after.live.legal[0]);
  await person.until("(s) => s.live.ply === 3");
  await person.leave();
}

async function engines(browser, server) {
  const person = await Person.come(browser, server);
  await person.open("/live");
  await person.page.click("#start-match");
  await person.page.check('input[name="blackLevel"][value="beginner"]');
  await person.page.check('input[name="whiteLevel"][value="normal"]');
  await person.page.check('input[name="size"][value="4"]');
  await person.page.click("details.more summary");
  // So slow that the game cannot end before it is paused, however busy the machine is.
  await person.page.selectOption("#pace", "5000");
  await person.page.click('#new-game button[type="submit"]');
  await person.page.waitForSelector("[data-phase]");
  await person.until("(s) => s.live.ply >= 1");
  await person.page.click("#pause");
  await person.until("(s) => s.paused && !s.live.outcome");
  // The match stands among the live ones, on a board of its own.
  const spectator = await Person.come(browser, server, { language: "zh" });
  await spectator.open("/live");
  await spectator.page.waitForSelector(".live-board .board-canvas");
  await spectator.picture("live-match");
  await spectator.leave();
  await person.page.selectOption("#pace-now", "0");
  await person.until("(s) => s.pace_ms === 0");
  const { paused, live } = await person.state();
  check(paused && !live.outcome, "a new pace leaves the game paused");
  await person.page.click("#pause");
  await person.until("(s) => s.live.outcome");
  // The same match again keeps its pace and its place in the list.
  const first = (await person.state()).id;
  await person.page.click("#again");
  await person.until("(s, id) => s.id !== id", first);
  const again = await person.state();
  same([again.pace_ms, again.public, again.rules.size], [0, true, 4], "pace, list and board of the second match");
  await person.open("/live");
  await person.page.waitForSelector(".grid tbody tr");
  await person.picture("standings");
  check((await person.page.locator(".grid tbody tr").count()) >= 2, "both engines stand in the table");
  await person.leave();
}

export const tests = [
  ["two people by link, with a spectator", byLink],
  ["opening rules explain themselves, invitations can be taken back", openingsAndInvitations],
  ["reload in mid-game", reload],
  ["the server is killed in mid-game and comes back", killed],
  ["engines play each other, with pacing and standings", engines],
];
