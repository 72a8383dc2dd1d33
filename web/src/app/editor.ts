// A position that is set up by hand. Whether it is one, the referee says.

import { computed, signal } from "@preact/signals";
import { api } from "./api";
import { problemOf } from "./notice";
import { metaOf } from "./store";
import type { Cell, Kind, Line, Live, Point, Problem, Side } from "./wire";

export type Setup = { kind: Kind; rules?: string; size?: number; komi?: number; cells: readonly Cell[]; turn: Side };
/** "both" places black and white in turn. */
export type Brush = "both" | "black" | "white" | "erase";

/** A position that another view hands to the editor. */
export const carried = signal<Setup | null>(null);

const keyOf = (kind: Kind) => `heibai_editor_${kind}`;

/** What was set up last in this tab: a reload and the way back bring it again. */
export function keptSetup(kind: Kind): Setup | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(kind)) ?? "null") as Setup | null;
    return kept?.kind === kind && Array.isArray(kept.cells) ? kept : null;
  } catch {
    return null;
  }
}

const PAUSE_MS = 150;

export class EditorModel {
  readonly rules = signal("");
  readonly size = signal(0);
  readonly cells = signal<readonly Cell[]>([]);
  readonly turn = signal<Side>("black");
  readonly brush = signal<Brush>("both");
  /** What the referee says of the position; both null while it is asked. */
  readonly live = signal<Live | null>(null);
  readonly problem = signal<Problem | null>(null);
  private komi: number | undefined;
  private next: Cell = 1;
  private timer = 0;

  constructor(
    readonly kind: Kind,
    from: Setup | null,
  ) {
    const game = metaOf(kind);
    this.rules.value = from?.rules ?? game.rules[0]!.name;
    this.size.value = from?.size ?? game.size;
    this.komi = from?.komi;
    if (from) {
      [this.cells.value, this.turn.value] = [from.cells, from.turn];
      this.ask();
    } else void this.reset();
  }

  close(): void {
    clearTimeout(this.timer);
  }

  readonly line = computed<Line>(() => {
    const stones: [Point, 1 | 2][] = [];
    this.cells.value.forEach((cell, point) => cell !== 0 && stones.push([point, cell]));
    const komi = this.komi === undefined ? {} : { komi: this.komi };
    return { kind: this.kind, rules: this.rules.value, size: this.size.value, ...komi, stones, turn: this.turn.value, moves: [] };
  });

  paint(point: Point): void {
    const cells = this.cells.value.slice();
    const brush = this.brush.value;
    const was = cells[point]!;
    const cell: Cell = brush === "erase" ? 0 : brush === "black" ? 1 : brush === "white" ? 2 : this.next;
    // The same stone once more takes it away.
    cells[point] = was === cell || (brush === "both" && was !== 0) ? 0 : cell;
    if (brush === "both" && was === 0) this.next = cell === 1 ? 2 : 1;
    this.cells.value = cells;
    this.ask();
  }

  setTurn(turn: Side): void {
    this.turn.value = turn;
    this.ask();
  }

  setRules(rules: string): void {
    this.rules.value = rules;
    const sizes = metaOf(this.kind).rules.find((r) => r.name === rules)?.sizes ?? [];
    if (sizes.length > 0 && !sizes.includes(this.size.value)) return this.setSize(sizes[0]!);
    this.ask();
  }

  setSize(size: number): void {
    this.size.value = size;
    void this.reset();
  }

  clear(): void {
    this.cells.value = new Array<Cell>(this.size.value ** 2).fill(0);
    this.next = 1;
    this.ask();
  }

  /** The game's own start. */
  async reset(): Promise<void> {
    this.cells.value = new Array<Cell>(this.size.value ** 2).fill(0);
    try {
      const { live, start } = await api.position({ kind: this.kind, rules: this.rules.value, size: this.size.value, moves: [] });
      [this.cells.value, this.turn.value, this.next] = [start, live.turn ?? "black", 1];
      this.ask();
    } catch (error) {
      this.problem.value = problemOf(error);
    }
  }

  private keep(): void {
    const { kind, rules, size, turn } = this;
    const komi = this.komi === undefined ? {} : { komi: this.komi };
    const setup: Setup = { kind, rules: rules.value, size: size.value, ...komi, cells: this.cells.value, turn: turn.value };
    try {
      sessionStorage.setItem(keyOf(kind), JSON.stringify(setup));
    } catch {
      // A full storage: then a reload begins anew.
    }
  }

  private ask(): void {
    this.live.value = this.problem.value = null;
    clearTimeout(this.timer);
    this.keep();
    this.timer = window.setTimeout(() => {
      const line = this.line.value;
      const isStill = () => line === this.line.value;
      api.position(line).then(
        ({ live }) => {
          if (isStill()) this.live.value = live;
        },
        (error: unknown) => {
          if (isStill()) this.problem.value = problemOf(error);
        },
      );
    }, PAUSE_MS);
  }
}
