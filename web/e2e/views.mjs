// The other views, both languages and themes, small screens, barriers, and how fast the page is.

import { check, dice, engine, me, Person, quantile, same } from "./harness.mjs";

async function language(browser, server) {
  const person = await Person.come(browser, server, { language: "zh" });
  await person.play({ kind: "gomoku", black: me, white: me });
  same(await person.page.getAttribute("html", "lang"), "zh-CN", "the page's language");
  check((await person.page.textContent("#undo")).includes("悔棋"), "Chinese words");
  await person.picture("language-zh");
  await person.page.click("#language");
  same(await person.page.getAttribute("html", "lang"), "en", "the page's language");
  check((await person.page.textContent("#undo")).includes("Undo"), "English words at once");
  same(await person.page.title(), "Gomoku · heibai", "the title");
  const text = await person.page.evaluate(() => document.body.innerText.replace("中", ""));
  check(!/[\u4e00-\u9fff]/.test(text), `Chinese left in the English page: ${text.match(/.*[\u4e00-\u9fff].*/)?.[0]}`);
  await person.picture("language-en");
  await person.page.reload();
  await person.page.waitForSelector("[data-phase]");
  same(await person.page.getAttribute("html", "lang"), "en", "the language after a reload");
  await person.leave();
}

async function phone(browser, server) {
  const person = await Person.come(browser, server, { width: 320, height: 640, scale: 2, touch: true, language: "zh" });
  for (const path of ["/", "/library", "/training", "/live"]) {
    await person.open(path);
    await isNarrow(person, path);
  }
  await person.open("/");
  await person.page.tap('.card[data-kind="go"]');
  await person.page.waitForSelector("#new-game");
  await isNarrow(person, "new game");
  await person.picture("phone-new-game");
  for (const kind of ["go", "gomoku", "othello"]) {
    await person.play({ kind, black: me, white: engine("random") });
    await isNarrow(person, kind);
  }
  await person.tap(19);
  await person.until("(s) => s.live.ply >= 2 && s.live.turn === 'black'");
  await person.picture("phone-othello");
  // With confirmation the first tap only chooses, the second plays.
  await person.page.tap("#settings");
  await person.page.tap('label:has([name="set-taps"][value="twice"])');
  await person.page.tap("#settings-dialog .dialog-head button");
  const before = await person.state();
  await person.tap(before.live.legal[0]);
  await person.page.waitForFunction(() => window.heibai.board.aim !== null);
  same((await person.state()).live.ply, before.live.ply, "moves after one tap");
  await person.tap(before.live.legal[0]);
  await person.until("(s, ply) => s.live.ply > ply", before.live.ply);
  await person.open("/");
  await person.page.tap("#settings");
  await person.page.tap('label:has([name="set-theme"][value="dark"])');
  await person.page.tap("#settings-dialog .dialog-head button");
  await person.page.tap("#language");
  for (const [name, path] of [
    ["home", "/"],
    ["training", "/training"],
    ["problem", "/training/vcf/vcf-01"],
    ["study", `/study/${before.id}`],
  ]) {
    await person.open(path);
    await person.page.waitForSelector(name === "home" || name === "training" ? ".cards, .sets" : ".board-canvas");
    await isNarrow(person, name);
    await person.picture(`phone-dark-${name}`);
  }
  await person.leave();
}

async function isNarrow(person, where) {
  const wide = await person.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  check(wide <= 0, `${where} is ${wide} px wider than the screen`);
}

/** Every view in both themes: no serious barrier. */
async function barriers(browser, server) {
  let views = 0;
  for (const dark of [false, true]) {
    const person = await Person.come(browser, server, { dark, language: dark ? "zh" : "en" });
    const { page } = person;
    const look = async (name) => {
      const found = await person.barriers();
      views++;
      await person.picture(`${name}-${dark ? "dark" : "light"}`);
      check(found.length === 0, `${name} (${dark ? "dark" : "light"}): ${found.join(" | ")}`);
    };
    const addresses = [
      ["home", "/", ".cards"],
      ["library", "/library", ".entries, .empty"],
      ["training", "/training", ".sets"],
      ["problems", "/training/vcf", ".problem"],
      ["problem", "/training/vcf/vcf-01", ".puzzle"],
      ["live", "/live", "#standings"],
      ["missing", "/nothing", ".plain .button"],
    ];
    for (const [name, path, whole] of addresses) {
      await person.open(path);
      await page.waitForSelector(whole);
      await look(name);
    }
    await person.open("/");
    await page.click('.card[data-kind="go"]');
    await page.click("details.more summary");
    await look("new-game");
    await page.keyboard.press("Escape");
    await page.click("#settings");
    await look("settings");
    await page.keyboard.press("Escape");
    for (const game of [{ kind: "othello" }, { kind: "go", clock: "10m+3x30s" }, { kind: "gomoku" }]) {
      const made = await person.play({ ...game, black: me, white: me });
      await person.click(made.live.legal[0]);
      await person.until("(s) => s.live.ply === 1");
      await look(`game-${game.kind}`);
      if (game.kind === "othello") await overGame(person, look);
    }
    await person.leave();
  }
  return `${views} views`;
}

/** What can be opened over a game, its end, and its study. */
async function overGame(person, look) {
  const { page } = person;
  await page.click("#share");
  await look("share");
  await page.keyboard.press("Escape");
  await page.click("#resign");
  await look("resign");
  await page.click("#resign-dialog .danger");
  await page.waitForSelector("#end");
  await look("end");
  await page.click("#analyse");
  await page.waitForSelector(".study");
  await page.selectOption("#overlay", "mobility");
  await page.waitForSelector("#legend");
  await look("study");
}

async function redraw(browser, server) {
  const person = await Person.come(browser, server, { width: 1180, height: 1000, scale: 2 });
  const roll = dice(9);
  const moves = [];
  const points = Array.from({ length: 361 }, (_, i) => i).filter((p) => (p % 19) % 4 !== 3 || Math.floor(p / 19) % 4 !== 3);
  while (moves.length < 180) moves.push({ point: points.splice(roll(points.length), 1)[0] });
  const made = await person.call("POST", "/api/games", { kind: "go", black: me, white: me, from: { moves } });
  if (made.status !== 201) throw new Error(JSON.stringify(made.body));
  await person.open(`/game/${made.body.id}`);
  await person.page.waitForSelector("[data-phase]");
  const box = await person.page.locator(".board-canvas").boundingBox();
  const walk = async () => {
    for (let i = 0; i < 90; i++)
      await person.page.mouse.move(box.x + 20 + ((i * 37) % (box.width - 40)), box.y + 20 + ((i * 53) % (box.height - 40)));
    return person.page.evaluate(() => window.heibai.drawTimes.slice(-90));
  };
  let times = await walk();
  // A busy machine may spoil a round; a slow board spoils them all.
  for (let round = 1; round < 3 && quantile(times, 0.5) >= 4; round++) times = await walk();
  await person.picture("go-19");
  check(times.length >= 30, `only ${times.length} drawings were measured`);
  const middle = quantile(times, 0.5);
  check(middle < 4, `a 19x19 board takes ${middle.toFixed(2)} ms to draw`);
  await person.leave();
  return `19x19 with 180 moves at double density: median ${middle.toFixed(2)} ms, p95 ${quantile(times, 0.95).toFixed(2)} ms over ${times.length} drawings`;
}

/** Everything that comes over the wire until the first view stands, and until one has moved in the first game. */
async function size(browser, server) {
  const person = await Person.come(browser, server);
  const wire = await person.context.newCDPSession(person.page);
  await wire.send("Network.enable");
  let bytes = 0;
  wire.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
  await person.open("/");
  await person.page.waitForSelector(".cards");
  const first = bytes;
  check(first > 10_000, `${first} bytes cannot be the page`);
  await person.page.click("#play-now");
  await person.until("(s) => s.you.seats.includes(s.live.turn)");
  await person.click((await person.state()).live.legal[0]);
  await person.until("(s) => s.live.ply >= 2");
  check(bytes < 150_000, `${bytes} bytes`);
  await person.leave();
  return `${first} bytes until the first view stands, ${bytes} with the first game`;
}

/** Each kind's engines say which moves they weighed, and what each was worth. */
async function candidates(browser, server) {
  const games = [
    ["othello", {}, 19],
    ["gomoku", {}, 112],
    ["go", { size: 9 }, 40],
  ];
  for (const [kind, options, point] of games) {
    for (const level of ["normal", "hard"]) {
      const person = await Person.come(browser, server);
      await person.play({ kind, ...options, black: me, white: engine(level) });
      await person.click(point);
      await person.until("(s) => s.live.ply >= 2");
      if (kind === "gomoku") {
        // The first moves are theory: a distant stone leaves it.
        await person.click(0);
        await person.until("(s) => s.live.ply >= 4");
      }
      const [seen, played] = await person.page.evaluate(() => {
        const moves = window.heibai.state.moves;
        return [window.heibai.candidates, moves[moves.length - 1].point];
      });
      check(seen.length >= 2, `${kind} ${level}: ${seen.length} candidates`);
      same(seen[0].point, played, `${kind} ${level}: the chosen move is first`);
      same(new Set(seen.map((c) => c.point)).size, seen.length, `${kind} ${level}: each once`);
      for (const one of seen) {
        check(Number.isFinite(one.score ?? one.win_rate), `${kind} ${level}: ${one.name} has a value`);
      }
      await person.leave();
    }
  }
}

async function developer(browser, server) {
  const person = await Person.come(browser, server);
  await person.play({ kind: "othello", black: me, white: engine("beginner") });
  await person.click(19);
  await person.until("(s) => s.live.ply >= 2");
  const seen = await person.page.evaluate(() => ({
    check: window.heibai.checkVersions(),
    state: window.heibai.state.kind,
    level: window.heibai.logLevel,
  }));
  check(seen.check.compatible, "the versions fit");
  check(seen.check.modules.server && seen.check.modules.games && seen.check.modules.page, "versions of the modules");
  same([seen.state, seen.level], ["othello", "warn"], "state and log level");
  await person.leave();
}

/** The aids by the names that the rules documents give them. */
async function documentedAids(browser, server) {
  const person = await Person.come(browser, server);
  await person.play({ kind: "gomoku", black: me, white: engine("hard") });
  await person.click(112);
  await person.until("(s) => s.live.ply >= 2");
  await person.click(0);
  await person.until("(s) => s.live.ply >= 4");
  const seen = await person.page.evaluate(() => {
    const { GameUtils, GomokuDebug, ModuleDependencyChecker } = window;
    GomokuDebug.logState();
    GomokuDebug.logCandidates();
    ModuleDependencyChecker.logModuleInfo();
    const off = GomokuDebug.toggleForbiddenHighlight(false);
    return {
      names: [GameUtils.positionToNotation(7, 7), GameUtils.positionToNotation(0, 14), GameUtils.positionToNotation(0, 0)],
      board: GomokuDebug.state.board[7][7],
      moves: GomokuDebug.state.moves.length,
      candidates: GomokuDebug.ai.getLastCandidates().every((c) => c.x >= 0 && c.x < 15 && c.y >= 0 && c.y < 15),
      highlight: [off, GomokuDebug.rules.setForbiddenHighlight(true)],
      kept: GameUtils.saveToLocalStorage() && GameUtils.loadFromLocalStorage()[0].moves.length,
      whole: ModuleDependencyChecker.checkDependencies(),
      old: ModuleDependencyChecker.checkVersion({ GameState: "2.0.0", RuleEngine: "0.1.0" }),
    };
  });
  same(seen.names, ["H8", "A1", "A15"], "names of points");
  same([seen.board, seen.moves, seen.candidates, seen.highlight, seen.kept], [1, 4, true, [false, true], 4], "state, candidates, switches");
  same(seen.whole, { ok: true, missing: [] }, "the modules");
  same([seen.old.ok, seen.old.modules.GameState.ok, seen.old.modules.RuleEngine.ok], [false, false, true], "versions that are wanted");
  await person.page
    .evaluate(() => window.GameUtils.positionToNotation(15, 0))
    .then(
      () => check(false, "a point off the board has no name"),
      (error) => check(/INVALID_POSITION/.test(error.message), `the reason: ${error.message}`),
    );
  const [file] = await Promise.all([person.page.waitForEvent("download"), person.page.evaluate(() => window.GameUtils.downloadAsJSON())]);
  same(file.suggestedFilename(), "heibai.json", "the record as a file");
  await person.leave();
}

export const tests = [
  ["language switch", language],
  ["phone: 320 px, touch", phone],
  ["no serious barrier on any view, in both themes", barriers],
  ["a 19x19 board redraws in time", redraw],
  ["the page is small", size],
  ["window.heibai", developer],
  ["GomokuDebug, GameUtils, ModuleDependencyChecker", documentedAids],
  ["window.heibai: the candidates of the last engine move", candidates],
];
