// One game as this page sees it: what the server said, what was sent, and which move is looked at.

import { batch, computed, signal } from "@preact/signals";
import { moveLength } from "../board/motion";
import { api, Refused } from "./api";
import { autosave } from "./autosave";
import { GAMES } from "./games";
import { complain, dismiss, notify, problemOf, REFUSAL_MS, say } from "./notice";
import { connection } from "./socket";
import { tellAway } from "./people/turn";
import { areaOf } from "./review/area";
import { chatMuted, isTeaching, quickReplies } from "./settings";
import { sound } from "./sound";
import {
  cellOf,
  other,
  type Cell,
  type Changed,
  type Game,
  type Hint,
  type Line,
  type Live,
  type Moved,
  type Point,
  type Problem,
  type Replay,
  type Said,
  type Side,
  type Text,
} from "./wire";
import { phrase } from "../words";

/** An engine answers so long after one's move at the earliest: as a person would. */
const PACE_MS = 400;
/** A move that the server has not confirmed by then is shown as being on its way. */
const LATE_MS = 700;
const DOUBLE_MS = 500;

/** A hint in a lesson is told in so many steps. */
export const HINT_STEPS = 3;

export class GameModel {
  readonly game = signal<Game | null>(null);
  readonly failed = signal<Problem | null>(null);
  /** The move on its way to the server. */
  readonly pending = signal<{ point: Point; cell: Cell; ply: number } | null>(null);
  readonly refused = signal<Point | null>(null);
  /** The point that was refused last. */
  private readonly touched = signal<Point | null>(null);
  readonly hint = signal<Hint | null>(null);
  /** How much of the hint is told: the area, the idea, the move. */
  readonly hintStep = signal(HINT_STEPS);
  readonly hinting = signal(false);
  /** Where the other side threatens something, in a lesson. */
  readonly warned = signal<readonly Point[]>([]);
  /** What the players said to each other. */
  readonly chat = signal<readonly Said[]>([]);
  /** The ply that is looked at; null: the latest. */
  readonly ply = signal<number | null>(null);
  private readonly replay = signal<{ seq: number; replay: Replay } | null>(null);
  /** Whether the move on its way is late: then it is shown as such. */
  readonly isLate = signal(false);
  private refusal = 0;
  private lateness = 0;
  private sent = 0;
  private tapped: { point: Point; at: number } | null = null;
  /** Until then the last move is still being seen. */
  private busyUntil = 0;
  /** What happened while a move was still being seen, in order. */
  private held: (Moved | Changed)[] = [];
  private release = 0;
  /** From sending a move to its event, in milliseconds, for developers and tests. */
  readonly delays: number[] = [];

  /** `isSilent`: one of several that are watched at once. */
  constructor(
    readonly id: string,
    private readonly isSilent = false,
  ) {}

  open(): void {
    connection.watch(this.id, {
      game: (game) => this.received(game),
      event: (event) => this.heard(event),
      said: (said) => this.listened(said),
      failed: (problem) => (this.failed.value = problem),
    });
  }

  close(): void {
    connection.leave(this.id);
    for (const timer of [this.refusal, this.lateness, this.release]) clearTimeout(timer);
  }

  readonly live = computed<Live | null>(() => this.game.value?.live ?? null);
  /** The side this page would move for now. */
  readonly mine = computed<Side | null>(() => {
    const game = this.game.value;
    const turn = game?.live.turn ?? null;
    return game && turn && game.you.seats.includes(turn) && ["playing", "opening"].includes(game.live.phase) ? turn : null;
  });

  private received(game: Game): void {
    const old = this.game.value;
    if (old && old.live.seq > game.live.seq) return;
    this.held = [];
    batch(() => {
      this.failed.value = null;
      this.game.value = game;
      this.chat.value = game.chat;
      if (this.pending.value && this.pending.value.ply < game.live.ply) this.pending.value = null;
    });
    autosave(game);
  }

  /** Whether an engine may help who sits here: not while they play another person. */
  readonly mayAsk = computed(() => {
    const game = this.game.value;
    return game !== null && !(game.between_people && game.you.seats.length > 0 && game.live.phase !== "over");
  });

  private listened(said: Said): void {
    this.chat.value = [...this.chat.value, said];
    const isOther = this.game.value?.you.seats.includes(said.by) === false;
    if (isOther && !chatMuted.value) sound.place();
  }

  say(text: string): Promise<unknown> {
    return connection.ask({ type: "say", game: this.id, text });
  }

  /** An engine's answer waits until one's own move has been seen; what comes after it waits behind it. */
  private heard(event: Moved | Changed): void {
    const wait = this.held.length > 0 || (event.type === "moved" && this.isAnswer(event)) ? this.busyUntil - performance.now() : 0;
    if (wait <= 0 && this.held.length === 0) return this.happened(event);
    this.held.push(event);
    if (this.held.length === 1) this.release = window.setTimeout(() => this.letGo(), Math.max(0, wait));
  }

  private letGo(): void {
    const held = this.held;
    this.held = [];
    for (const event of held) this.heard(event);
  }

  /** Whether an engine moves against a person who sits here. Where a clock runs nobody is kept waiting. */
  private isAnswer(event: Moved): boolean {
    const game = this.game.value;
    return (
      game !== null && !quickReplies.value && game.live.clocks === null && game.you.seats.length > 0 && game.seats[event.move.side].who === "engine"
    );
  }

  private happened(event: Moved | Changed): void {
    const game = this.game.value;
    if (!game) return;
    const isNews = event.type === "moved" || !["thinking", "online"].includes(event.what);
    if (event.seq < game.live.seq || (event.seq === game.live.seq && isNews)) return;
    if (event.seq > game.live.seq + 1) return connection.rewatch(this.id);
    if (event.type === "moved") this.moved(game, event);
    else this.changed(game, event);
    // The score of a series is told with the whole game.
    if (game.series && event.live.outcome && !game.live.outcome) connection.rewatch(this.id);
  }

  private moved(game: Game, event: Moved): void {
    const moves = game.moves.slice(0, event.move.n - 1);
    if (moves.length !== event.move.n - 1) return connection.rewatch(this.id);
    moves.push(event.move);
    if (this.sent > 0 && this.pending.value?.point === event.move.point) this.delays.push(performance.now() - this.sent);
    this.sent = 0;
    this.seen(event.changes.placed, event.changes.flipped, event.changes.removed);
    if (event.passed) moves.push(event.passed);
    batch(() => {
      this.pending.value = null;
      this.hint.value = null;
      this.game.value = { ...game, moves, live: event.live };
    });
    this.announceMove(game, event);
    const isOthers = !game.you.seats.includes(event.move.side) && game.seats[event.move.side].who !== "engine";
    if (isOthers && this.mine.value) tellAway(this.id, phrase("awayTurn", { at: event.move.name.toUpperCase() }));
    autosave(this.game.value!);
  }

  /** A move is shown from now on: how long that takes, and a moment at least. */
  private seen(placed: Point | null, flipped: readonly Point[], removed: readonly Point[]): void {
    const length = moveLength(this.game.value!.rules.size, placed, flipped, removed);
    this.busyUntil = Math.max(this.busyUntil, performance.now() + Math.max(PACE_MS, length));
  }

  private announceMove(game: Game, event: Moved): void {
    if (this.isSilent) return;
    if (event.changes.removed.length > 0) sound.capture();
    else if (event.changes.placed !== null) sound.place();
    else sound.pass();
    sound.flip(event.changes.flipped.length);
    const told = phrase(event.move.point === null ? "passes" : "played", { side: event.move.side, at: event.move.name.toUpperCase() });
    say(told);
    if (event.passed) {
      notify(phrase("forcedPass", { side: event.passed.side, next: other(event.passed.side) }), "info", 4000);
    } else if (event.move.point === null && GAMES[game.kind].mayPass && !event.live.outcome) notify(told);
    // Who moves on has answered what was asked.
    const { offer } = game.live;
    const isUnheard = offer !== null && game.you.seats.includes(offer.by) && !game.you.seats.includes(event.move.side);
    if (isUnheard && !event.live.offer && !event.live.outcome) notify(phrase("declined", { side: event.move.side }));
    this.announceEnd(event.live);
  }

  private announceEnd(live: Live): void {
    if (!live.outcome || this.isSilent) return;
    sound.end();
    say(live.outcome.announced);
  }

  private changed(game: Game, event: Changed): void {
    const wasOver = game.live.outcome !== null;
    batch(() => {
      if (["undo", "redo", "resume", "opening"].includes(event.what)) this.hint.value = null;
      const pace = event as Changed & { pace_ms?: number; paused?: boolean };
      this.game.value = {
        ...game,
        moves: event.moves ?? game.moves,
        seats: event.seats ?? game.seats,
        you: event.you ?? game.you,
        pace_ms: pace.pace_ms ?? game.pace_ms,
        paused: pace.paused ?? game.paused,
        live: event.live,
      };
      if (event.what !== "thinking" && event.what !== "online") this.pending.value = null;
    });
    if (["joined", "opening", "pace"].includes(event.what)) connection.rewatch(this.id);
    if (event.what === "joined" && event.by !== null && !game.you.seats.includes(event.by)) tellAway(this.id, phrase("awayJoined", {}));
    const isDeclined = event.what === "answer" && (wasOver || !event.live.outcome) && event.by !== null && !game.you.seats.includes(event.by);
    if (isDeclined) notify(phrase(game.live.offer?.by === event.by ? "withdrawn" : "declined", { side: event.by! }));
    this.tellCount(game, event);
    if (event.what === "undo" || event.what === "redo") notify(phrase(event.what === "undo" ? "undone" : "redone", {}));
    if (!wasOver) this.announceEnd(event.live);
    autosave(this.game.value!);
  }

  /** The other side agreed to the count, or changed what I had agreed to. */
  private tellCount(game: Game, event: Changed): void {
    if (event.live.outcome && !game.live.outcome) dismiss();
    const [mine] = game.you.seats;
    const before = game.live.counting?.agreed,
      after = event.live.counting?.agreed;
    if (game.you.seats.length !== 1 || !mine || !before || !after) return;
    const theirs = other(mine);
    if (before[mine] && !after[mine]) notify(phrase("countChanged", { side: theirs }), "warn", 5000);
    else if (!before[theirs] && after[theirs] && !after[mine]) notify(phrase("countAgreed", { side: theirs }), "info", 5000);
  }

  /** A point was touched. What the server called legal is drawn at once; anything else is sent to be told why not. */
  play(point: Point): void {
    const game = this.game.value,
      side = this.mine.value;
    if (!game || this.pending.value) return;
    if (game.live.phase === "counting") return void this.markGroup(point);
    if (!side || this.ply.value !== null || this.isDouble(point)) return;
    const at = game.live.legal.indexOf(point),
      isLegal = at >= 0;
    if (isLegal) {
      this.pending.value = { point, cell: cellOf(side), ply: game.live.ply };
      this.busyUntil = 0;
      this.seen(point, game.live.flips?.[at] ?? [], []);
      this.tapped = { point, at: performance.now() };
      this.isLate.value = false;
      clearTimeout(this.lateness);
      this.lateness = window.setTimeout(() => (this.isLate.value = this.pending.value !== null), LATE_MS);
    }
    this.sent = performance.now();
    this.act({ do: "move", point, ply: game.live.ply }, isLegal).catch((error) => this.refuse(point, error));
  }

  /** The second half of a double click on one's own stone. */
  private isDouble(point: Point): boolean {
    return this.tapped?.point === point && performance.now() - this.tapped.at < DOUBLE_MS;
  }

  private refuse(point: Point, error: unknown): void {
    this.pending.value = null;
    const problem = problemOf(error);
    if (problem.code === "stale") return connection.rewatch(this.id);
    sound.refused();
    this.refused.value = point;
    this.touched.value = point;
    notify({ zh: problem.zh, en: problem.en }, "warn");
    clearTimeout(this.refusal);
    this.refusal = window.setTimeout(() => (this.refused.value = null), REFUSAL_MS);
  }

  /** The forbidden point that was touched last, while it is one: what makes it forbidden. */
  readonly explained = computed(() => this.live.value?.forbidden?.find((f) => f.point === this.touched.value) ?? null);

  clearRefusal(): void {
    clearTimeout(this.refusal);
    this.refused.value = null;
  }

  private act(action: Record<string, unknown>, again = false): Promise<{ hint?: Hint }> {
    return connection.ask({ type: "act", game: this.id, ...action }, again);
  }

  /** Does something that is not a placed stone; a refusal is shown. */
  do(action: Record<string, unknown>): Promise<void> {
    return this.act(action).then(() => undefined, complain);
  }

  pass(): void {
    const live = this.live.value;
    if (live?.can_pass && this.mine.value) void this.do({ do: "pass", ply: live.ply });
  }

  private markGroup(point: Point): Promise<void> | void {
    const game = this.game.value!;
    const counting = game.live.counting;
    if (!counting || game.live.board[point] === 0 || game.you.seats.length === 0) return;
    return this.do({ do: "mark", point, as: counting.dead.includes(point) ? "alive" : "dead" });
  }

  async askHint(): Promise<void> {
    if (this.hinting.value || !this.mayAsk.value) return;
    if (this.hint.value && this.hintStep.value < HINT_STEPS) {
      this.hintStep.value++;
      return say(hintWords(this.hint.value, this.hintStep.value, this.game.value!.rules.size));
    }
    this.hinting.value = true;
    try {
      const { hint } = await this.act({ do: "hint" });
      // A lesson begins with the area; a pass lies nowhere.
      this.hintStep.value = isTeaching.value && hint!.point !== null ? 1 : HINT_STEPS;
      this.hint.value = hint!;
      say(hintWords(hint!, this.hintStep.value, this.game.value!.rules.size));
    } catch (error) {
      complain(error);
    } finally {
      this.hinting.value = false;
    }
  }

  /** The game as a line of moves, for replay and analysis. */
  line(upTo?: number): Line {
    const game = this.game.value!;
    return lineOf(game, upTo);
  }

  /** Looks at an earlier move; the boards come from the server. */
  async look(ply: number | null): Promise<void> {
    const game = this.game.value;
    if (!game) return;
    const latest = game.moves.length;
    if (ply === null || ply >= latest) return void (this.ply.value = null);
    if (this.replay.value?.seq !== game.live.seq) {
      try {
        this.replay.value = { seq: game.live.seq, replay: await api.replay(this.line()) };
      } catch (error) {
        return complain(error instanceof Refused ? error : String(error));
      }
    }
    this.ply.value = Math.max(0, ply);
  }

  /** The board that is looked at. */
  readonly board = computed<{ cells: Cell[]; last: Point | null } | null>(() => {
    const game = this.game.value,
      ply = this.ply.value;
    if (!game) return null;
    const replay = this.replay.value?.replay;
    if (ply === null || !replay) return { cells: game.live.board, last: game.live.last };
    const step = replay.steps[ply - 1];
    return { cells: step ? step.board : game.start, last: step?.move.point ?? null };
  });
}

/** What a hint says at a step. */
export function hintWords(hint: Hint, step: number, size: number): Text {
  const idea = hint.why[0];
  if (step === 1 && hint.point !== null) return phrase(areaOf(hint.point, size).name, {});
  if (step < HINT_STEPS && idea) return idea;
  if (step < HINT_STEPS) return phrase("hintQuiet", {});
  const parts = [phrase("hintIs", { at: hint.name.toUpperCase() }), ...hint.why];
  return { zh: parts.map((text) => text.zh).join(" "), en: parts.map((text) => text.en).join(" ") };
}

/** The stones that stood before the first move, where they are not the rules' own. */
export function startOf(game: Game): Pick<Line, "stones" | "turn"> {
  if (!game.set_up) return {};
  const stones = game.start.flatMap((cell, point): [Point, 1 | 2][] => (cell === 0 ? [] : [[point, cell]]));
  return { stones, turn: game.start_turn };
}

export function lineOf(game: Game, upTo = game.moves.length): Line {
  const { name, size, komi, handicap } = game.rules;
  const line: Line = { kind: game.kind, rules: name, size, moves: game.moves.slice(0, upTo).map((m) => m.point) };
  if (komi !== null) line.komi = komi;
  if (handicap > 0) line.handicap = handicap;
  return { ...line, ...startOf(game) };
}
