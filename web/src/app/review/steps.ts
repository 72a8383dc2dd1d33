// What a review has told so far: one step a move, a quick look first and the last word later.

import type { Reviewed, ReviewStep, Side } from "../wire";

/** The steps with one more, or with a later word on the same move; in the order of the game. */
export function withStep(steps: readonly ReviewStep[], step: ReviewStep): ReviewStep[] {
  return [...steps.filter((s) => s.ply !== step.ply), step].sort((a, b) => a.ply - b.ply);
}

/** How far a review has come: moves of the pass that is under way, and which pass that is. */
export function progressOf(steps: readonly ReviewStep[]): { done: number; isQuick: boolean } {
  const settled = steps.filter((s) => !s.quick).length;
  return settled === 0 ? { done: steps.length, isQuick: true } : { done: settled, isQuick: false };
}

/** The graph as far as it is known: that of the finished review, else the values after the moves looked at. */
export function graphPoints(steps: readonly ReviewStep[], done: Reviewed | null): Reviewed["graph"] {
  return done?.graph ?? steps.map((s) => s.value);
}

/** What a list of the game's faults names: mistakes, and moves that cost much of the score but not the result. */
export function listedOf(steps: readonly ReviewStep[]): ReviewStep[] {
  return steps.filter((s) => s.listed && !s.quick);
}

/** The moves that gave something away, in the order of the game; of one side where it is named. */
export function mistakesOf(steps: readonly ReviewStep[], side: Side | null = null): ReviewStep[] {
  return steps.filter((s) => s.class !== null && !s.quick && (side === null || s.side === side));
}
