// From what the server said to what the board draws.

import { plainState, type BoardState, type Cell, type Label } from "../board/state";
import { HINT_STEPS, type GameModel } from "./game";
import { GAMES } from "./games";
import { areaOf } from "./review/area";
import { showForbidden, showLegal, showNumbers } from "./settings";
import { metaOf } from "./store";
import { cellOf, type Kind, type Live, type Played, type Point } from "./wire";

/** The tint of points that one is warned of. */
const WARNING = 2;

export function emptyState(kind: Kind, size: number, cells: readonly Cell[]): BoardState {
  const { columns, first_row } = metaOf(kind);
  const { look, hasSmallLetters } = GAMES[kind];
  return plainState(look, size, hasSmallLetters ? columns : columns.toUpperCase(), first_row, cells);
}

/** Numbers of the moves on the stones that still stand. The last stone on a point has the word. */
export function moveNumbers(moves: readonly Played[], cells: readonly Cell[]): Map<number, Label> {
  const labels = new Map<number, Label>();
  const last = moves.at(-1);
  for (const move of moves) {
    if (move.point === null || cells[move.point] === 0) continue;
    labels.set(move.point, { text: String(move.n), tone: move === last ? "best" : "plain" });
  }
  return labels;
}

/** The stones after a move that was sent: the server said beforehand what it would flip. */
function withPending(cells: readonly Cell[], flips: Point[] | undefined, cell: Cell): readonly Cell[] {
  if (!flips || flips.length === 0) return cells;
  const next = cells.slice();
  for (const point of flips) next[point] = cell;
  return next;
}

export function gameState(model: GameModel): BoardState | null {
  const game = model.game.value,
    board = model.board.value;
  if (!game || !board) return null;
  const { live } = game;
  const isLatest = model.ply.value === null;
  const state = emptyState(game.kind, game.rules.size, board.cells);
  state.last = board.last;
  const seen = isLatest ? game.moves : game.moves.slice(0, model.ply.value!);
  if (showNumbers.value) state.labels = moveNumbers(seen, board.cells);
  if (!isLatest) return state;
  state.winLine = live.win_line;
  if (live.turn) state.turn = cellOf(live.turn);
  if (model.mine.value) {
    const marked = showForbidden.value ? (live.forbidden ?? []).map((f) => f.point) : [];
    state.legal = new Set(live.legal);
    state.showLegal = showLegal.value && GAMES[game.kind].marksLegal;
    state.forbidden = new Set(marked);
    state.suggestion = live.suggestion;
  }
  state.refused = model.refused.value;
  const explained = model.mine.value ? (model.explained.value?.stones ?? []) : [];
  state.tints = new Map([...model.warned.value, ...explained].map((p) => [p, WARNING]));
  const hinted = model.hint.value?.point ?? null;
  if (hinted !== null && model.hintStep.value < HINT_STEPS) state.tints = new Map(areaOf(hinted, game.rules.size).points.map((p) => [p, 0]));
  else if (hinted !== null) state.suggestion = [hinted];
  const pending = model.pending.value;
  if (pending && pending.ply === live.ply) {
    state.pending = { ...pending, isLate: model.isLate.value };
    state.last = pending.point;
    state.cells = withPending(board.cells, live.flips?.[live.legal.indexOf(pending.point)], pending.cell);
    state.legal = new Set();
  }
  showCount(state, live);
  return state;
}

/** The board of a lesson or a problem: its stones, what may be played where it is `open`, and a move that was just sent. */
export function taskState(kind: Kind, live: Live, isOpen: boolean, refused: Point | null, pending: Point | null): BoardState {
  const state = emptyState(kind, Math.round(Math.sqrt(live.board.length)), live.board);
  state.last = live.last;
  state.winLine = live.win_line;
  state.refused = refused;
  if (live.turn) state.turn = cellOf(live.turn);
  if (isOpen) {
    state.legal = new Set(live.legal);
    state.showLegal = GAMES[kind].marksLegal;
    state.forbidden = new Set((live.forbidden ?? []).map((f) => f.point));
  }
  if (pending !== null && live.turn) {
    state.pending = { point: pending, cell: state.turn };
    state.last = pending;
    state.cells = withPending(live.board, live.flips?.[live.legal.indexOf(pending)], state.turn);
  }
  return state;
}

/** Territory and dead stones, where the game is counted. */
export function showCount(state: BoardState, live: Live): void {
  if (!live.counting) return;
  state.owner = live.counting.owner.map((c) => (c === 1 ? 1 : c === 2 ? -1 : 0));
  state.dead = new Set(live.counting.dead);
  state.last = null;
}
