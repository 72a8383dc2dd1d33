// One problem being solved: the person moves, the server judges, defends, and refutes what is wrong.

import { batch, computed, signal } from "@preact/signals";
import { api } from "./api";
import { pointName } from "../board/geometry";
import { emptyState, taskState } from "./boardstate";
import { complain, notify, problemOf, REFUSAL_MS, say } from "./notice";
import { note } from "./progress";
import { sound } from "./sound";
import { metaOf } from "./store";
import type { Cell, Live, Point, ProblemSet, Puzzle, Rated, Replay, Text, Tried } from "./wire";
import type { Label } from "../board/state";
import { phrase, t } from "../words";

/** The pause between two moves of a line that is played out. */
const WALK_MS = 700;

/** A board of a line, and the move that made it. */
type Board = { cells: readonly Cell[]; last: Point | null };

/** The boards of a line after so many moves. A forced pass changes no board and is not shown. */
const boardsAfter = (known: number, steps: Replay["steps"]): Board[] =>
  steps
    .filter((step) => !step.move.forced)
    .slice(known)
    .map((step) => ({ cells: step.board, last: step.move.point }));

/** The numbers of a line's moves, on the stones that still stand. */
function numbersOf(boards: readonly Board[], cells: readonly Cell[]): Map<number, Label> {
  const labels = new Map<number, Label>();
  boards.forEach(({ last }, i) => {
    if (last !== null && cells[last] !== 0) labels.set(last, { text: String(i + 1), tone: i + 1 === boards.length ? "best" : "plain" });
  });
  return labels;
}

/** Why the points that were found are forbidden: the latest one, or all of them at the end. */
function whyFound({ live, moves, status }: Tried): Text[] {
  const points = status === "solved" ? moves : moves.slice(-1);
  return (live.forbidden ?? []).filter((f) => points.includes(f.point)).flatMap((f) => f.why);
}

/** A tick on every point that was found. */
export const foundLabels = (points: readonly (Point | null)[]): Map<number, Label> =>
  new Map(points.flatMap((p) => (p === null ? [] : [[p, { text: "✓", tone: "good" }]])));

/** On smaller boards all of it is shown, and where a problem takes up more of its board than this. */
const LARGE_BOARD = 13;
const LARGEST_PART = 0.7;
/** Points that are shown around the stones; an edge that is not much farther is shown too. */
const AROUND = 2;

/** The part of a large board that a problem is about: its first and last point; null for all of it. */
export function partOf(cells: readonly Cell[]): [number, number] | null {
  const size = Math.round(Math.sqrt(cells.length));
  const stones = cells.flatMap((cell, at) => (cell === 0 ? [] : [at]));
  if (size < LARGE_BOARD || stones.length === 0) return null;
  const span = (of: (at: number) => number): [number, number] => {
    const low = Math.min(...stones.map(of)) - AROUND,
      high = Math.max(...stones.map(of)) + AROUND;
    return [low <= AROUND ? 0 : low, high >= size - 1 - AROUND ? size - 1 : high];
  };
  const [left, right] = span((at) => at % size),
    [top, bottom] = span((at) => Math.floor(at / size));
  if (Math.max(right - left, bottom - top) + 1 > LARGEST_PART * size) return null;
  return [top * size + left, bottom * size + right];
}

export class PuzzleModel {
  readonly live;
  readonly moves = signal<(Point | null)[]>([]);
  /** Refuted: a wrong move and its punishment stand on the board, until they are taken back. */
  readonly status = signal<"open" | "waiting" | "solved" | "failed" | "refuted">("open");
  readonly text = signal<Text | null>(null);
  /** What the referee says to it: why points that were found are forbidden, or why the other side could not answer. */
  readonly why = signal<readonly Text[]>([]);
  /** What the try was worth, once the server has noted it. */
  readonly rated = signal<Rated | null>(null);
  readonly help = signal<{ step: number; text: Text; area: readonly Point[]; steps: number } | null>(null);
  /** A line that is played out on the board: its boards, and how many moves of it are shown. */
  readonly shown = signal<{ boards: readonly Board[]; at: number } | null>(null);
  /** Whether the try was noted: a slip or help decides it, whatever comes after. */
  private isNoted = false;
  readonly steps = signal<{ step: number; steps: number } | null>(null);
  readonly refused = signal<Point | null>(null);
  readonly pending = signal<Point | null>(null);
  readonly solution = signal<(Point | null)[] | null>(null);
  readonly isSolutionShown = signal(false);
  private before: Live | null = null;
  private began = Date.now();
  private timer = 0;

  constructor(
    readonly set: ProblemSet,
    readonly puzzle: Puzzle,
    private readonly ended: (solved: boolean) => void,
  ) {
    this.live = signal<Live>(puzzle.live);
  }

  restart(): void {
    clearTimeout(this.timer);
    batch(() => {
      this.live.value = this.puzzle.live;
      this.moves.value = [];
      this.status.value = "open";
      this.text.value = this.solution.value = this.steps.value = this.pending.value = null;
      this.help.value = this.shown.value = this.rated.value = null;
      this.why.value = [];
      this.isSolutionShown.value = false;
    });
    this.isNoted = false;
    this.began = Date.now();
  }

  close(): void {
    clearTimeout(this.timer);
  }

  async play(point: Point): Promise<void> {
    const live = this.live.value;
    if (this.status.value !== "open" || this.pending.value !== null) return;
    const isForbidden = live.forbidden?.some((f) => f.point === point);
    if (isForbidden)
      return this.refuse(
        point,
        live.forbidden!.find((f) => f.point === point)!,
      );
    const isLegal = live.legal.includes(point);
    if (isLegal) this.pending.value = point;
    try {
      this.judged(point, await api.attempt(this.set.set, this.puzzle.id, [...this.moves.value, point]));
    } catch (error) {
      this.pending.value = null;
      if (isLegal) complain(error);
      else this.refuse(point, problemOf(error));
    }
  }

  private judged(point: Point, tried: Tried): void {
    this.text.value = tried.text;
    // What was said of the last answer stays when the problem is solved.
    if (tried.status === "right" || this.puzzle.points) this.why.value = this.puzzle.points ? whyFound(tried) : (tried.why ?? []);
    this.steps.value = { step: tried.step, steps: tried.steps };
    this.help.value = null;
    if (tried.status === "wrong") {
      this.solution.value = tried.solution ?? null;
      this.note(false);
      if (tried.refutation && tried.refutation.length > 0) return void this.refute(tried);
      this.pending.value = null;
      return this.refuse(point, tried.text);
    }
    sound.place();
    if (tried.status === "solved" || tried.status === "failed") {
      batch(() => {
        this.live.value = tried.live;
        this.moves.value = tried.moves;
        this.pending.value = null;
      });
      return this.finish(tried.status === "solved", tried);
    }
    // Right: the defence comes after a moment, as from a person.
    this.status.value = "waiting";
    say(tried.text);
    this.timer = window.setTimeout(() => this.defend(tried), this.set.reply_ms);
  }

  private defend(tried: Tried): void {
    batch(() => {
      this.live.value = tried.live;
      this.moves.value = tried.moves;
      this.pending.value = null;
      this.status.value = "open";
    });
    if (!tried.reply) return;
    sound.place();
    say(phrase("played", { side: tried.reply.side, at: tried.reply.name.toUpperCase() }));
  }

  private refuse(point: Point, text: Text): void {
    sound.refused();
    this.refused.value = point;
    notify({ zh: text.zh, en: text.en }, "warn");
    setTimeout(() => (this.refused.value = null), REFUSAL_MS);
  }

  /** The wrong move stays, and the other side answers it on the board. */
  private async refute(tried: Tried): Promise<void> {
    const line = this.puzzle.line;
    this.status.value = "waiting";
    sound.place();
    const replay = await api.replay({ ...line, moves: [...line.moves, ...tried.moves, ...tried.refutation!] }).catch(complain);
    const boards = replay ? boardsAfter(line.moves.length + tried.moves.length, replay.steps) : [];
    batch(() => {
      this.before = tried.live;
      this.pending.value = null;
      this.shown.value = boards.length > 0 ? { boards, at: 1 } : null;
    });
    this.walk(() => (this.status.value = this.set.undo ? "refuted" : "failed"));
    say(tried.text);
  }

  /** Shows the moves of a line one after the other. */
  private walk(then: () => void): void {
    const shown = this.shown.value;
    if (!shown || shown.at >= shown.boards.length) return then();
    this.timer = window.setTimeout(() => {
      this.shown.value = { ...shown, at: shown.at + 1 };
      sound.place();
      this.walk(then);
    }, WALK_MS);
  }

  /** One move back or forth in the line that is shown. */
  step(by: number): void {
    const shown = this.shown.value;
    if (shown) this.shown.value = { ...shown, at: Math.min(Math.max(shown.at + by, 0), shown.boards.length) };
  }

  takeBack(): void {
    clearTimeout(this.timer);
    batch(() => {
      if (this.before) this.live.value = this.before;
      this.shown.value = this.text.value = null;
      this.status.value = "open";
    });
  }

  private nameOf(point: Point | null): string {
    const { columns, first_row } = metaOf(this.puzzle.line.kind);
    const size = Math.round(Math.sqrt(this.live.value.board.length));
    return point === null ? t("pass") : pointName(point, size, columns, first_row).toUpperCase();
  }

  /** Plays the solution out on the board, from where the try stands. */
  async showSolution(): Promise<void> {
    const solution = this.solution.value;
    if (!solution) return;
    clearTimeout(this.timer);
    this.note(false);
    this.text.value = phrase("solutionIs", { line: solution.map((p) => this.nameOf(p)).join(" ") });
    this.isSolutionShown.value = true;
    const line = this.puzzle.line;
    // Points that are only pointed at are marked, not played.
    if (this.puzzle.points) {
      this.help.value = { step: 0, text: this.text.value ?? this.puzzle.goal, area: solution.filter((p) => p !== null), steps: 0 };
      return;
    }
    const { value: status } = this.status;
    const known = status === "failed" && this.before === null ? [] : this.moves.value;
    const replay = await api.replay({ ...line, moves: [...line.moves, ...known, ...solution] }).catch(complain);
    if (!replay) return;
    const boards = boardsAfter(line.moves.length + known.length, replay.steps);
    batch(() => {
      // A wrong move goes from the board; where none stands on it, the solution goes on from there.
      if (this.before && status !== "open" && status !== "solved") this.live.value = this.before;
      if (status !== "solved") this.status.value = "failed";
      this.help.value = null;
      this.shown.value = { boards, at: 0 };
    });
    this.walk(() => undefined);
  }

  /** One step of help more; whoever is shown the move has not solved the problem alone. */
  async askHelp(): Promise<void> {
    const step = (this.help.value?.step ?? 0) + 1;
    try {
      const told = await api.help(this.set.set, this.puzzle.id, this.moves.value, step);
      if (step >= told.steps) this.note(false);
      if (told.solution) this.solution.value = told.solution;
      this.help.value = { step, ...told };
      say(told.text);
    } catch (error) {
      complain(error);
    }
  }

  private finish(solved: boolean, tried: Tried): void {
    this.status.value = solved ? "solved" : "failed";
    this.solution.value = tried.solution ?? null;
    this.note(solved);
    if (solved) sound.end();
    say(tried.text);
  }

  /** Writes down how the try went: once, by what came first. */
  private note(solved: boolean): void {
    if (this.isNoted) return;
    this.isNoted = true;
    const ms = Date.now() - this.began;
    note(this.set.set, this.puzzle.id, solved, ms);
    this.ended(solved);
    api.result(this.set.set, this.puzzle.id, solved, ms).then(
      ({ rated }) => (this.rated.value = rated ?? null),
      (error) => console.warn(problemOf(error).en),
    );
  }

  readonly state = computed(() => {
    const live = this.live.value;
    const { kind } = this.puzzle.line;
    const shown = this.shown.value;
    if (shown) {
      const board = shown.at === 0 ? live.board : shown.boards[shown.at - 1]!.cells;
      const line = emptyState(kind, Math.round(Math.sqrt(board.length)), board);
      line.last = shown.at === 0 ? live.last : shown.boards[shown.at - 1]!.last;
      line.labels = numbersOf(shown.boards.slice(0, shown.at), board);
      return line;
    }
    const state = taskState(kind, live, this.status.value === "open", this.refused.value, this.pending.value);
    const help = this.help.value;
    if (help?.area.length === 1 || this.puzzle.points) state.suggestion = help?.area ?? [];
    else if (help) state.tints = new Map(help.area.map((p) => [p, 0]));
    if (this.puzzle.points) state.labels = foundLabels(this.moves.value);
    return state;
  });
}
