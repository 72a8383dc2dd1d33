// How a beginner who has done the lessons fares against an opponent:
// `node e2e/beginners.mjs gomoku rabbit 20 [0.15]` plays that many games over the API and tells the result. The number
// is how often the beginner does not see a point at all. By hand only: opponents draw their own chances.

import { dice, Server } from "./harness.mjs";

const colourOf = (live) => (live.turn === "black" ? 1 : 2);
const sizeOf = (live) => Math.round(Math.sqrt(live.board.length));

/** The point with the highest worth among those that are seen, or null. */
function choose(points, worth, chance, slip, least = -Infinity) {
  let best = null,
    top = least;
  points.forEach((point, i) => {
    if (points.length > 1 && chance() < slip) return;
    const value = worth(point, i) + chance();
    if (value > top) [top, best] = [value, point];
  });
  return best;
}

/** Takes corners, keeps away from the squares beside them, likes edges and flips few discs until the end is near. */
function othello(live, chance, slip) {
  const size = sizeOf(live);
  const worth = (point, i) => {
    const [x, y] = [point % size, Math.floor(point / size)].map((at) => Math.min(at, size - 1 - at));
    const place = x + y === 0 ? 100 : x === 1 && y === 1 ? -50 : x + y === 1 ? -20 : x * y === 0 ? 10 : 0;
    return place + live.flips[i].length * (live.empties > 12 ? -1 : 1);
  };
  return choose(live.legal, worth, chance, slip) ?? live.legal[0];
}

/** Makes five, stops five, makes an open four, stops one, and otherwise the longest row of either side. */
function gomoku(live, chance, slip) {
  const size = sizeOf(live),
    own = colourOf(live);
  const at = (x, y) => (x < 0 || y < 0 || x >= size || y >= size ? -1 : live.board[y * size + x]);
  const row = (point, side, dx, dy) => {
    const [x, y] = [point % size, Math.floor(point / size)];
    const seen = (k) => (k === 0 ? side : at(x + k * dx, y + k * dy));
    let stones = 1,
      open = 0,
      most = 0;
    for (const way of [1, -1]) {
      let k = way;
      for (; seen(k) === side; k += way) stones++;
      if (seen(k) === 0) open++;
    }
    for (let first = -4; first <= 0; first++) {
      const five = [0, 1, 2, 3, 4].map((k) => seen(first + k));
      if (five.every((cell) => cell === side || cell === 0)) most = Math.max(most, five.filter((cell) => cell === side).length);
    }
    if (stones >= 5 || most >= 5) return 100;
    if (stones === 4 && open === 2) return 60;
    if (most === 4) return 30;
    if (stones === 3 && open === 2) return 25;
    return stones === 2 && open === 2 ? 8 : most === 3 ? 6 : 1;
  };
  const rows = (point, side) =>
    [
      [1, 0],
      [0, 1],
      [1, 1],
      [1, -1],
    ].map(([dx, dy]) => row(point, side, dx, dy));
  const worth = (point) => {
    const mine = rows(point, own),
      theirs = rows(point, 3 - own);
    const [best, worst] = [Math.max(...mine), Math.max(...theirs)];
    if (best >= 100 || worst >= 100) return best >= 100 ? 1000 : 900;
    if (best >= 60 || worst >= 60) return best >= 60 ? 500 : 400;
    return [...mine, ...theirs].reduce((sum, value) => sum + value, best);
  };
  if (live.ply === 0) return Math.floor(live.board.length / 2);
  return choose(live.legal, worth, chance, slip) ?? live.legal[0];
}

/** The points beside a point, along the lines. */
function beside(point, size) {
  const x = point % size;
  const sides = [...(x > 0 ? [point - 1] : []), ...(x < size - 1 ? [point + 1] : [])];
  return [...sides, point - size, point + size].filter((other) => other >= 0 && other < size * size);
}

/** The group at a point and its liberties, as the lessons on liberties tell them. */
function group(point, board, size) {
  const stones = new Set([point]),
    liberties = new Set();
  for (const stone of stones)
    for (const other of beside(stone, size))
      if (board[other] === 0) liberties.add(other);
      else if (board[other] === board[point]) stones.add(other);
  return { side: board[point], stones: [...stones], liberties: [...liberties] };
}

/** The board after a stone; what has no liberty left comes off. */
function after(point, side, board, size) {
  const next = [...board];
  next[point] = side;
  let caught = 0;
  for (const other of beside(point, size))
    if (next[other] === 3 - side && group(other, next, size).liberties.length === 0)
      for (const stone of group(other, next, size).stones) {
        next[stone] = 0;
        caught++;
      }
  return { board: next, caught };
}

/** Whether atari after atari captures the group at a point; it is its side's turn, and it is in atari. */
function isCaught(point, board, size, depth = 0) {
  const { side, liberties, stones } = group(point, board, size);
  if (liberties.length > 1 || depth > 12) return false;
  // Saving by capturing a stone that surrounds it.
  const foes = stones.flatMap((stone) => beside(stone, size)).filter((other) => board[other] === 3 - side);
  if (foes.some((foe) => group(foe, board, size).liberties.length === 1)) return false;
  const { board: run } = after(liberties[0], side, board, size);
  if (run[liberties[0]] === 0) return true;
  const now = group(liberties[0], run, size);
  if (now.liberties.length !== 2) return now.liberties.length < 2;
  return now.liberties.some((liberty) => {
    const chased = after(liberty, 3 - side, run, size).board;
    return group(liberty, chased, size).liberties.length > 0 && isCaught(liberties[0], chased, size, depth + 1);
  });
}

/** Whose the empty points around a point are: 1 or 2 if one side alone surrounds them, else 0. */
function owner(point, board, size) {
  const region = new Set([point]);
  let seen = 0;
  for (const at of region)
    for (const other of beside(at, size))
      if (board[other] === 0) region.add(other);
      else seen |= board[other];
  return region.size < board.length / 3 && seen < 3 ? seen : 0;
}

/** What the lessons teach: capture, save, chase what can be caught, stay connected, leave alone what is surrounded, close the borders. */
function go(live, chance, slip) {
  const size = sizeOf(live),
    own = colourOf(live),
    foe = 3 - own,
    now = live.board;
  const worth = (point) => {
    const around = beside(point, size);
    if (around.every((other) => now[other] === own)) return -10;
    const { board, caught } = after(point, own, now, size);
    const mine = group(point, board, size);
    const touched = [
      ...new Map(
        around.filter((other) => now[other] !== 0).map((other) => [Math.min(...group(other, now, size).stones), group(other, now, size)]),
      ).values(),
    ];
    const [ours, theirs] = [own, foe].map((side) => touched.filter((one) => one.side === side));
    const sum = (list) => list.reduce((all, { stones }) => all + stones.length, 0);
    /** A stone of the other side here, and then a chase. */
    const isLostAt = (liberty, stone, on) => isCaught(stone, after(liberty, foe, on, size).board, size);
    const isSafe = mine.liberties.length > 2 || (mine.liberties.length === 2 && !mine.liberties.some((l) => isLostAt(l, point, board)));
    const lost = !isSafe && caught === 0 ? 8 * mine.stones.length : 0;
    const saved = isSafe ? sum(ours.filter((one) => one.liberties.length === 1)) : 0;
    const guarded = isSafe ? sum(ours.filter((one) => one.liberties.length === 2 && one.liberties.some((l) => isLostAt(l, one.stones[0], now)))) : 0;
    const chased = sum(theirs.filter((one) => one.liberties.length === 2 && isCaught(one.stones[0], board, size)));
    const edge = Math.min(...[point % size, Math.floor(point / size)].flatMap((at) => [at, size - 1 - at]));
    const isOwned = owner(point, now, size) !== 0;
    const joins = ours.length > 1 && theirs.length > 0 ? 2 : 0;
    const cuts = theirs.length > 1 && isSafe ? 2 : 0;
    const place = live.ply < 14 ? [-3, 0, 3][Math.min(edge, 2)] : edge > 0 ? 1 : 0.6;
    return 12 * caught + 10 * saved + 8 * guarded + 7 * chased - lost - (isOwned ? 3 : 0) + joins + cuts + place;
  };
  return choose(live.legal, worth, chance, slip, 0.5);
}

const BEGINNERS = { othello, gomoku, go };
const RULES = { othello: {}, gomoku: { rules: "freestyle" }, go: { size: 9 } };

const [kind, opponent, games, slip = "0.15"] = process.argv.slice(2);
const server = new Server();
await server.start();
let cookie = "";
async function call(method, path, body) {
  const answer = await fetch(server.url + path, {
    method,
    headers: { "content-type": "application/json", ...(cookie && { cookie }) },
    body: body && JSON.stringify(body),
  });
  cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? cookie;
  const told = await answer.json();
  if (told.error?.code !== "too_many") return told;
  await new Promise((done) => setTimeout(done, 30 + (told.error.retry_ms ?? 0)));
  return call(method, path, body);
}
try {
  await call("GET", "/api/me");
  const tally = { won: 0, drawn: 0, lost: 0 };
  for (let number = 0; number < Number(games); number++) {
    const roll = dice(100 + number),
      chance = () => roll(1_000_000) / 1_000_000;
    const seats = [{ who: "me" }, { who: "engine", player: opponent }];
    const [black, white] = number % 2 === 0 ? seats : seats.reverse();
    const side = number % 2 === 0 ? "black" : "white";
    const { id } = await call("POST", "/api/games", { kind, ...RULES[kind], black, white });
    for (;;) {
      const { live } = await call("GET", `/api/games/${id}`);
      if (live.outcome) {
        tally[live.outcome.winner === side ? "won" : live.outcome.winner ? "lost" : "drawn"]++;
        break;
      }
      const act = (action) => call("POST", `/api/games/${id}/act`, action);
      if (live.phase === "counting") await act({ do: "agree" });
      else if (live.turn !== side) await new Promise((done) => setTimeout(done, 10));
      else {
        const point = BEGINNERS[kind](live, chance, Number(slip));
        await act(point === null ? { do: "pass", ply: live.ply } : { do: "move", point, ply: live.ply });
      }
    }
  }
  console.log(`${kind}, a beginner against ${opponent}: ${tally.won} won, ${tally.drawn} drawn, ${tally.lost} lost`);
} finally {
  await server.end();
}
