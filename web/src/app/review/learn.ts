// Learn from your mistakes: one after the other, the board before the mistake, until the better move is found.

import { computed, signal } from "@preact/signals";
import { pointName } from "../../board/geometry";
import { sound } from "../sound";
import { metaOf } from "../store";
import type { StudyModel } from "../study";
import type { Kind, Point, ReviewStep, Side } from "../wire";
import { t } from "../../words";
import { mistakesOf } from "./steps";

export type Verdict = "asking" | "right" | "same" | "wrong" | "shown";

export class Learner {
  readonly side = signal<Side | null>(null);
  readonly number = signal<number | null>(null);
  readonly verdict = signal<Verdict>("asking");
  /** The last try that was wrong. */
  readonly tried = signal<Point | null>(null);
  /** Mistakes whose better move was found without being shown. */
  readonly found = signal<ReadonlySet<number>>(new Set());
  readonly mistakes = computed<ReviewStep[]>(() => mistakesOf(this.model.steps.value, this.side.value));
  readonly now = computed<ReviewStep | null>(() => (this.number.value === null ? null : (this.mistakes.value[this.number.value] ?? null)));

  constructor(private readonly model: StudyModel) {}

  get kind(): Kind {
    return this.model.kind;
  }

  begin(side: Side | null): void {
    this.side.value = side;
    this.found.value = new Set();
    void this.show(0);
  }

  /** Puts a mistake on the board; past the last one the row ends. */
  async show(number: number): Promise<void> {
    const step = this.mistakes.value[number];
    this.number.value = step || number > 0 ? number : null;
    this.verdict.value = "asking";
    this.model.learner = step ? (point) => this.answer(point) : null;
    if (!step) return;
    await this.model.go(this.model.mainLine.value[step.ply - 1]!);
    // Whatever is learnt comes back later, until it is known.
    void this.model.learn(step.ply);
  }

  end(): void {
    this.number.value = null;
    this.model.learner = null;
    this.model.drawn.value = null;
  }

  private answer(point: Point | null): boolean {
    const step = this.now.value;
    if (!step) return false;
    // The answer stands on the board: a further touch plays nothing.
    if (this.verdict.value === "right" || this.verdict.value === "shown") return true;
    if (point === step.best.point) {
      if (this.verdict.value === "asking") this.found.value = new Set([...this.found.value, step.ply]);
      this.verdict.value = "right";
      this.model.drawn.value = step.best.line;
      sound.place();
    } else {
      this.tried.value = point;
      this.verdict.value = point === step.played.point ? "same" : "wrong";
      sound.refused();
    }
    return true;
  }

  /** The name of the last try that was wrong; a pass has none. */
  triedName(): string {
    const { columns, first_row } = metaOf(this.model.kind);
    const size = Math.round(Math.sqrt(this.model.live.value!.board.length));
    return this.tried.value === null ? t("pass") : pointName(this.tried.value, size, columns, first_row).toUpperCase();
  }

  reveal(): void {
    this.verdict.value = "shown";
    this.model.drawn.value = this.now.value?.best.line ?? null;
  }
}
