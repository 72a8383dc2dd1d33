// One problem: the person moves, the server judges and defends. Here is no undo, no saving, no replay.

import { batch, computed, signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { api } from "./api";
import { pointName } from "../board/geometry";
import { emptyState } from "./boardstate";
import { GAMES } from "./games";
import { complain, notify, problemOf, REFUSAL_MS, say } from "./notice";
import { note } from "./progress";
import { sound } from "./sound";
import { metaOf, tell } from "./store";
import { Table } from "./Table";
import { cellOf, type Live, type Point, type ProblemSet, type Puzzle, type Text, type Tried } from "./wire";
import { phrase, t } from "../words";

class PuzzleModel {
  readonly live;
  readonly moves = signal<(Point | null)[]>([]);
  readonly status = signal<"open" | "waiting" | "solved" | "failed">("open");
  readonly text = signal<Text | null>(null);
  readonly steps = signal<{ step: number; steps: number } | null>(null);
  readonly refused = signal<Point | null>(null);
  readonly pending = signal<Point | null>(null);
  readonly solution = signal<(Point | null)[] | null>(null);
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
    });
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
    this.steps.value = { step: tried.step, steps: tried.steps };
    if (tried.status === "wrong") {
      this.pending.value = null;
      this.refuse(point, tried.text);
      return this.finish(false, tried);
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

  private finish(solved: boolean, tried: Tried): void {
    this.status.value = solved ? "solved" : "failed";
    this.solution.value = tried.solution ?? null;
    const ms = Date.now() - this.began;
    note(this.set.set, this.puzzle.id, solved, ms);
    this.ended(solved);
    if (solved) sound.end();
    say(tried.text);
    api.result(this.set.set, this.puzzle.id, solved, ms).catch((error) => console.warn(problemOf(error).en));
  }

  readonly state = computed(() => {
    const live = this.live.value;
    const { kind, size } = this.puzzle.line;
    const side = size ?? Math.round(Math.sqrt(live.board.length));
    const state = emptyState(kind, side, live.board);
    state.last = live.last;
    state.winLine = live.win_line;
    state.refused = this.refused.value;
    if (live.turn) state.turn = cellOf(live.turn);
    if (this.status.value === "open") {
      state.legal = new Set(live.legal);
      state.showLegal = GAMES[kind].marksLegal;
      state.forbidden = new Set((live.forbidden ?? []).map((f) => f.point));
    }
    const pending = this.pending.value;
    if (pending !== null && live.turn) {
      state.pending = { point: pending, cell: state.turn };
      state.last = pending;
      const flips = live.flips?.[live.legal.indexOf(pending)] ?? [];
      if (flips.length > 0) {
        const cells = live.board.slice();
        for (const p of flips) cells[p] = state.turn;
        state.cells = cells;
      }
    }
    return state;
  });
}

type Props = { set: ProblemSet; puzzle: Puzzle; next: string | null; onEnd: (solved: boolean) => void };

export function PuzzleView({ set, puzzle, next, onEnd }: Props) {
  const model = useMemo(() => new PuzzleModel(set, puzzle, onEnd), [puzzle.id]);
  const solution = useSignal(false);
  useEffect(() => () => model.close(), [model]);
  const { columns, first_row } = metaOf(puzzle.line.kind);
  const { size } = model.state.value;
  const name = (p: Point | null) => (p === null ? "–" : pointName(p, size, columns, first_row).toUpperCase());
  const status = model.status.value;
  const live = model.live.value;
  const steps = model.steps.value;
  return (
    <Table
      name="puzzle"
      data={{ "data-status": status, "data-moves": model.moves.value.length, "data-problem": puzzle.id }}
      state={model.state}
      status={model.text.value && status !== "open" ? tell(model.text.value) : live.turn ? t("toPlay", { side: live.turn }) : tell(puzzle.goal)}
      flips={(p) => live.flips?.[live.legal.indexOf(p)]?.length}
      onTouch={(p) => void model.play(p)}
      label={t("problem", { n: puzzle.id })}
      tray={
        <>
          <p>
            <a href={`/training/${set.set}`}>← {tell(set.name)}</a>
          </p>
          <div class="panel">
            <h1>{tell(puzzle.title)}</h1>
            <p>{tell(puzzle.goal)}</p>
            {steps && <p class="quiet">{t("step", { n: steps.step, all: steps.steps })}</p>}
            {model.text.value && <p class={`result ${status}`}>{tell(model.text.value)}</p>}
            {solution.value && <p class="line">{model.solution.value!.map(name).join(" ")}</p>}
          </div>
          {!set.undo && <p class="quiet small">{t("practiceLimits")}</p>}
        </>
      }
      bar={
        (status === "solved" || status === "failed") && (
          <div class="actions">
            {model.solution.value && <button onClick={() => (solution.value = !solution.value)}>{t("showSolution")}</button>}
            <button
              id="retry"
              onClick={() => {
                solution.value = false;
                model.restart();
              }}
            >
              {t("tryAgain")}
            </button>
            {next && (
              <a class="button primary" id="next-problem" href={`/training/${set.set}/${next}`}>
                {t("nextProblem")}
              </a>
            )}
          </div>
        )
      }
    />
  );
}
