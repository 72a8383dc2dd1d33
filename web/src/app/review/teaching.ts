// The teaching game: a word after a bad move, threats before one, and who is ahead now.

import { computed, effect, signal } from "@preact/signals";
import { Refused } from "../api";
import type { GameModel } from "../game";
import { complain } from "../notice";
import { connection } from "../socket";
import { isTeaching, showThreats } from "../settings";
import type { Analysis, Side, Taught } from "../wire";

/** What a position is worth to Black, and how many moves were made before it. */
export type Standing = { ply: number; rate: number };

/** A chance of the side to move, for Black. */
export const forBlack = (rate: number, turn: Side): number => (turn === "black" ? rate : 1 - rate);

/** How long the engine looks at a move, or at a position. */
const LOOK_MS = 300;

export class Teacher {
  /** The last word on one's own move. */
  readonly judged = signal<Taught["judged"]>(null);
  readonly threats = signal<Taught["threats"]>([]);
  readonly isLooking = signal(false);
  /** The latest position whose value is known. */
  readonly standing = signal<Standing | null>(null);
  private stops: (() => void)[] = [];
  private readonly end: () => void;
  private asked = "";
  /** The last own move that was asked about, and how long the game was then. */
  private latest = { ply: 0, moves: 0 };

  /** What the bar shows: a hint has looked longest at the position. It is old while the position on the board is looked at. */
  readonly bar = computed<{ rate: number | null; isOld: boolean }>(() => {
    const live = this.model.live.value,
      hint = this.model.hint.value,
      known = this.standing.value;
    if (live?.turn && hint && hint.win_rate !== null) return { rate: forBlack(hint.win_rate, live.turn), isOld: false };
    return { rate: known?.rate ?? null, isOld: known !== null && known.ply !== this.model.game.value?.moves.length };
  });

  constructor(private readonly model: GameModel) {
    this.end = effect(() => this.follow());
  }

  close(): void {
    this.end();
    this.stop();
  }

  /** Whether there is somebody to teach: one person against an engine, in a game that goes on. */
  isPossible(): boolean {
    const game = this.model.game.value;
    if (!game || game.you.seats.length !== 1 || !this.model.mayAsk.value) return false;
    return Object.values(game.seats).some((seat) => seat.who === "engine") && game.live.phase === "playing";
  }

  private stop(): void {
    this.stops.forEach((stop) => stop());
    this.stops = [];
    this.isLooking.value = false;
  }

  /** Asks about what is new on the board. */
  private follow(): void {
    const game = this.model.game.value;
    const wants = `${isTeaching.value} ${showThreats.value} ${game?.live.seq ?? ""}`;
    if (!isTeaching.value || !game || !this.isPossible()) {
      this.asked = "";
      this.latest = { ply: 0, moves: 0 };
      this.stop();
      this.judged.value = null;
      this.standing.value = null;
      this.threats.value = [];
      return;
    }
    if (wants === this.asked) return;
    this.asked = wants;
    const me = game.you.seats[0]!;
    const last = game.moves.findLastIndex((m) => m.side === me && !m.forced) + 1;
    const isTakenBack = game.moves.length < this.latest.moves;
    if (last !== this.latest.ply) {
      this.stop();
      this.judged.value = null;
      // A move that was taken back is not followed by a word on the one before it.
      if (last > 0 && !isTakenBack) this.judge(last);
    }
    this.latest = { ply: last, moves: game.moves.length };
    this.threats.value = [];
    const { turn } = game.live;
    if (turn === null) return;
    if ((this.standing.peek()?.ply ?? 0) > game.moves.length) this.standing.value = null;
    // What is said of one's own move tells the value after it; the other side's answer is looked at by itself.
    const weigh = () => {
      const isNew = this.asked === wants && this.standing.peek()?.ply !== game.moves.length;
      if (isNew && (turn === me || isTakenBack)) this.weigh(game.moves.length, turn);
    };
    // One after the other: a server answers few questions of one person at a time.
    if (showThreats.value && turn === me) this.warn(weigh);
    else weigh();
  }

  private judge(ply: number): void {
    this.isLooking.value = true;
    this.ask({ type: "teach", of: this.model.line(ply), ms_per_move: LOOK_MS }, (taught) => {
      this.judged.value = taught.judged;
      this.learn(ply, taught.judged?.value.win_rate ?? null);
      this.isLooking.value = false;
    });
  }

  private warn(then: () => void): void {
    this.ask({ type: "teach", of: this.model.line(), threats: true }, (taught) => {
      this.threats.value = taught.threats;
      then();
    });
  }

  /** Asks what the position on the board is worth. */
  private weigh(ply: number, turn: Side): void {
    const stop = connection.stream({ type: "analyse", of: this.model.line(ply), ms: LOOK_MS, lines: 1 }, (told) => {
      if (told.type !== "analysis") return;
      const { expected } = told as unknown as Analysis;
      this.learn(ply, expected === null ? null : forBlack(expected, turn));
    });
    this.stops.push(stop);
  }

  /** Keeps the value of the latest position. */
  private learn(ply: number, rate: number | null): void {
    if (rate !== null && ply >= (this.standing.peek()?.ply ?? 0)) this.standing.value = { ply, rate };
  }

  private ask(message: Parameters<typeof connection.stream>[0], answer: (taught: Taught) => void): void {
    const stop = connection.stream(message, (told) => {
      if (told.type === "error") {
        this.isLooking.value = false;
        return complain(new Refused(told.error!, 409));
      }
      if (told.type === "taught") answer(told as unknown as Taught);
    });
    this.stops.push(stop);
  }
}
