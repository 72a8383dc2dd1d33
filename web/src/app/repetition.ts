// Which problems are to be practised now. A failed one comes again at the end of the row, until it is solved.

import { signal } from "@preact/signals";
import type { Puzzle } from "./wire";

/** One's own mistakes are due from the moment they are kept; other problems once they have been tried. */
export function isDue(puzzle: Puzzle, isMine: boolean, now: number): boolean {
  return puzzle.due === null ? isMine : puzzle.due <= now;
}

export class Repetition {
  readonly waiting = signal<readonly string[]>([]);

  begin(puzzles: readonly Puzzle[], isMine: boolean, now = Date.now()): void {
    this.waiting.value = puzzles.filter((p) => isDue(p, isMine, now)).map((p) => p.id);
  }

  finished(id: string, solved: boolean): void {
    if (!this.waiting.value.includes(id)) return;
    const others = this.waiting.value.filter((other) => other !== id);
    this.waiting.value = solved ? others : [...others, id];
  }

  /** The problem to be tried after this one; null when nothing else waits. */
  after(id: string): string | null {
    return this.waiting.value.find((other) => other !== id) ?? null;
  }
}
