// What the laboratory shows is its address: whoever opens the link sees the same.

import type { Kind, Line } from "../wire";

export type SearchName = "minimax" | "alphabeta" | "mcts";
/** How one search is set up. `amount` is a depth, or a number of playouts; no evaluation means random playouts. */
export type Setting = { search: SearchName; amount: number; eval: string | null };
export type Tab = "search" | "values" | "match";

export type Lab = {
  kind: Kind;
  size: number;
  moves: (number | null)[];
  tab: Tab;
  /** One or two searches on the same position. */
  searches: Setting[];
  /** Where the first search stands that is looked at step by step; absent: at its end. */
  step: number | null;
  /** The moves to the part of the first search's tree that is looked at. */
  under: (number | null)[];
  /** What heat maps show: the parts of a value, or the value after each move. */
  heat: "parts" | "after";
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

export function parseLab(query: string): Lab {
  const words = new URLSearchParams(query);
  const kind = (Object.keys(SIZES) as Kind[]).find((k) => k === words.get("game")) ?? "othello";
  const size = Number(words.get("size"));
  const searches = (words.get("search") ?? "")
    .split(".")
    .map(read)
    .filter((s) => s !== null)
    .slice(0, 2);
  const step = words.get("step");
  return {
    kind,
    size: SIZES[kind].includes(size) ? size : SIZES[kind][0]!,
    moves: points(words.get("at")),
    tab: TABS.find((t) => t === words.get("show")) ?? "search",
    searches: searches.length > 0 ? searches : [usual("alphabeta")],
    step: step !== null && /^\d{1,6}$/.test(step) ? Number(step) : null,
    under: points(words.get("under")),
    heat: words.get("heat") === "after" ? "after" : "parts",
    run: words.get("run"),
  };
}

export function labAddress(lab: Lab): string {
  const words = new URLSearchParams({ game: lab.kind });
  if (lab.size !== SIZES[lab.kind][0]) words.set("size", String(lab.size));
  if (lab.moves.length > 0) words.set("at", written(lab.moves));
  if (lab.tab !== "search") words.set("show", lab.tab);
  words.set("search", lab.searches.map(write).join("."));
  if (lab.step !== null) words.set("step", String(lab.step));
  if (lab.under.length > 0) words.set("under", written(lab.under));
  if (lab.heat === "after") words.set("heat", lab.heat);
  if (lab.run !== null) words.set("run", lab.run);
  return `/lab?${words}`;
}

/** Freestyle where the board is not Renju's. */
export function lineOf({ kind, size, moves }: Lab): Line {
  return { kind, size, ...(kind === "gomoku" && size !== 15 ? { rules: "freestyle" } : {}), moves };
}

/** The laboratory on a position from elsewhere, if it is one of the boards here. */
export function labOf(line: Line): string | null {
  const size = line.size ?? SIZES[line.kind][0]!;
  if (!SIZES[line.kind].includes(size) || (line.stones?.length ?? 0) > 0 || line.handicap) return null;
  const fresh = parseLab(`game=${line.kind}`);
  return labAddress({ ...fresh, size, moves: line.moves });
}
