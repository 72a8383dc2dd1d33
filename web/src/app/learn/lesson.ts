// One lesson being done: the learner plays or points, the server says what it thinks of it.

import { batch, computed, signal } from "@preact/signals";
import { api } from "../api";
import { taskState } from "../boardstate";
import { foundLabels } from "../puzzle";
import { complain, problemOf, REFUSAL_MS, say } from "../notice";
import { sound } from "../sound";
import type { Lesson, Live, Point, Text, Tried } from "../wire";
import { markDone } from "./done";
import { partsOf } from "./Rich";

/** A text without the links of its terms. */
function plain({ zh, en }: Text): Text {
  const words = (text: string) => partsOf(text).map((part) => part.text);
  return { zh: words(zh).join(""), en: words(en).join("") };
}

/** The pause before the other side's answer. */
const REPLY_MS = 600;

export class LessonModel {
  readonly live;
  readonly moves = signal<readonly (Point | null)[]>([]);
  readonly step = signal(0);
  readonly status = signal<"open" | "waiting" | "solved">("open");
  /** What was said to the last try, and where the learner was wrong. */
  readonly answer = signal<Text | null>(null);
  readonly refused = signal<Point | null>(null);
  /** A stone that is right now, if one is known; shown when it is asked for. */
  readonly solution = signal<Point | null>(null);
  readonly shown = signal(false);
  /** A pass is right now. */
  readonly passIsRight = signal(false);
  private readonly pending = signal<Point | null>(null);
  private timer = 0;
  private isAsking = false;

  constructor(readonly lesson: Lesson) {
    this.live = signal<Live>(lesson.live);
  }

  restart(): void {
    clearTimeout(this.timer);
    batch(() => {
      this.live.value = this.lesson.live;
      this.moves.value = [];
      this.step.value = 0;
      this.status.value = "open";
      this.answer.value = this.refused.value = this.pending.value = null;
      this.keep(null);
      this.shown.value = false;
    });
  }

  close(): void {
    clearTimeout(this.timer);
  }

  /** Whether a move can be shown: at the beginning it is asked for. */
  get canShow(): boolean {
    const begins = this.status.value === "open" && this.moves.value.length === 0;
    return this.solution.value !== null || this.passIsRight.value || begins;
  }

  private keep(solution: Tried["solution"] | null): void {
    this.solution.value = solution?.[0] ?? null;
    this.passIsRight.value = solution?.[0] === null;
  }

  async showMe(): Promise<void> {
    if (this.solution.value === null && !this.passIsRight.value) {
      try {
        const { solution } = await api.lessonTry(this.lesson.kind, this.lesson.id, []);
        if (this.moves.value.length === 0) this.keep(solution);
      } catch (error) {
        return complain(error);
      }
    }
    this.shown.value = true;
  }

  async play(point: Point | null): Promise<void> {
    if (this.status.value !== "open" || this.isAsking) return;
    const live = this.live.value;
    const isLegal = point === null ? live.can_pass : live.legal.includes(point);
    if (this.lesson.points && !isLegal) return;
    this.isAsking = true;
    if (!this.lesson.points && isLegal) this.pending.value = point;
    try {
      this.judged(point, await api.lessonTry(this.lesson.kind, this.lesson.id, [...this.moves.value, point]));
    } catch (error) {
      this.pending.value = null;
      const problem = problemOf(error);
      if (isLegal) complain(error);
      else this.refuse(point, problem);
    } finally {
      this.isAsking = false;
    }
  }

  private judged(point: Point | null, tried: Tried): void {
    if (tried.status === "wrong" || tried.status === "failed") {
      this.pending.value = null;
      this.keep(tried.solution);
      return this.refuse(point, tried.text);
    }
    sound.place();
    batch(() => {
      this.answer.value = null;
      this.refused.value = null;
      this.shown.value = false;
      this.keep(null);
    });
    if (tried.status === "solved") markDone(this.lesson);
    if (this.lesson.points || tried.reply === null) return this.show(tried);
    this.status.value = "waiting";
    this.timer = window.setTimeout(() => {
      sound.place();
      this.show(tried);
    }, REPLY_MS);
  }

  private show(tried: Tried): void {
    batch(() => {
      this.live.value = tried.live;
      this.moves.value = tried.moves;
      this.step.value = tried.step;
      this.keep(tried.solution);
      this.pending.value = null;
      this.status.value = tried.status === "solved" ? "solved" : "open";
      // Where a forbidden point was found, the referee says why it is one.
      if (this.lesson.points && this.lesson.kind === "gomoku" && tried.status === "right") this.answer.value = tried.text;
    });
    if (tried.status === "solved") {
      sound.end();
      say(plain(this.lesson.done));
    } else say(plain(this.lesson.tasks[tried.step] ?? tried.text));
  }

  private refuse(point: Point | null, { zh, en }: Text): void {
    sound.refused();
    this.refused.value = point;
    this.answer.value = { zh, en };
    say({ zh, en });
    setTimeout(() => (this.refused.value = null), REFUSAL_MS);
  }

  readonly state = computed(() => {
    const { kind, points } = this.lesson;
    const pending = this.pending.value;
    const state = taskState(kind, this.live.value, this.status.value === "open", this.refused.value, pending);
    if (points) {
      state.last = pending;
      state.showLegal = false;
      state.labels = foundLabels(this.moves.value);
      const forbidden = this.live.value.forbidden ?? [];
      state.tints = new Map(forbidden.filter((f) => this.moves.value.includes(f.point)).flatMap((f) => f.stones.map((p) => [p, 0])));
    }
    if (this.shown.value && this.solution.value !== null) state.suggestion = [this.solution.value];
    return state;
  });
}
