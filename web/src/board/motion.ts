// How stones move between two states. The new state holds at once; motion only decorates it, so input never waits.

import type { BoardState, Cell } from "./state";

export type Motion =
  | { kind: "place"; point: number; start: number; length: number }
  | { kind: "flip"; point: number; from: Cell; start: number; length: number }
  | { kind: "remove"; point: number; from: Cell; start: number; length: number };

const PLACE_MS = 140,
  FLIP_MS = 280,
  REMOVE_MS = 320;
/** The new disc lies before the first one turns; then the wave runs outwards, square by square. */
const FLIP_AFTER_MS = 110,
  FLIP_WAVE_MS = 70,
  REMOVE_AFTER_MS = 90;
/** More changes than this are a jump (another game, another move of a record), not a move. */
const JUMP = 60;

const isSameBoard = (a: BoardState, b: BoardState) => a.look === b.look && a.size === b.size;

/** The stone that a state shows at a point: a pending stone counts, so that its confirmation does not move again. */
export function shown(state: BoardState, point: number): Cell {
  return state.pending?.point === point ? state.pending.cell : (state.cells[point] ?? 0);
}

function distance(size: number, a: number, b: number): number {
  return Math.max(Math.abs((a % size) - (b % size)), Math.abs(Math.floor(a / size) - Math.floor(b / size)));
}

/** What moves when `after` replaces `before` at the time `now`. */
export function motions(before: BoardState | null, after: BoardState, now: number): Motion[] {
  if (!before || !isSameBoard(before, after)) return [];
  const result: Motion[] = [];
  const from = after.pending?.point ?? after.last;
  for (let point = 0; point < after.cells.length; point++) {
    const was = shown(before, point),
      is = shown(after, point);
    if (was === is) continue;
    if (was === 0) result.push({ kind: "place", point, start: now, length: PLACE_MS });
    else if (is === 0) result.push({ kind: "remove", point, from: was, start: now + REMOVE_AFTER_MS, length: REMOVE_MS });
    else {
      const wave = from === null ? 0 : Math.max(0, distance(after.size, from, point) - 1);
      result.push({ kind: "flip", point, from: was, start: now + FLIP_AFTER_MS + wave * FLIP_WAVE_MS, length: FLIP_MS });
    }
  }
  return result.length > JUMP ? [] : result;
}

/** How long a move is seen to happen, in milliseconds: from its stone to the last disc that turns or the last capture that fades. */
export function moveLength(size: number, placed: number | null, flipped: readonly number[], removed: readonly number[]): number {
  const waves = flipped.map((point) => (placed === null ? 0 : distance(size, placed, point) - 1));
  const turned = waves.length === 0 ? 0 : FLIP_AFTER_MS + Math.max(...waves) * FLIP_WAVE_MS + FLIP_MS;
  return Math.max(placed === null ? 0 : PLACE_MS, turned, removed.length === 0 ? 0 : REMOVE_AFTER_MS + REMOVE_MS);
}

/** How far a motion is, from 0 to 1, eased. */
export function progress(motion: Motion, now: number): number {
  const t = Math.min(1, Math.max(0, (now - motion.start) / motion.length));
  return t * t * (3 - 2 * t);
}

export const isOver = (motion: Motion, now: number) => now >= motion.start + motion.length;
