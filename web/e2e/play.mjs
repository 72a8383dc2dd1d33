// Games of each kind against an engine, and what a game does when something is not allowed.

import { check, dice, engine, me, Person, quantile, same } from "./harness.mjs";
import { touchCosts } from "./trace.mjs";

/** Plays legal moves until the game is over or `enough` says so. */
async function playOn(person, act, enough = () => false) {
  for (let moves = 0; moves < 400; moves++) {
    await person.until("(s) => s.live.outcome || s.live.phase === 'counting' || s.you.seats.includes(s.live.turn)");
    const game = await person.state();
    if (game.live.outcome || game.live.phase === "counting" || enough(game)) return game;
    await act(game);
    await person.until("(s, ply) => s.live.ply > ply || s.live.outcome", game.live.ply);
  }
  throw new Error("the game does not end");
}

async function wholeOthello(browser, server) {
  const person = await Person.come(browser, server);
  await person.open("/");
  await person.page.click('.card[data-kind="othello"]');
  await person.page.check('input[name="level"][value="beginner"]');
  await person.picture("new-game");
  await person.page.click('#new-game button[type="submit"]');
  await person.page.waitForSelector("[data-phase]");
  const roll = dice(1);
  const game = await playOn(person, (g) => person.click(g.live.legal[roll(g.live.legal.length)]));
  await person.page.waitForSelector("#end");
  check(["board_full", "two_passes", "wipe_out"].includes(game.live.outcome.reason), `reason ${game.live.outcome.reason}`);
  const shown = await person.page.textContent("#end .result");
  same(shown, game.live.outcome.text.en, "the result that is shown");
  check(/^Black \d+, White \d+: (Black|White) wins by \d+|Game is drawn/.test(shown), shown);
  const { announced } = game.live.outcome;
  check(/Counting\.\.\. Black \d+, White \d+|Game is drawn/.test(announced.en), announced.en);
  same(await person.page.textContent("#spoken"), announced.en, "what the referee says");
  same(await person.page.locator("#undo").count(), 0, "undo buttons after the end");
  const refused = await person.call("POST", `/api/games/${game.id}/act`, { do: "undo" });
  same(refused.body.error.code, "GAME_FINISHED", "undo after the end");
  await person.picture("othello-end");
  await person.leave();
  return `${game.moves.length} moves`;
}

/** A frame: a touched stone is drawn in the next one. */
const FRAME_MS = 16;

/**
 * Forty touches of each game: what each costs the page's thread until its stone is drawn, at the 95th percentile, in time of
 * the processor. How long a person waits, with the way of the event through the browser, and until the server has stored
 * the move is told, not judged: it depends on the machine.
 */
async function inputDelay(browser, server) {
  const told = [];
  for (const game of [{ kind: "othello" }, { kind: "gomoku", rules: "freestyle" }, { kind: "go" }]) {
    const person = await Person.come(browser, server);
    await person.play({ ...game, black: me, white: me });
    await person.box();
    const roll = dice(11);
    const costs = await touchCosts(browser, person.page, () =>
      playOn(
        person,
        (g) => person.click(g.live.legal[roll(g.live.legal.length)]),
        (g) => g.moves.length >= 40,
      ),
    );
    check(costs.length >= 35, `only ${costs.length} touches were measured`);
    const { delays, stored } = await person.page.evaluate(() => ({ delays: window.heibai.drawDelays, stored: window.heibai.serverDelays }));
    await person.leave();
    const p95 = (list) => quantile(list, 0.95).toFixed(1);
    told.push(
      `${game.kind} ${p95(costs)} ms of the processor; ${p95(delays.map((d) => d.heard + d.drawn))} waited, ${p95(stored)} until the server confirms`,
    );
    check(quantile(costs, 0.95) < FRAME_MS, told.at(-1));
  }
  return `p95 of ${told.join("; ")}`;
}

async function wholeGomoku(browser, server) {
  const person = await Person.come(browser, server, { language: "zh" });
  await person.play({ kind: "gomoku", black: me, white: engine("beginner") });
  const first = await person.page.evaluate(async () => {
    while (!window.heibai.board) await new Promise(requestAnimationFrame);
    return window.heibai.board.suggestion;
  });
  same(first, [112], "the suggested first move");
  const roll = dice(3);
  // Black stays near the centre, so that the engine soon wins or loses.
  const near = (g) => g.live.legal.filter((p) => Math.abs((p % 15) - 7) < 4 && Math.abs(Math.floor(p / 15) - 7) < 4);
  const game = await playOn(person, (g) => {
    const choice = near(g).length > 0 ? near(g) : g.live.legal;
    return person.click(g.moves.length === 0 ? 112 : choice[roll(choice.length)]);
  });
  check(["five_in_row", "board_full", "no_legal_point"].includes(game.live.outcome.reason), game.live.outcome.reason);
  if (game.live.outcome.reason === "five_in_row") {
    check(game.live.win_line.length >= 5, "a winning line");
    same(await person.page.evaluate(() => window.heibai.board.winLine), game.live.win_line, "the line on the board");
  }
  const saved = await person.page.evaluate((id) => window.heibai.saved.find((s) => s.id === id), game.id);
  same([saved.version, saved.moves.length, saved.result.reason], [2, game.moves.length, game.live.outcome.reason], "what the browser saved");
  check(Number.isInteger(saved.moves[0].x) && saved.moves[0].timestamp > 0, "replay data");
  await person.picture("gomoku-end");
  await person.leave();
  return `${game.moves.length} moves, ${game.live.outcome.reason}`;
}

/** A few moves, then passes until the engine agrees that nothing is left; the count is accepted. */
async function wholeGo(browser, server) {
  const person = await Person.come(browser, server);
  await person.play({ kind: "go", size: 9, black: me, white: engine("beginner") });
  const roll = dice(5);
  await playOn(person, (g) => (g.moves.length >= 12 ? person.page.click("#pass") : person.click(g.live.legal[roll(g.live.legal.length)])));
  await person.until("(s) => s.live.counting");
  const { counting } = (await person.state()).live;
  same(counting.score.black + counting.score.white, 81, "both areas together");
  await person.picture("go-judged");
  await person.page.click("#agree:not(:disabled)");
  await person.until("(s) => s.live.outcome");
  await person.page.waitForSelector("#end");
  const game = await person.state();
  same([game.live.outcome.reason, game.moves.slice(-2).map((m) => m.point)], ["two_passes", [null, null]], "how the game ended");
  await person.picture("go-end");
  await person.leave();
  return `${game.moves.length} moves, ${game.live.outcome.text.en}`;
}

/** Two people at one screen: a wall, two passes, a dead stone called dead, agreement. */
async function goCount(browser, server) {
  const person = await Person.come(browser, server, { language: "en" });
  const moves = [];
  for (let y = 0; y < 9; y++) moves.push({ point: y * 9 + 3 }, { point: y * 9 + 5 });
  moves.push({ point: 4 * 9 + 7 }, { point: 4 * 9 + 1 });
  await person.play({ kind: "go", size: 9, black: me, white: me, from: { moves } });
  await person.page.click("#pass");
  await person.until("(s, ply) => s.live.ply === ply", moves.length + 1);
  await person.page.click("#pass");
  await person.until("(s) => s.live.phase === 'counting' && s.live.counting");
  const before = (await person.state()).live.counting;
  const white = 4 * 9 + 1;
  const wanted = !before.dead.includes(white);
  await person.click(white);
  await person.until("(s, w) => s.live.counting.dead.includes(w[0]) === w[1]", [white, wanted]);
  if (!wanted) {
    await person.click(white);
    await person.until("(s, w) => s.live.counting.dead.includes(w)", white);
  }
  const black = 4 * 9 + 7;
  if (!(await person.state()).live.counting.dead.includes(black)) {
    await person.click(black);
    await person.until("(s, b) => s.live.counting.dead.includes(b)", black);
  }
  // What the players say stands where the judge's words stood, and the sum is shown with komi.
  await person.page.click(".counting details summary");
  const judged = (await person.call("POST", "/api/count", { kind: "go", size: 9, moves: [...moves.map((m) => m.point), null, null] })).body;
  const words = await person.page.locator(".grounds li").allTextContents();
  for (const [point, name] of [
    [white, "B5"],
    [black, "H5"],
  ]) {
    const line = words.find((w) => w.startsWith(name));
    if (line && !judged.dead.includes(point)) same(line, `${name} called dead by hand`, "what is said of a stone marked by hand");
  }
  check(words.some((w) => /by hand/.test(w)) === [white, black].some((p) => !judged.dead.includes(p)), `words of the count: ${words.join(" | ")}`);
  same(await person.page.locator(".counting .figures dd").allTextContents(), ["40.5", "40.5 + 7.5 komi = 48"], "the sums");
  check(/9 neutral points among them, shared in halves/.test(await person.page.innerText(".counting")), "whence the halves come");
  same(
    await person.page.innerText("#count-explained"),
    "White's 40.5 and the komi make 48, Black has 40.5: a difference of 7.5 points.",
    "how it is won",
  );
  await person.picture("go-counting");
  const counting = (await person.state()).live.counting;
  same(counting.score.black + counting.score.white, 81, "both areas together");
  // Both sides sit here: one press agrees for both.
  await person.page.click("#agree:not(:disabled)");
  await person.until("(s) => s.live.outcome !== null");
  const { outcome } = (await person.state()).live;
  // Four columns each, and the nine neutral points between them in halves.
  same([outcome.winner, outcome.score, outcome.margin], ["white", { black: 40.5, white: 40.5 }, 7.5], "the result");
  // The same game in study: the judge counts it again, without anybody's corrections.
  const { id } = await person.state();
  await person.open(`/study/${id}?ply=${moves.length + 2}`);
  const { page } = person;
  await page.waitForSelector(".study .counting .result");
  check(/wins by|drawn/.test(await page.textContent(".study .counting .result")), "a result in words");
  const owners = await page.evaluate(() => window.heibai.board.owner?.filter((owner) => owner !== 0).length);
  check(owners >= 72, `${owners} points have an owner`);
  await person.picture("study-count");
  await person.leave();
  return outcome.text.en;
}

/** How long a refusal stays. */
const REFUSAL_MS = 1800;

/**
 * Whether the next notice is there shortly before its time is up, and shortly after. The page's own timers tell: on a busy
 * machine all of them are late, but in the same order.
 */
function noticeStays(person, ms) {
  return person.page.evaluate(
    (time) =>
      new Promise((done) => {
        const isThere = () => document.querySelector(".notice.warn") !== null;
        const look = () => {
          const seen = {};
          setTimeout(() => (seen.before = isThere()), time - 300);
          setTimeout(() => done({ ...seen, after: isThere() }), time + 300);
        };
        new MutationObserver((_, watcher) => {
          if (!isThere()) return;
          watcher.disconnect();
          look();
        }).observe(document.body, { childList: true, subtree: true });
      }),
    ms,
  );
}

/** Two walls that leave a way below: no stone is dead, in seki or at home, the count says that it is not certain, and why. */
async function openCount(browser, server) {
  const person = await Person.come(browser, server, { width: 1440, height: 900 });
  const moves = Array.from({ length: 18 }, (_, y) => [{ point: y * 19 + 8 }, { point: y * 19 + 9 }]).flat();
  await person.play({ kind: "go", black: me, white: me, from: { moves: [...moves, { name: "pass" }, { name: "pass" }] } });
  await person.until("(s) => s.live.phase === 'counting' && s.live.counting");
  const { dead, seki, unsure } = (await person.state()).live.counting;
  same([dead, seki, unsure.length], [[], [], 36], "what the judge makes of it");
  await person.page.click(".counting details summary");
  const words = await person.page.innerText(".counting");
  check(
    /325 neutral points among them, shared in halves/.test(words) && /not closed by either side: if the game is not over, play on/.test(words),
    words,
  );
  check(/J19 counted as alive: neither side has closed the area around it \(not certain\)/.test(words), words);
  check(!/its own territory|seki/.test(words), words);
  await person.picture("go-count-open");
  await person.leave();
}

async function forbiddenMove(browser, server) {
  const names = ["i8", "a1", "j8", "o1", "h9", "a15", "h10", "o15"];
  for (const [language, sentence] of [
    ["zh", "⚠️ 三三禁手，黑棋不能在此位置落子"],
    ["en", null],
  ]) {
    const person = await Person.come(browser, server, { language });
    await person.play({ kind: "gomoku", rules: "renju", black: me, white: me, from: { moves: names.map((name) => ({ name })) } });
    const before = await person.state();
    const point = 7 * 15 + 7;
    check(
      before.live.forbidden.some((f) => f.point === point),
      "h8 is a forbidden point",
    );
    check(await person.page.evaluate((p) => window.heibai.board.forbidden.has(p), point), "it is marked on the board");
    const stayed = noticeStays(person, REFUSAL_MS);
    await person.click(point);
    const notice = person.page.locator(".notice.warn");
    await notice.waitFor();
    const text = await notice.textContent();
    if (sentence) same(text, sentence, "the sentence");
    else check(/three/i.test(text), text);
    same(await person.page.evaluate(() => window.heibai.board.refused), point, "the ringed point");
    await person.picture(`forbidden-${language}`);
    same(await stayed, { before: true, after: false }, "whether the sentence stands just before and just after its time");
    await person.page.waitForFunction(() => window.heibai.board.refused === null);
    // What makes it forbidden stays beside the board, line by line, until somebody moves.
    const why = await person.page.textContent("#forbidden-panel");
    for (const part of language === "zh" ? ["H8", "横线", "竖线"] : ["H8", "Row H8 I8 J8", "Column H10 H9 H8"])
      check(why.includes(part), `${part} in: ${why}`);
    check(await person.page.evaluate(() => window.heibai.board.tints.size >= 4), "its stones are marked on the board");
    const after = await person.state();
    same([after.live.seq, after.live.board], [before.live.seq, before.live.board], "the refused move changed nothing");
    await person.page.evaluate(() => window.heibai.toggleForbiddenHighlight(false));
    await person.page.waitForFunction(() => window.heibai.board.forbidden.size === 0);
    await person.leave();
  }
}

/** Every refused touch says why, and nothing changes: a flipless disc, an occupied point, suicide, ko. */
async function illegalMoves(browser, server) {
  const ko = ["d5", "e5", "e6", "f6", "e4", "f4", "a1", "g5", "f5"];
  const cases = [
    ["othello", {}, [], 0, "此处不能翻转任何棋子"],
    ["gomoku", {}, ["h8"], 7 * 15 + 7, "该点已有棋子"],
    ["go", { size: 9 }, ["b9", "j1", "a8"], 0, "禁入点：落子后该棋块无气"],
    ["go", { size: 9 }, ko, 4 * 9 + 4, "全局同形再现：与第 8 手之后的局面相同"],
  ];
  for (const [kind, rest, names, point, sentence] of cases) {
    const person = await Person.come(browser, server, { language: "zh" });
    await person.play({ kind, ...rest, black: me, white: me, from: { moves: names.map((name) => ({ name })) } });
    const before = (await person.state()).live;
    await person.click(point);
    await person.page.waitForSelector(".notice.warn");
    same(await person.page.textContent(".notice.warn"), sentence, "the sentence");
    same(await person.page.evaluate(() => window.heibai.board.refused), point, "the ringed point");
    const after = (await person.state()).live;
    same([after.seq, after.board], [before.seq, before.board], "the refused move changed nothing");
    await person.leave();
  }
}

/** The used part of a byo-yomi period stays used: after a reload the clock goes on where it was. */
async function reloadInByoYomi(browser, server) {
  const person = await Person.come(browser, server);
  await person.play({ kind: "gomoku", black: me, white: me, clock: "1s+3x90s" });
  const clock = '.player[data-side="black"] .clock';
  const left = async () => {
    const text = await person.page.textContent(clock);
    const [, minutes, seconds] = /^(\d):(\d\d) ×3$/.exec(text) ?? [];
    return minutes * 60 + Number(seconds);
  };
  await person.page.waitForFunction((at) => /^(?!1:30).* ×3$/.test(document.querySelector(at)?.textContent ?? ""), clock);
  await person.page.waitForTimeout(4000);
  const before = await left();
  await person.page.reload();
  await person.page.waitForSelector(clock);
  const after = await left();
  check(before <= 86 && after <= before, `${before} s before the reload, ${after} s after it`);
  const { used_ms } = (await person.state()).live.clocks.black;
  check(used_ms >= 4000, `the server tells ${used_ms} ms of the period as used`);
  await person.leave();
  return `${before} s left, ${after} s after a reload`;
}

/** The dialog remembers what worked; a mistyped engine or clock does not stand in the way of the next game. */
async function newGameChoices(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  await person.open("/");
  await page.click('.card[data-kind="go"]');
  await page.click("#new-game summary");
  await page.selectOption("#handicap", "4");
  same(await page.inputValue("#komi"), "0.5", "komi with handicap stones");
  await page.selectOption("#handicap", "0");
  same(await page.inputValue("#komi"), "7.5", "komi without them");
  await page.selectOption("#clock", "other");
  await page.fill("#custom-clock", "5 minutes");
  await page.click("#new-game [type=submit]");
  await page.waitForSelector(".notice.warn");
  await person.open("/play");
  await page.waitForSelector("[data-phase]");
  same((await person.state()).kind, "othello", "the game that begins when nothing else has worked yet");
  await person.open("/game/nothing");
  await page.waitForFunction(() => document.querySelector("main h1")?.textContent === "There is nothing here");
  await person.leave();
}

/** Plays at random, through the server's own referee, until the rules make someone pass. */
async function findForcedPass(person) {
  for (let seed = 1; seed < 40; seed++) {
    const roll = dice(seed);
    const moves = [];
    for (;;) {
      const { body } = await person.call("POST", "/api/position", { kind: "othello", size: 4, moves });
      const last = body.played.at(-1);
      if (last?.forced && !body.live.outcome) return { moves: moves.slice(0, -1), move: moves.at(-1), side: last.side };
      if (body.live.outcome || body.live.legal.length === 0) break;
      moves.push(body.live.legal[roll(body.live.legal.length)]);
    }
  }
  throw new Error("no forced pass found");
}

async function forcedPass(browser, server) {
  const words = {
    en: { black: "Black has no legal moves, passing to White", white: "White has no legal moves, passing to Black" },
    zh: { black: "黑方无合法落点，轮到白方", white: "白方无合法落点，轮到黑方" },
  };
  const skipped = {
    en: { black: "Black had no legal move and was passed over", white: "White had no legal move and was passed over" },
    zh: { black: "黑方无合法落点，停了一手", white: "白方无合法落点，停了一手" },
  };
  for (const language of ["zh", "en"]) {
    const person = await Person.come(browser, server, { language });
    const found = await findForcedPass(person);
    await person.play({ kind: "othello", size: 4, black: me, white: me, from: { moves: found.moves.map((point) => ({ point })) } });
    await person.click(found.move);
    await person.page.waitForSelector(".notice");
    same(await person.page.textContent(".notice"), words[language][found.side], "the announcement");
    same(await person.page.textContent("#spoken"), words[language][found.side], "the spoken announcement");
    await person.picture(`forced-pass-${language}`);
    // Who was passed over reads it until their own move, not only while the notice stands.
    await person.page.click(".notice");
    await person.click((await person.state()).live.legal[0]);
    await person.until("(s, side) => s.live.turn === side", found.side);
    await person.page.waitForFunction((wanted) => document.querySelector(".status")?.textContent.includes(wanted), skipped[language][found.side]);
    await person.leave();
  }
}

async function undoRedo(browser, server) {
  const person = await Person.come(browser, server);
  await person.play({ kind: "othello", black: me, white: engine("random") });
  const start = (await person.state()).live.board;
  await person.click(19);
  await person.until("(s) => s.live.ply >= 2 && s.live.turn === 'black'");
  const after = await person.state();
  await person.page.click("#undo");
  await person.until("(s) => s.live.ply === 0");
  same((await person.state()).live.board, start, "the board after undo");
  await person.page.click("#redo");
  await person.until("(s) => s.live.ply >= 2");
  same((await person.state()).live.board, after.live.board, "the board after redo");
  await person.page.click("#hint");
  await person.page.waitForFunction(() => window.heibai.board.suggestion.length === 1);
  const [hint] = await person.page.evaluate(() => window.heibai.board.suggestion);
  check((await person.state()).live.legal.includes(hint), "the hint is legal");
  const why = await person.page.textContent("#hint-panel");
  check(/It flips \d+ and leaves the opponent/.test(why), `the hint says why: ${why}`);
  await person.page.click('[aria-label="To the start"]');
  await person.page.waitForFunction((b) => JSON.stringify(window.heibai.board.cells) === JSON.stringify(b), start);
  await person.page.click('[aria-label="To the latest move"]');
  await person.page.waitForFunction((b) => JSON.stringify(window.heibai.board.cells) === JSON.stringify(b), after.live.board);
  await person.leave();
}

/** A stone is heard, discs that turn too; the switch silences them; the opening is called by its name. */
async function soundsAndNames(browser, server) {
  const person = await Person.come(browser, server);
  await person.context.addInitScript(() => {
    window.heard = 0;
    for (const source of [AudioBufferSourceNode, OscillatorNode]) {
      const start = source.prototype.start;
      source.prototype.start = function (...when) {
        window.heard++;
        return start.apply(this, when);
      };
    }
  });
  const heard = () => person.page.evaluate(() => window.heard);
  await person.play({ kind: "othello", black: me, white: me });
  const moves = [37, 43, 18];
  await person.click(moves[0]);
  await person.until("(s) => s.live.ply === 1");
  same(await heard(), 2, "one knock for the stone, one for the disc that turns");
  await person.page.click("#settings");
  await person.page.click("#set-sounds");
  await person.page.keyboard.press("Escape");
  for (const [at, move] of moves.slice(1).entries()) {
    await person.click(move);
    await person.until("(s, ply) => s.live.ply === ply", at + 2);
  }
  same(await heard(), 2, "silence once sounds are switched off");
  const name = (await person.state()).live.opening_name;
  check(name?.en.length > 0 && name.zh.length > 0, "f5 d6 c3 has a name");
  same(await person.page.textContent(".moves .opening"), `Opening: ${name.en}`, "the name of the opening");
  await person.leave();
  return name.en;
}

/** Presses Tab until the focus is on what is wanted. */
async function tabTo(page, selector) {
  for (let i = 0; i < 80; i++) {
    if (await page.evaluate((s) => document.activeElement?.matches(s) ?? false, selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${selector} is not reached with Tab`);
}

async function keyboardOnly(browser, server) {
  const person = await Person.come(browser, server);
  const { page } = person;
  // From the first view to the board without a mouse: a game on 4x4 against the beginner.
  await person.open("/");
  await tabTo(page, '.card[data-kind="othello"]');
  await page.keyboard.press("Enter");
  await page.waitForSelector("#new-game");
  await tabTo(page, 'input[name="level"][value="normal"]');
  await page.keyboard.press("ArrowLeft");
  await tabTo(page, 'input[name="size"][value="8"]');
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await tabTo(page, '#new-game button[type="submit"]');
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-phase]");
  const { rules, seats } = await person.state();
  same([rules.size, seats.white.player], [4, "beginner"], "what the keys chose");
  await tabTo(page, "[data-point]");
  let labelled = 0;
  const game = await playOn(person, async (g) => {
    const goal = g.live.legal[0];
    let at = Number(await page.evaluate(() => document.activeElement.dataset.point));
    while (at % 4 !== goal % 4) {
      await page.keyboard.press(at % 4 < goal % 4 ? "ArrowRight" : "ArrowLeft");
      at += at % 4 < goal % 4 ? 1 : -1;
    }
    while (at !== goal) {
      await page.keyboard.press(at < goal ? "ArrowDown" : "ArrowUp");
      at += at < goal ? 4 : -4;
    }
    const label = await page.evaluate(() => document.activeElement.getAttribute("aria-label"));
    if (/^[A-D][1-4], legal, flips [1-9]/.test(label)) labelled++;
    else throw new Error(`label ${label}`);
    await page.keyboard.press("Enter");
  });
  check(labelled >= 2, "moves were played by keys");
  await tabTo(page, "#again");
  await page.keyboard.press("Enter");
  await person.until("(s, id) => s.id !== id", game.id);
  await person.leave();
  return game.live.outcome.text.en;
}

/** The address that `heibai` opens: a game on the board at once, and the same game the next time. */
async function playNow(browser, server) {
  const person = await Person.come(browser, server, { language: "zh" });
  await person.page.goto(`${server.url}/play`);
  await person.page.waitForSelector("[data-phase] .board-canvas");
  const game = await person.state();
  same([game.kind, game.you.seats, game.seats.white.who], ["othello", ["black"], "engine"], "the game that begins");
  await person.click(19);
  await person.until("(s) => s.live.ply >= 1");
  await person.picture("play-now");
  await person.page.goto(`${server.url}/play`);
  await person.page.waitForSelector("[data-phase]");
  same((await person.state()).id, game.id, "the game that goes on");
  await person.leave();
}

export const tests = [
  ["a game on the board at once", playNow],
  ["othello: a whole game against an engine", wholeOthello],
  ["input to drawn stone", inputDelay],
  ["gomoku: a whole game against an engine", wholeGomoku],
  ["go: a whole game against an engine", wholeGo],
  ["go: the count, corrected and agreed", goCount],
  ["go: the count of an area that nobody has closed", openCount],
  ["gomoku: a forbidden move is refused", forbiddenMove],
  ["an illegal touch is explained", illegalMoves],
  ["new game: choices that fail are not kept", newGameChoices],
  ["clock: a reload in the middle of a byo-yomi period", reloadInByoYomi],
  ["othello: a forced pass is announced", forcedPass],
  ["undo, redo, hint, replay", undoRedo],
  ["sounds and their switch; the opening's name", soundsAndNames],
  ["keyboard only", keyboardOnly],
];
