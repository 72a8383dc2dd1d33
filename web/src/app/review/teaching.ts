// The teaching game: a word after a bad move, threats before one, and who is ahead now.

import { computed, effect, signal } from "@preact/signals";
import { Refused } from "../api";
import type { GameModel } from "../game";
import { complain } from "../notice";
import { GAMES } from "../games";
import { connection } from "../socket";
import { isTeaching, showThreats } from "../settings";
import type { Analysis, Side, Taught } from "../wire";

/** What a position is worth to Black, and how many moves were made before it. The lead is in points, where a game is won by them. */
export type Standing = { ply: number; rate: number; lead: number | null };

/** What the bar shows. It is old while the position on the board is looked at. */
export type Bar = { rate: number | null; lead: number | null; isOld: boolean };

/** A chance of the side to move, for Black. */
export const forBlack = (rate: number, turn: Side): number => (turn === "black" ? rate : 1 - rate);

/** The same of a lead. */
const leadForBlack = (lead: number | null, turn: Side): number | null => (lead === null ? null : turn === "black" ? lead : -lead);

/** How long the engine looks at a move: as long as a review does. */
const LOOK_MS = 300;
/** An answer that brings back this part of what a move lost has given it back. */
const GIVEN_BACK = 0.75;
/** Whoever has this chance to win is ahead. */
export const AHEAD = 0.9;

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

  /** A hint has looked longest at the position. */
  readonly bar = computed<Bar>(() => {
    const live = this.model.live.value,
      hint = this.model.hint.value,
      known = this.standing.value;
    if (live?.turn && hint && hint.win_rate !== null)
      return { rate: forBlack(hint.win_rate, live.turn), lead: this.points(leadForBlack(hint.score, live.turn)), isOld: false };
    return { rate: known?.rate ?? null, lead: known?.lead ?? null, isOld: known !== null && known.ply !== this.model.game.value?.moves.length };
  });

  /** One's own chance to win on the board, as the bar shows it. */
  private readonly mine = computed<number | null>(() => {
    const [me] = this.model.game.value?.you.seats ?? [];
    const { rate, isOld } = this.bar.value;
    return me === undefined || rate === null || isOld ? null : forBlack(rate, me);
  });

  readonly isAhead = computed<boolean>(() => (this.mine.value ?? 0) >= AHEAD);

  /** Whether the other side's answer gave back what one's last move lost: then the bar and the word on the move speak of two positions. */
  readonly isGivenBack = computed<boolean>(() => {
    const judged = this.judged.value,
      now = this.mine.value;
    const ply = this.standing.value?.ply ?? 0;
    if (!judged?.class || !judged.lost || judged.value.win_rate === null || now === null || ply <= judged.ply) return false;
    return now - forBlack(judged.value.win_rate, judged.side) >= GIVEN_BACK * judged.lost;
  });

  /** Only where points win a game is its lead told. */
  private points(lead: number | null): number | null {
    return GAMES[this.model.game.value!.kind].isWonByPoints ? lead : null;
  }

  constructor(private readonly model: GameModel) {
    this.end = effect(() => this.follow());
  }

  close(): void {
    this.end();
    this.stop();
    this.warnOf([]);
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
      this.warnOf([]);
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
    this.warnOf([]);
    const { turn } = game.live;
    if (turn === null) return;
    if ((this.standing.peek()?.ply ?? 0) > game.moves.length) this.standing.value = null;
    // What is said of one's own move tells the value after it; the other side's answer is looked at by itself.
    const weigh = () => {
      const isNew = this.asked === wants && this.standing.peek()?.ply !== game.moves.length;
      if (isNew && (turn === me || isTakenBack)) this.weigh(game.moves.length, turn, game.moves.at(-1)?.forced !== false);
    };
    // One after the other: a server answers few questions of one person at a time.
    if (showThreats.value && turn === me) this.warn(weigh);
    else weigh();
  }

  private judge(ply: number): void {
    this.isLooking.value = true;
    this.ask({ type: "teach", of: this.model.line(ply), ms_per_move: LOOK_MS }, (taught) => {
      this.judged.value = taught.judged;
      this.learnFrom(ply, taught.judged);
      this.isLooking.value = false;
    });
  }

  /** Threats are told, and their points shown on the board. */
  private warnOf(threats: Taught["threats"]): void {
    this.threats.value = threats;
    this.model.warned.value = threats.flatMap((threat) => threat.points);
  }

  private warn(then: () => void): void {
    this.ask({ type: "teach", of: this.model.line(), threats: true }, (taught) => {
      this.warnOf(taught.threats);
      then();
    });
  }

  /** Asks what the position on the board is worth: the last move is looked at as one's own was, and as a review does. */
  private weigh(ply: number, turn: Side, isWithoutMove: boolean): void {
    if (!isWithoutMove)
      return this.ask({ type: "teach", of: this.model.line(ply), ms_per_move: LOOK_MS }, (taught) => this.learnFrom(ply, taught.judged));
    const stop = connection.stream({ type: "analyse", of: this.model.line(ply), ms: LOOK_MS, lines: 1 }, (told) => {
      if (told.type !== "analysis") return;
      const { expected, score } = told as unknown as Analysis;
      this.learn(ply, expected === null ? null : forBlack(expected, turn), leadForBlack(score, turn));
    });
    this.stops.push(stop);
  }

  private learnFrom(ply: number, judged: Taught["judged"]): void {
    if (judged) this.learn(ply, judged.value.win_rate, judged.value.score);
  }

  /** Keeps the value of the latest position. */
  private learn(ply: number, rate: number | null, lead: number | null): void {
    if (rate !== null && ply >= (this.standing.peek()?.ply ?? 0)) this.standing.value = { ply, rate, lead: this.points(lead) };
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
