// What the laboratory shows is its address: whoever opens the link sees the same.

import type { Cell, Kind, Line, Point } from "../wire";

export type SearchName = "minimax" | "alphabeta" | "mcts";
/** How one search is set up. `amount` is a depth, or a number of playouts; no evaluation means random playouts. */
export type Setting = { search: SearchName; amount: number; eval: string | null };
export type Tab = "search" | "values" | "match";

/** Where a search stands that is looked at step by step (absent: at its end), and the moves to the part of its tree. */
export type Looked = { step: number | null; under: (number | null)[] };
export const WHOLE: Looked = { step: null, under: [] };

/** What a position from elsewhere rests on beside its moves. */
export type Base = Pick<Line, "rules" | "komi" | "handicap" | "stones" | "turn">;

export type Lab = {
  kind: Kind;
  size: number;
  base: Base;
  moves: (number | null)[];
  tab: Tab;
  /** One or two searches on the same position. */
  searches: Setting[];
  /** What is looked at of each search. */
  looked: Looked[];
  /** What heat maps show: the parts of a value, or the value after each move. */
  heat: "parts" | "after";
  /** Who is to meet in a tournament and how often; absent: the usual ones. */
  players: string[] | null;
  games: number | null;
  /** The tournament that is followed. */
  run: string | null;
};

const SEARCHES: readonly SearchName[] = ["minimax", "alphabeta", "mcts"];
const TABS: readonly Tab[] = ["search", "values", "match"];
/** Boards on which a search can still be looked at. */
export const SIZES: Record<Kind, readonly number[]> = { othello: [8, 6, 4, 10], go: [9, 5, 13, 19], gomoku: [15, 9, 7] };
export const MOST: Record<SearchName, number> = { minimax: 6, alphabeta: 6, mcts: 2000 };
const USUAL: Record<SearchName, number> = { minimax: 3, alphabeta: 3, mcts: 200 };

export const usual = (search: SearchName): Setting => ({ search, amount: USUAL[search], eval: null });

const write = ({ search, amount, eval: name }: Setting): string => [search, amount, ...(name ? [name] : [])].join("-");

function read(text: string): Setting | null {
  const [search, amount, name] = text.split("-");
  const known = SEARCHES.find((s) => s === search);
  const n = Number(amount);
  if (!known || !Number.isInteger(n) || n < 1) return null;
  return { search: known, amount: Math.min(n, MOST[known]), eval: name && /^[a-z]+$/.test(name) ? name : null };
}

/** A pass is written `x`. */
const points = (text: string | null): (number | null)[] =>
  (text ?? "")
    .split("-")
    .filter((p) => /^(\d{1,3}|x)$/.test(p))
    .map((p) => (p === "x" ? null : Number(p)));

const written = (moves: readonly (number | null)[]): string => moves.map((m) => m ?? "x").join("-");

const stonesOf = (words: URLSearchParams): [Point, 1 | 2][] =>
  (["black", "white"] as const).flatMap((side, i) =>
    points(words.get(side)).flatMap((p): [Point, 1 | 2][] => (p === null ? [] : [[p, i === 0 ? 1 : 2]])),
  );

const number = (text: string | null, form: RegExp): number | null => (text !== null && form.test(text) ? Number(text) : null);

function baseOf(words: URLSearchParams): Base {
  const rules = words.get("rules"),
    komi = number(words.get("komi"), /^-?\d{1,3}(\.\d+)?$/),
    handicap = number(words.get("handicap"), /^\d$/),
    stones = stonesOf(words),
    turn = (["black", "white"] as const).find((side) => side === words.get("turn"));
  return {
    ...(rules !== null && /^[\w+-]+$/.test(rules) ? { rules } : {}),
    ...(komi !== null ? { komi } : {}),
    ...(handicap !== null ? { handicap } : {}),
    ...(stones.length > 0 ? { stones } : {}),
    ...(turn ? { turn } : {}),
  };
}

/** What belongs to the two searches stands side by side, with a point between. */
const SEARCHED = 2;
const parted = (text: string | null): string[] => (text ?? "").split(".").slice(0, SEARCHED);

export function parseLab(query: string): Lab {
  const words = new URLSearchParams(query);
  const kind = (Object.keys(SIZES) as Kind[]).find((k) => k === words.get("game")) ?? "othello";
  const size = Number(words.get("size"));
  const searches = parted(words.get("search"))
    .map(read)
    .filter((s) => s !== null);
  const [steps, unders] = [parted(words.get("step")), parted(words.get("under"))];
  const looked = Array.from({ length: Math.max(steps.length, unders.length) }, (_, i) => ({
    step: number(steps[i] ?? null, /^\d{1,6}$/),
    under: points(unders[i] ?? null),
  }));
  const players = words.getAll("player");
  return {
    kind,
    size: SIZES[kind].includes(size) ? size : SIZES[kind][0]!,
    base: baseOf(words),
    moves: points(words.get("at")),
    tab: TABS.find((t) => t === words.get("show")) ?? "search",
    searches: searches.length > 0 ? searches : [usual("alphabeta")],
    looked: looked.some(isPart) ? looked : [],
    heat: words.get("heat") === "after" ? "after" : "parts",
    players: players.length > 0 ? players.filter((player) => player !== "") : null,
    games: number(words.get("games"), /^\d{1,2}$/),
    run: words.get("run"),
  };
}

const isPart = ({ step, under }: Looked): boolean => step !== null || under.length > 0;

export function labAddress(lab: Lab): string {
  const words = new URLSearchParams({ game: lab.kind });
  const { rules, komi, handicap, stones, turn } = lab.base;
  if (lab.size !== SIZES[lab.kind][0]) words.set("size", String(lab.size));
  if (rules) words.set("rules", rules);
  if (komi != null) words.set("komi", String(komi));
  if (handicap) words.set("handicap", String(handicap));
  const put = (name: string, cell: Cell) => {
    const own = (stones ?? []).filter(([, of]) => of === cell).map(([point]) => point);
    if (own.length > 0) words.set(name, written(own));
  };
  put("black", 1);
  put("white", 2);
  if (turn) words.set("turn", turn);
  if (lab.moves.length > 0) words.set("at", written(lab.moves));
  if (lab.tab !== "search") words.set("show", lab.tab);
  words.set("search", lab.searches.map(write).join("."));
  const looked = lab.searches.map((_, i) => lab.looked[i] ?? WHOLE);
  // What is looked at of the second search alone stands after the point.
  const side = (parts: string[]) => parts.join(".").replace(/\.$/, "");
  const [steps, unders] = [side(looked.map(({ step }) => String(step ?? ""))), side(looked.map(({ under }) => written(under)))];
  if (steps) words.set("step", steps);
  if (unders) words.set("under", unders);
  if (lab.heat === "after") words.set("heat", lab.heat);
  // Nobody chosen is not the usual players.
  for (const player of lab.players?.length === 0 ? [""] : (lab.players ?? [])) words.append("player", player);
  if (lab.games !== null) words.set("games", String(lab.games));
  if (lab.run !== null) words.set("run", lab.run);
  return `/lab?${words}`;
}

/** The rules of a board that nobody chose any for: freestyle where the board is not Renju's. */
const USUAL_RULES: Record<Kind, (size: number) => string | null> = {
  othello: () => null,
  go: () => null,
  gomoku: (size) => (size === SIZES.gomoku[0] ? null : "freestyle"),
};

export function lineOf({ kind, size, base, moves }: Lab): Line {
  const rules = USUAL_RULES[kind](size);
  return { kind, size, ...(rules ? { rules } : {}), ...base, moves };
}

/** The laboratory on a position from elsewhere, by the rules that it was played by, if its board is one of those here. */
export function labOf({ kind, moves, size: given, rules, komi, handicap, stones, turn }: Line): string | null {
  const size = given ?? SIZES[kind][0]!;
  if (!SIZES[kind].includes(size)) return null;
  const isSetUp = (stones?.length ?? 0) > 0;
  const base: Base = {
    ...(rules ? { rules } : {}),
    ...(komi != null ? { komi } : {}),
    ...(handicap ? { handicap } : {}),
    ...(isSetUp ? { stones: stones!, ...(turn ? { turn } : {}) } : {}),
  };
  return labAddress({ ...parseLab(`game=${kind}`), size, base, moves: moves ?? [] });
}
