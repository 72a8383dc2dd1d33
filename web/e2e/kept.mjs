// What the page without a server promises in every browser: each level answers, and what was played is there after a
// reload, in another tab and without a network.

import { check, engine, me, Person, same } from "./harness.mjs";
import { moves } from "./files.mjs";

/** Every level answers, with nothing but the weights that it needs. */
export async function everyLevel(browser, server, levels = ["beginner", "normal", "hard", "hell", "best"]) {
  const person = await Person.come(browser, server);
  const before = server.asked.length;
  for (const game of [{ kind: "othello" }, { kind: "gomoku", rules: "freestyle" }, { kind: "gomoku", rules: "renju" }, { kind: "go", size: 9 }])
    for (const level of levels) {
      await person.play({ ...game, black: me, white: engine(level) });
      await moves(person, 2);
      const { seats, moves: played } = await person.state();
      same([seats.white.player, played.length >= 2], [level, true], `${game.kind} ${level}`);
    }
  const missed = server.asked.slice(before).filter((path) => path.includes("/data/"));
  same(missed.length, new Set(missed).size, "each file of weights is fetched once");
  await person.leave();
}

/** A game is there after a reload and in a second visit, move for move. */
export async function reload(browser, server) {
  const person = await Person.come(browser, server);
  const made = await person.play({ kind: "othello", size: 6, black: me, white: engine("hard") });
  const before = await moves(person, 6);
  await person.page.reload();
  await person.until("(s) => s.moves.length > 0");
  same(
    (await person.state()).moves.map((m) => m.point),
    before.moves.map((m) => m.point),
    "the moves after a reload",
  );
  await person.open("/library");
  await person.page.waitForSelector(`a[href="#/game/${made.id}"]`);
  const end = await person.play({ kind: "othello", size: 4, black: me, white: engine("beginner") }).then(() => moves(person, 99));
  check(end.live.outcome, "a whole game");
  await person.leave();
}

/** Two tabs look at one game; the one that holds the core is closed, and the other goes on. */
export async function twoTabs(browser, server) {
  const person = await Person.come(browser, server);
  const game = await person.play({ kind: "gomoku", rules: "freestyle", black: me, white: me });
  const other = new Person(person.context, await person.context.newPage(), server);
  await other.open(`/game/${game.id}`);
  await other.until("(s) => s.live.ply === 0");
  await person.click(112);
  await other.until("(s) => s.live.ply === 1");
  await other.click(113);
  await person.until("(s) => s.live.ply === 2");
  await person.page.close();
  await other.click(114);
  await other.until("(s) => s.live.ply === 3");
  same(
    (await other.state()).moves.map((m) => m.point),
    [112, 113, 114],
    "the moves",
  );
  await other.leave();
}

/** From the second visit on nothing is asked of the network: the server is gone, and everything still opens. */
export async function withoutNetwork(browser, server) {
  const person = await Person.come(browser, server);
  await person.play({ kind: "go", size: 9, black: me, white: engine("beginner") });
  await moves(person, 2);
  await person.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await person.page.reload();
  await person.until("(s) => s.moves.length >= 2");
  const { port } = server;
  await server.end();
  try {
    await person.page.reload();
    await person.until("(s) => s.moves.length >= 2");
    await moves(person, 4);
    await person.play({ kind: "othello", size: 4, black: me, white: engine("hell") });
    check((await moves(person, 99)).live.outcome, "a whole game without a network");
    // The weights of 6x6 came with the page.
    await person.play({ kind: "othello", size: 6, black: me, white: engine("hell") });
    check((await moves(person, 99)).live.outcome, "a whole game on 6x6 without a network");
    for (const path of ["/", "/library", "/training", "/training/vcf", "/learn", "/learn/glossary", "/lab", "/live"]) await person.open(path);
    await person.picture("site-offline");
  } finally {
    await server.start(port);
  }
  await person.leave();
}
