// A copy of each game in the browser, in the form of replay data that other programs read. The server has its own.

import { readStored, writeStored } from "./settings";
import type { Check, Game, Kind, Played } from "./wire";

export const VERSION = 2;
const KEY = "heibai_autosave_v2";
const KEPT = 20;

export type SavedMove = {
  step: number;
  player: 1 | 2;
  x: number | null;
  y: number | null;
  timestamp: number;
  aiScore?: number;
  forbiddenCheck?: Check;
};
export type SavedResult = { winner: 0 | 1 | 2; reason: string; winLine: { x: number; y: number }[]; duration: number };
export type Saved = {
  version: number;
  id: string;
  kind: Kind;
  rules: string;
  size: number;
  komi: number | null;
  handicap: number;
  black: string;
  white: string;
  created: number;
  moves: SavedMove[];
  result: SavedResult | null;
};

const REASONS: Record<string, string> = { resignation: "resigned" };

function savedMove(move: Played, size: number): SavedMove {
  const saved: SavedMove = {
    step: move.n,
    player: move.side === "black" ? 1 : 2,
    x: move.point === null ? null : move.point % size,
    y: move.point === null ? null : Math.floor(move.point / size),
    timestamp: move.at,
  };
  if (move.score !== undefined) saved.aiScore = move.score;
  if (move.forbidden) saved.forbiddenCheck = move.forbidden;
  return saved;
}

export function save(game: Game): Saved {
  const { name: rules, size, komi, handicap } = game.rules;
  const outcome = game.live.outcome;
  const end = game.live.ended ?? game.moves.at(-1)?.at ?? game.created;
  return {
    version: VERSION,
    id: game.id,
    kind: game.kind,
    rules,
    size,
    komi,
    handicap,
    black: game.seats.black.name,
    white: game.seats.white.name,
    created: game.created,
    moves: game.moves.map((m) => savedMove(m, size)),
    result: outcome && {
      winner: outcome.winner === null ? 0 : outcome.winner === "black" ? 1 : 2,
      reason: outcome.winner === null ? "draw" : (REASONS[outcome.reason] ?? outcome.reason),
      winLine: game.live.win_line.map((p) => ({ x: p % size, y: Math.floor(p / size) })),
      duration: Math.max(0, (end - game.created) / 1000),
    },
  };
}

/** Reads what an earlier or this version saved; null for anything else. */
export function migrate(value: unknown): Saved | null {
  if (Array.isArray(value)) return migrate({ version: 1, moves: value });
  if (typeof value !== "object" || value === null) return null;
  const old = value as Partial<Saved>;
  if (!Array.isArray(old.moves) || typeof old.version !== "number" || old.version > VERSION) return null;
  if (old.version === VERSION) return old as Saved;
  // Version 1 was a Gomoku game: a list of moves and perhaps a result.
  return {
    version: VERSION,
    id: old.id ?? "",
    kind: "gomoku",
    rules: "renju",
    size: 15,
    komi: null,
    handicap: 0,
    black: old.black ?? "",
    white: old.white ?? "",
    created: old.moves[0]?.timestamp ?? 0,
    moves: old.moves,
    result: old.result ?? null,
  };
}

export function saved(): Saved[] {
  const list = readStored<unknown[]>(KEY, []);
  return (Array.isArray(list) ? list : []).map(migrate).filter((s): s is Saved => s !== null);
}

export function autosave(game: Game): void {
  if (game.you.seats.length === 0 || game.moves.length === 0) return;
  const rest = saved().filter((s) => s.id !== game.id);
  writeStored(KEY, [save(game), ...rest].slice(0, KEPT));
}
