// Passes that the rules force on a side.

import type { Played, Side } from "./wire";

/** How often a side was passed over since its last move of its own, if it is its turn again. */
export function skippedBefore(moves: readonly Played[], side: Side): number {
  const own = moves.findLastIndex((move) => move.side === side && !move.forced);
  return moves.slice(own + 1).filter((move) => move.side === side && move.forced).length;
}
