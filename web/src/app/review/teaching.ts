// The teaching game: a word after a bad move, threats before one, and who is ahead.

import { effect, signal } from "@preact/signals";
import { Refused } from "../api";
import type { GameModel } from "../game";
import { complain } from "../notice";
import { connection } from "../socket";
import { isTeaching, showThreats } from "../settings";
import type { Taught } from "../wire";

/** How long the engine looks at a move. */
const LOOK_MS = 300;

export class Teacher {
  /** The last word on one's own move. */
  readonly judged = signal<Taught["judged"]>(null);
  readonly threats = signal<Taught["threats"]>([]);
  readonly isLooking = signal(false);
  private stops: (() => void)[] = [];
  private readonly end: () => void;
  private asked = "";
  /** The last own move that was asked about, and how long the game was then. */
  private latest = { ply: 0, moves: 0 };

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
    if (showThreats.value && game.live.turn === me) this.warn();
  }

  private judge(ply: number): void {
    this.isLooking.value = true;
    this.ask({ type: "teach", of: this.model.line(ply), ms_per_move: LOOK_MS }, (taught) => {
      this.judged.value = taught.judged;
      this.isLooking.value = false;
    });
  }

  private warn(): void {
    this.ask({ type: "teach", of: this.model.line(), threats: true }, (taught) => (this.threats.value = taught.threats));
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
