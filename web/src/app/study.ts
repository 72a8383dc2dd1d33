// A game or record that is walked, varied and analysed. What is changed is kept; a game itself is never touched.

import { batch, computed, effect, signal } from "@preact/signals";
import { api, Refused } from "./api";
import { complain, notify, problemOf } from "./notice";
import { writeLine, type Notes } from "./lineaddress";
import { withStep } from "./review/steps";
import { stay } from "./route";
import { connection } from "./socket";
import { sound } from "./sound";
import { draftOf, forget, Keeper, left, sameTree, store, type Draft } from "./studykeeper";
import {
  add,
  addressOf,
  changed,
  commented,
  edit,
  grow,
  nextLetter,
  type Node,
  nodeAt,
  nothing,
  numbered,
  onward,
  pathTo,
  promote,
  putBack,
  remove,
  ROOT,
  toggled,
  written,
} from "./studytree";
import {
  other,
  type Analysis,
  type Candidate,
  type Cell,
  type Entry,
  type InfoEdit,
  type Kind,
  type LibraryItem,
  type Line,
  type Live,
  type Mark,
  type MoveClass,
  type Overlays,
  type Played,
  type Point,
  type Position,
  type Problem,
  type Reviewed,
  type ReviewStep,
  type Side,
} from "./wire";
import { phrase } from "../words";

export type Overlay = "none" | "ownership" | "stable" | "mobility" | "frontier" | "parity" | "squares" | "shapes" | "groups" | "threats";

const ANALYSIS_MS = 60_000,
  REVIEW_MS = 300;

/** How long one rests at a position before the server is asked about it. */
const REST_MS = 90;

/** What a click on the board does: play, or put a mark. */
export type Tool = "play" | Extract<Mark["shape"], "triangle" | "square" | "circle" | "cross" | "label">;

export type Place = { ply: number | null; turns: string };

/** Two clicks within this are one. */
const DOUBLE_MS = 500;

export class StudyModel {
  readonly entry = signal<Entry | null>(null);
  readonly info = signal<LibraryItem["info"] | null>(null);
  readonly failed = signal<Problem | null>(null);
  readonly nodes = signal<Node[]>([]);
  readonly at = signal(0);
  readonly live = signal<Live | null>(null);
  readonly analysis = signal<Analysis | null>(null);
  readonly isOn = signal(false);
  /** The candidate whose line is drawn on the board. */
  readonly shownLine = signal<number | null>(null);
  /** A line of the review that is drawn on the board. */
  readonly drawn = signal<readonly (Point | null)[] | null>(null);
  /** Takes moves on the board as answers while mistakes are learnt from; true where it did. */
  learner: ((point: Point | null) => boolean) | null = null;
  /** The candidate that the mouse is over, on the board or in the list: its line is drawn meanwhile. */
  readonly hovered = signal<Point | null>(null);
  readonly reviewed = signal<Reviewed | null>(null);
  readonly steps = signal<ReviewStep[]>([]);
  readonly isReviewing = signal(false);
  readonly overlay = signal<Overlay>("none");
  readonly overlays = signal<Overlays | null>(null);
  readonly tool = signal<Tool>("play");
  /** What was deleted last, and which continuation it was. */
  readonly removed = signal<readonly { id: number; place: number }[]>([]);
  private removedAt = 0;
  base: Line | null = null;
  /** Whether changes are kept: a scratch study is only walked. */
  readonly isScratch = signal(false);
  readonly keeper = signal<Keeper | null>(null);
  private start: readonly Cell[] = [];
  private turn: Side | null = null;
  private isOwn = false;
  private changedInfo: InfoEdit | null = null;
  private stopEngine: (() => void) | null = null;
  private stopReview: (() => void) | null = null;
  private stopAddress: (() => void) | null = null;
  private rest = 0;
  private readonly seen = new Map<number, Live>();
  private readonly cells = new Map<number, readonly Cell[]>();

  constructor(
    public id: string,
    private readonly place: Place,
    private readonly scratch: Line | null = null,
    /** What the address of a scratch study says of its moves. */
    private readonly notes: Notes = [],
  ) {}

  get kind(): Kind {
    return this.base!.kind;
  }

  /** The boards of the main line, from the start on. */
  get boards(): readonly (readonly Cell[])[] {
    return this.mainBoards.value;
  }

  async open(): Promise<void> {
    try {
      if (this.scratch) await this.begin(this.scratch);
      else await this.load();
      const last = this.lastKnown();
      // A record is read from its beginning; one's own game is seen as it ended.
      const usual = this.entry.value?.source === "record" ? 0 : last;
      const { ply, turns } = this.place;
      await this.go(turns ? nodeAt(this.nodes.value, ply ?? 0, turns) : this.mainLine.value[Math.min(ply ?? usual, last)]!);
      this.stopAddress = effect(() => this.writeAddress(this.nodes.value, this.at.value));
      if (this.entry.value?.over) this.askReview(true);
    } catch (error) {
      this.failed.value = problemOf(error);
    }
  }

  /** What follows an illegal move is shown among the variations, but no board can be made of it. */
  private lastKnown(): number {
    const unknown = this.mainLine.value.findIndex((id) => this.cellsAt(id) === null);
    return (unknown < 0 ? this.mainLine.value.length : unknown) - 1;
  }

  /** A study that nobody keeps: a line to walk through. */
  private async begin(line: Line): Promise<void> {
    const { start, steps } = await api.replay(line);
    this.base = { ...line, moves: [] };
    this.isScratch.value = true;
    const first = await api.position(this.base);
    [this.start, this.turn] = [start, first.live.turn];
    let nodes = [nothing()];
    steps.forEach(({ move, changes, board }, i) => {
      const next = steps[i + 1]?.move.side ?? other(move.side);
      const { point, name, side, forced } = move;
      nodes = add(nodes, i, { ...nothing(), move: point, name, side, forced, changes, cells: board, turn: next });
    });
    for (const [at, comment] of this.notes) nodes = edit(nodes, at, { comment });
    this.nodes.value = nodes;
  }

  /** A game or a record; what was changed in it before and did not reach the library comes there first. */
  private async load(): Promise<void> {
    await left(this.id);
    let item = await api.item(this.id);
    const draft = draftOf(this.id);
    if (draft) {
      const isSame = sameTree(draft.tree, written(grow(item.tree)).tree) && !draft.info;
      if (!isSame) {
        const entry = await store(this.id, draft, item.editable);
        forget(this.id);
        this.id = entry.id;
        item = await api.item(entry.id);
      } else forget(this.id);
    }
    const { entry, info, line, start, turn, tree, illegal, editable } = item;
    this.base = { ...line, moves: [] };
    [this.start, this.turn, this.isOwn] = [start, turn, editable];
    batch(() => {
      this.entry.value = entry;
      this.info.value = info;
      this.nodes.value = grow(tree);
    });
    if (illegal) complain(new Refused(illegal.error, 422));
    this.keeper.value = new Keeper(this.study());
  }

  private study() {
    // eslint-disable-next-line @typescript-eslint/no-this-alias -- the keeper asks for the id that the study has then
    const model = this;
    let sent: readonly number[] = [];
    return {
      get id() {
        return model.id;
      },
      get isOwn() {
        return model.isOwn;
      },
      draft: (): Draft => {
        const { tree, ids } = written(model.nodes.value);
        sent = ids;
        return { seen: model.entry.value?.updated ?? 0, tree, info: model.changedInfo };
      },
      kept: (entry: Entry) => {
        const isCopy = entry.id !== model.id;
        [model.id, model.isOwn] = [entry.id, true];
        batch(() => {
          model.nodes.value = numbered(model.nodes.value, sent);
          model.entry.value = entry;
        });
        if (isCopy) notify(phrase("keptAsCopy", {}));
      },
    };
  }

  /** Every position and variation has an address of its own, written as one walks. */
  private writeAddress(nodes: readonly Node[], id: number): void {
    if (this.isScratch.value) return stay(this.lineAddress());
    const { ply, turns } = addressOf(nodes, id);
    stay(`/study/${this.id}?${new URLSearchParams({ ...(turns ? { v: turns } : {}), ply: String(ply) })}`);
  }

  /** The line that is walked with its comments, for everybody: a record can be opened by its owner alone. */
  lineAddress(): string {
    const line = this.walk.value.map((at) => this.nodes.value[at]!);
    const notes = line.flatMap(({ comment }, ply) => (comment ? [[ply, comment] as const] : []));
    const moves = line.slice(1).map((node) => node.move);
    return `/study/new?${writeLine({ ...this.base!, moves }, this.ply.value, notes)}`;
  }

  close(): void {
    this.stopEngine?.();
    this.stopReview?.();
    this.stopAddress?.();
    this.keeper.value?.close();
    clearTimeout(this.rest);
  }

  path(id: number): Node[] {
    return pathTo(this.nodes.value, id);
  }

  line(id = this.at.value): Line {
    return { ...this.base!, moves: this.path(id).map((n) => n.move) };
  }

  /** First children from the root on. */
  readonly mainLine = computed<number[]>(() => (this.nodes.value.length > 0 ? onward(this.nodes.value, ROOT) : []));

  private readonly mainBoards = computed(() => this.mainLine.value.map((id) => this.cellsAt(id)).filter((cells) => cells !== null));

  /** The line that is walked: what leads here, then first children. */
  readonly walk = computed<number[]>(() => {
    const nodes = this.nodes.value;
    if (nodes.length === 0) return [];
    const before = [ROOT, ...this.path(this.at.value).map((n) => n.id)];
    return [...before, ...onward(nodes, this.at.value).slice(1)];
  });

  readonly played = computed<Played[]>(() =>
    this.walk.value.slice(1).map((id, i) => {
      const node = this.nodes.value[id]!;
      return { n: i + 1, side: node.side ?? "black", point: node.move, name: node.name, forced: node.forced ?? false, at: 0, spent_ms: 0 };
    }),
  );
  /** Plies of the line that is walked where the review found a mistake. */
  readonly mistakes = computed<ReadonlyMap<number, MoveClass>>(() => {
    const [main, walk] = [this.mainLine.value, this.walk.value];
    return new Map((this.reviewed.value?.mistakes ?? []).filter(({ ply }) => walk[ply] === main[ply]).map((m) => [m.ply, m.class]));
  });
  readonly ply = computed(() => this.walk.value.indexOf(this.at.value));

  /** The board at a node, put together from what the referee said of each move; null where it could not follow. */
  cellsAt(id: number): readonly Cell[] | null {
    const path = [...this.path(id)].reverse();
    const known = path.findIndex((n) => n.cells !== undefined || this.cells.has(n.id));
    const from = known < 0 ? undefined : path[known]!;
    let cells = from ? (from.cells ?? this.cells.get(from.id)!) : this.start;
    for (const node of path.slice(0, known < 0 ? path.length : known).reverse()) {
      if (!node.changes) return null;
      cells = changed(cells, node);
      this.cells.set(node.id, cells);
    }
    return cells;
  }

  /** Where one stands before the server has told what may be played there. */
  private provisional(id: number): Live | null {
    const board = this.cellsAt(id);
    if (!board) return null;
    const path = this.path(id);
    const count = (cell: Cell) => board.filter((c) => c === cell).length;
    return {
      ...UNKNOWN,
      board: [...board],
      ply: path.length,
      turn: path.length > 0 ? path.at(-1)!.turn : this.turn,
      last: path.findLast((n) => n.move !== null)?.move ?? null,
      counts: { black: count(1), white: count(2) },
      empties: count(0),
    };
  }

  async go(id: number): Promise<void> {
    const before = this.at.value;
    const known = this.seen.get(id);
    const shown = known ?? this.provisional(id);
    batch(() => {
      this.at.value = id;
      this.analysis.value = this.overlays.value = this.shownLine.value = this.hovered.value = this.drawn.value = null;
      if (shown) this.live.value = shown;
    });
    this.halt();
    clearTimeout(this.rest);
    if (shown && !known) return void (this.rest = window.setTimeout(() => void this.learnOf(id, before), REST_MS));
    await this.learnOf(id, before);
  }

  /** Asks the server about a position, unless it has told already: what may be played there, and who has won. */
  private async learnOf(id: number, before: number): Promise<void> {
    try {
      const live = this.seen.get(id) ?? (await api.position(this.line(id))).live;
      this.seen.set(id, live);
      if (this.at.value !== id) return;
      this.live.value = live;
      if (live.phase === "counting" && !live.counting) await this.count(id, live);
    } catch (error) {
      if (!this.live.value) return void (this.failed.value = problemOf(error));
      // A board that is known stays, with or without the server; what the referee refuses has none.
      if (this.cellsAt(id)) return;
      if (this.at.value === id) this.at.value = before;
      return complain(error);
    }
    if (this.isOn.value) this.analyse();
    if (this.overlay.value !== "none") void this.show(this.overlay.value);
  }

  /** A game of Go that ended with two passes: the judge counts it. */
  private async count(id: number, live: Live): Promise<void> {
    const counted = { ...live, counting: await api.count(this.line(id)) };
    this.seen.set(id, counted);
    if (this.at.value === id) this.live.value = counted;
  }

  /** The line that is drawn on the board: of the candidate under the mouse, or of the one that was chosen. */
  readonly drawnLine = computed(() => {
    const candidates = this.analysis.value?.candidates ?? [];
    const [hovered, shown] = [this.hovered.value, this.shownLine.value];
    const over = hovered === null ? undefined : candidates.find((c) => c.point === hovered);
    return (over ?? (shown === null ? undefined : candidates[shown]))?.line ?? null;
  });

  /** A point of the board was touched: a move, or a mark. */
  touch(point: Point): void {
    const tool = this.tool.value;
    if (tool === "play") return void this.play(point);
    const { id, marks } = this.nodes.value[this.at.value]!;
    const mark: Mark = { point, shape: tool, ...(tool === "label" ? { label: nextLetter(marks) } : {}) };
    this.change(edit(this.nodes.value, id, { marks: toggled(marks, mark) }));
  }

  async play(point: Point | null): Promise<void> {
    const live = this.live.value;
    if (!live || live.outcome) return;
    if (this.learner?.(point)) return;
    const before = this.at.value;
    await this.follow([point]);
    if (this.at.value !== before) sound.place();
    else sound.refused();
  }

  /** Walks moves from here, adding what is not there yet. The server says what each is called. */
  async follow(moves: readonly (Point | null)[]): Promise<void> {
    let at = this.at.value;
    for (const move of moves) {
      const known = this.nodes.value[at]!.children.find((c) => this.nodes.value[c]!.move === move);
      if (known !== undefined) {
        at = known;
        continue;
      }
      let answer: Position;
      try {
        const before = this.line(at);
        answer = await api.position({ ...before, moves: [...before.moves, move] });
      } catch (error) {
        complain(error);
        break;
      }
      const count = this.path(at).length;
      for (const played of answer.played.slice(count)) at = this.add(at, played, answer.live);
      this.seen.set(at, answer.live);
    }
    await this.go(at);
  }

  private add(parent: number, played: Played, live: Live): number {
    const id = this.nodes.value.length;
    const { point: move, name, side, forced } = played;
    this.change(add(this.nodes.value, parent, { ...nothing(), move, name, side, forced, cells: live.board, turn: live.turn }));
    return id;
  }

  private change(nodes: Node[]): void {
    this.nodes.value = nodes;
    this.keeper.value?.touch();
  }

  comment(text: string): void {
    this.change(edit(this.nodes.value, commented(this.nodes.value, this.at.value).id, { comment: text }));
  }

  /** Changes the tree's shape. What a review said of another main line is not laid over the new one. */
  private reshape(nodes: Node[]): void {
    const before = this.mainLine.value;
    this.change(nodes);
    const after = this.mainLine.value;
    if (before.length === after.length && before.every((id, i) => after[i] === id)) return;
    batch(() => {
      this.steps.value = [];
      this.reviewed.value = null;
    });
  }

  promote(toMain: boolean): void {
    this.reshape(promote(this.nodes.value, this.at.value, toMain));
  }

  /** Deletes the move that one looks at and all that follows it. */
  remove(): void {
    const { id, parent } = this.nodes.value[this.at.value]!;
    // The second click of a double click would delete the move before.
    if (parent === null || Date.now() - this.removedAt < DOUBLE_MS) return;
    this.removedAt = Date.now();
    this.removed.value = [...this.removed.value, { id, place: this.nodes.value[parent]!.children.indexOf(id) }];
    this.reshape(remove(this.nodes.value, id));
    void this.go(parent);
  }

  /** Puts what was deleted last back to its place. */
  restore(): void {
    const removed = this.removed.value.at(-1);
    if (!removed) return;
    this.removedAt = 0;
    this.removed.value = this.removed.value.slice(0, -1);
    this.reshape(putBack(this.nodes.value, removed.id, removed.place));
    void this.go(removed.id);
  }

  editInfo(part: InfoEdit): void {
    this.changedInfo = { ...this.changedInfo, ...part };
    const info = this.info.value!;
    const { black = info.players.black, white = info.players.white, black_rank = info.ranks.black, white_rank = info.ranks.white, ...rest } = part;
    this.info.value = { ...info, ...rest, players: { black, white }, ranks: { black: black_rank, white: white_rank } };
    this.entry.value = { ...this.entry.value!, black, white };
    this.keeper.value?.touch();
  }

  /** Puts a scratch study into the library, and goes on there. */
  async keep(): Promise<void> {
    const { tree, ids } = written(this.nodes.value);
    const entry = await api.newStudy({ line: this.base!, tree });
    this.id = entry.id;
    this.isScratch.value = false;
    const at = ids.indexOf(this.at.value);
    this.seen.clear();
    this.cells.clear();
    await this.load();
    await this.go(Math.max(ROOT, at));
  }

  toggle(): void {
    this.isOn.value = !this.isOn.value;
    if (this.isOn.value) this.analyse();
    else this.halt();
  }

  /** Whether there is nothing left to play where we are: the game has ended here, or waits for its count. */
  isOver(): boolean {
    const live = this.live.value;
    return live !== null && (live.outcome !== null || live.phase === "counting");
  }

  private halt(): void {
    this.stopEngine?.();
    this.stopEngine = null;
  }

  private analyse(): void {
    this.halt();
    const id = this.at.value;
    if (this.isOver()) return;
    this.stopEngine = connection.stream({ type: "analyse", of: this.line(id), ms: ANALYSIS_MS, lines: 5 }, (message) => {
      if (message.type === "error") {
        this.isOn.value = false;
        return complain(new Refused(message.error!, 409));
      }
      if (this.at.value === id) this.analysis.value = message as unknown as Analysis;
    });
  }

  review(): void {
    if (this.isReviewing.value) {
      this.stopReview?.();
      return void (this.isReviewing.value = false);
    }
    batch(() => {
      this.isReviewing.value = true;
      this.steps.value = [];
      this.reviewed.value = null;
    });
    this.askReview(false);
  }

  /** Asks for the review; `stored`: only for one that was made before. */
  private askReview(stored: boolean): void {
    this.stopReview?.();
    const of = this.line(this.mainLine.value.at(-1));
    this.stopReview = connection.stream({ type: "review", of, ms_per_move: REVIEW_MS, stored }, (message) => {
      if (message.type === "review") this.steps.value = withStep(this.steps.value, message as unknown as ReviewStep);
      else if (message.type === "reviewed") {
        this.reviewed.value = message as unknown as Reviewed;
        this.isReviewing.value = false;
      } else if (message.type === "error") {
        this.isReviewing.value = false;
        // Nobody has asked for what was made before.
        if (!stored) complain(new Refused(message.error!, 409));
      }
    });
  }

  async show(overlay: Overlay): Promise<void> {
    this.overlay.value = overlay;
    if (overlay === "none" || overlay === "ownership") return;
    const id = this.at.value;
    try {
      const found = await api.overlays(this.line(id));
      if (this.at.value === id) this.overlays.value = found;
    } catch (error) {
      complain(error);
    }
  }

  best(): Candidate[] {
    return this.analysis.value?.candidates ?? [];
  }

  /** Where a mistake's better move leads to a problem for training. */
  async learn(ply: number): Promise<boolean> {
    const step = this.steps.value.find((s) => s.ply === ply);
    const end = this.mainLine.value.at(-1)!;
    try {
      await api.learn(this.line(end), ply, step?.best.point ?? null, step?.loss ?? 0);
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  }
}

/** Of a position that the server has not told about yet. */
const UNKNOWN: Live = {
  seq: 0,
  ply: 0,
  phase: "playing",
  turn: null,
  board: [],
  legal: [],
  can_pass: false,
  suggestion: [],
  last: null,
  win_line: [],
  counts: { black: 0, white: 0 },
  empties: 0,
  clocks: null,
  undo: { black: false, white: false },
  redo: { black: false, white: false },
  offer: null,
  thinking: null,
  queue: null,
  opening: null,
  counting: null,
  outcome: null,
  next: null,
};
