// The drill "play the opening right": the person's moves are compared with the book, which answers as players do.

import { batch, signal } from "@preact/signals";
import { api } from "../api";
import { problemOf } from "../notice";
import { sound } from "../sound";
import type { Line, Live, OpeningMove, Openings, Point, Problem, Side } from "../wire";

/** So many moves of one's own make a drill. */
export const LENGTH = 10;
const REPLY_MS = 500;

/** What was said about the last move of the person's. */
export type Verdict = { move: string; is: "best" | "good" | "worse" | "unknown"; lost: number; mark: OpeningMove["class"] };
export type Step = { name: string; first: boolean };

/** A good move is one that the review would not mark. */
export const isGood = (m: OpeningMove): boolean => m.value !== null && m.class === null;

/** An answer as players give it: a good move of the book, the more often the more it was played; `dice` is from 0 to 1. */
export function reply(page: Openings, dice: number): OpeningMove | null {
  const good = page.moves.filter(isGood);
  const weight = (m: OpeningMove) => m.games + 1;
  let left = dice * good.reduce((sum, m) => sum + weight(m), 0);
  for (const m of good) {
    left -= weight(m);
    if (left < 0) return m;
  }
  return good[0] ?? null;
}

/** How a move compares with the best one of the book. */
export function judge(page: Openings, point: Point, name: string): Verdict {
  const best = page.moves[0]?.value ?? page.value;
  const found = page.moves.find((m) => m.point === point);
  if (!found || found.value === null) return { move: name, is: "unknown", lost: 0, mark: null };
  const lost = best - found.value;
  const is = lost === 0 ? "best" : isGood(found) ? "good" : "worse";
  return { move: name, is, lost, mark: found.class };
}

export class DrillModel {
  readonly side = signal<Side>("black");
  readonly live = signal<Live | null>(null);
  readonly page = signal<Openings | null>(null);
  readonly name = signal<Openings["name"]>(null);
  readonly moves = signal<Point[]>([]);
  readonly steps = signal<Step[]>([]);
  readonly verdict = signal<Verdict | null>(null);
  readonly missed = signal<Point | null>(null);
  /** Shown after a second miss, or when asked for. */
  readonly isShown = signal(false);
  readonly isOver = signal(false);
  readonly failed = signal<Problem | null>(null);
  private timer = 0;
  private isBusy = false;
  private isFirst = true;
  private round = 0;

  constructor(private readonly random: () => number = Math.random) {}

  begin(side: Side): void {
    clearTimeout(this.timer);
    batch(() => {
      this.side.value = side;
      this.moves.value = [];
      this.steps.value = [];
      this.verdict.value = this.name.value = this.missed.value = null;
      this.isOver.value = this.isShown.value = false;
    });
    this.isFirst = true;
    this.round += 1;
    void this.look();
  }

  close(): void {
    clearTimeout(this.timer);
    this.round += 1;
  }

  again(): void {
    this.failed.value = null;
    void this.look();
  }

  private line(): Line {
    return { kind: "othello", size: 8, moves: this.moves.value };
  }

  /** Asks for the position and its page of the book, and lets the book answer where it is its turn. */
  private async look(): Promise<void> {
    const round = this.round;
    this.isBusy = true;
    try {
      const [position, page] = await Promise.all([api.position(this.line()), api.openings(this.line())]);
      if (round !== this.round) return;
      batch(() => {
        this.live.value = position.live;
        this.page.value = page;
        this.name.value = page.name ?? this.name.value;
      });
      this.isBusy = false;
      const isDone = !page.moves.some(isGood) || this.steps.value.length >= LENGTH || !position.live.turn;
      if (isDone) return this.finish();
      if (position.live.turn !== this.side.value) this.timer = window.setTimeout(() => this.answer(page), REPLY_MS);
    } catch (error) {
      this.isBusy = false;
      if (round === this.round) this.failed.value = problemOf(error);
    }
  }

  private answer(page: Openings): void {
    const m = reply(page, this.random());
    if (m) this.put(m.point);
  }

  private put(point: Point): void {
    sound.place();
    this.moves.value = [...this.moves.value, point];
    void this.look();
  }

  play(point: Point, name: string): void {
    const { live, page, isOver } = this;
    if (isOver.value || this.isBusy || !page.value || live.value?.turn !== this.side.value || !live.value.legal.includes(point)) return;
    const verdict = judge(page.value, point, name);
    const isRight = verdict.is === "best" || verdict.is === "good";
    batch(() => {
      this.verdict.value = verdict;
      this.missed.value = isRight ? null : point;
      if (!isRight) {
        this.isShown.value = !this.isFirst;
        this.isFirst = false;
        return;
      }
      this.steps.value = [...this.steps.value, { name, first: this.isFirst }];
      this.isShown.value = false;
      this.isFirst = true;
    });
    if (isRight) this.put(point);
    else sound.refused();
  }

  show(): void {
    this.isShown.value = true;
    this.isFirst = false;
  }

  private finish(): void {
    this.isOver.value = true;
    sound.end();
  }
}
