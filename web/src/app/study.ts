// A copy of a game or record that can be walked, varied and analysed. The record itself is never touched.

import { batch, computed, signal } from "@preact/signals";
import { api, Refused } from "./api";
import { lineOf } from "./game";
import { complain, problemOf } from "./notice";
import { withStep } from "./review/steps";
import { connection } from "./socket";
import { sound } from "./sound";
import type {
  AddedNode,
  Analysis,
  Candidate,
  Cell,
  Entry,
  Kind,
  LibraryItem,
  Line,
  Live,
  Mark,
  MoveClass,
  Overlays,
  Played,
  Point,
  Position,
  Problem,
  Reviewed,
  ReviewStep,
  Side,
  TreeNode,
} from "./wire";

/** `from` is the node's place in the record's tree; a pass that the record does not write has none, and neither has what is new. */
export type Node = {
  id: number;
  parent: number | null;
  move: Point | null;
  name: string;
  side: Side | null;
  comment: string;
  children: number[];
  marks?: readonly Mark[];
  from?: number;
  isNew?: boolean;
};
export type Overlay = "none" | "ownership" | "stable" | "mobility" | "frontier" | "parity" | "squares" | "shapes" | "groups" | "threats";

const ANALYSIS_MS = 60_000,
  REVIEW_MS = 300;

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
  readonly reviewed = signal<Reviewed | null>(null);
  readonly steps = signal<ReviewStep[]>([]);
  readonly isReviewing = signal(false);
  readonly overlay = signal<Overlay>("none");
  readonly overlays = signal<Overlays | null>(null);
  base: Line | null = null;
  /** The boards of the main line, from the start on. */
  boards: readonly (readonly Cell[])[] = [];
  /** How many nodes the record has. */
  private written = 0;
  private stopEngine: (() => void) | null = null;
  private stopReview: (() => void) | null = null;
  private readonly seen = new Map<number, Live>();

  constructor(
    readonly id: string,
    private readonly firstPly: number | null,
  ) {}

  get kind(): Kind {
    return this.base!.kind;
  }

  async open(): Promise<void> {
    try {
      const { line, tree } = await this.load();
      this.base = { ...line, moves: [] };
      const replay = await api.replay(line);
      this.boards = [replay.start, ...replay.steps.map((s) => s.board)];
      this.nodes.value = grow(
        replay.steps.map((s) => s.move),
        tree,
      );
      if (replay.illegal) complain(new Refused(replay.illegal.error, 422));
      this.written = tree.length;
      // What follows an illegal move is shown among the variations, but no board can be made of it.
      const last = replay.illegal ? replay.steps.length : this.mainLine.value.length - 1;
      await this.go(this.mainLine.value[Math.min(this.firstPly ?? last, last)]!);
    } catch (error) {
      this.failed.value = problemOf(error);
    }
  }

  /** A record of one's own, or a game that one may only watch. */
  private async load(): Promise<{ line: Line; tree: TreeNode[] }> {
    try {
      const item = await api.item(this.id);
      this.entry.value = item.entry;
      this.info.value = item.info;
      return item;
    } catch (error) {
      const game = await api.game(this.id).catch(() => {
        throw error;
      });
      return { line: lineOf(game), tree: [] };
    }
  }

  close(): void {
    this.stopEngine?.();
    this.stopReview?.();
  }

  path(id: number): Node[] {
    const path: Node[] = [];
    for (let n: Node | undefined = this.nodes.value[id]; n && n.parent !== null; n = this.nodes.value[n.parent]) path.unshift(n);
    return path;
  }

  line(id = this.at.value): Line {
    return { ...this.base!, moves: this.path(id).map((n) => n.move) };
  }

  /** First children from the root on. */
  readonly mainLine = computed<number[]>(() => {
    const nodes = this.nodes.value;
    const line = [0];
    for (let next = nodes[0]?.children[0]; next !== undefined; next = nodes[next]?.children[0]) line.push(next);
    return nodes.length > 0 ? line : [];
  });

  /** The line that is walked: what leads here, then first children. */
  readonly walk = computed<number[]>(() => {
    const nodes = this.nodes.value;
    if (nodes.length === 0) return [];
    const walk = [0, ...this.path(this.at.value).map((n) => n.id)];
    for (let next = nodes[this.at.value]?.children[0]; next !== undefined; next = nodes[next]?.children[0]) walk.push(next);
    return walk;
  });

  readonly played = computed<Played[]>(() =>
    this.walk.value.slice(1).map((id, i) => {
      const node = this.nodes.value[id]!;
      return { n: i + 1, side: node.side ?? "black", point: node.move, name: node.name, forced: false, at: 0, spent_ms: 0 };
    }),
  );
  /** Plies of the line that is walked where the review found a mistake. */
  readonly mistakes = computed<ReadonlyMap<number, MoveClass>>(() => {
    const [main, walk] = [this.mainLine.value, this.walk.value];
    return new Map((this.reviewed.value?.mistakes ?? []).filter(({ ply }) => walk[ply] === main[ply]).map((m) => [m.ply, m.class]));
  });
  readonly ply = computed(() => this.walk.value.indexOf(this.at.value));

  async go(id: number): Promise<void> {
    const before = this.at.value;
    batch(() => {
      this.at.value = id;
      this.analysis.value = this.overlays.value = this.shownLine.value = this.drawn.value = null;
    });
    const known = this.seen.get(id);
    try {
      const live = known ?? (await api.position(this.line(id))).live;
      this.seen.set(id, live);
      if (this.at.value !== id) return;
      this.live.value = live;
      if (live.phase === "counting" && !live.counting) await this.count(id, live);
    } catch (error) {
      if (!this.live.value) return void (this.failed.value = problemOf(error));
      if (this.at.value === id && !this.seen.has(id)) this.at.value = before;
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

  async play(point: Point | null): Promise<void> {
    const live = this.live.value;
    if (!live || live.outcome || (point === null && !live.can_pass)) return;
    if (this.learner?.(point)) return;
    const isLegal = point === null || live.legal.includes(point);
    await this.follow([point]);
    if (isLegal) sound.place();
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
      for (const played of answer.played.slice(count)) at = this.add(at, played);
      this.seen.set(at, answer.live);
    }
    await this.go(at);
  }

  private add(parent: number, played: Played): number {
    const id = this.nodes.value.length;
    const node: Node = { id, parent, move: played.point, name: played.name, side: played.side, comment: "", children: [], isNew: true };
    const nodes = this.nodes.value.map((n) => (n.id === parent ? { ...n, children: [...n.children, id] } : n));
    this.nodes.value = [...nodes, node];
    return id;
  }

  added(): AddedNode[] {
    return added(this.nodes.value, this.written);
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
    const end = this.mainLine.value.at(-1)!;
    batch(() => {
      this.isReviewing.value = true;
      this.steps.value = [];
      this.reviewed.value = null;
    });
    this.stopReview = connection.stream({ type: "review", of: this.line(end), ms_per_move: REVIEW_MS }, (message) => {
      if (message.type === "review") this.steps.value = withStep(this.steps.value, message as unknown as ReviewStep);
      else if (message.type === "reviewed") {
        this.reviewed.value = message as unknown as Reviewed;
        this.isReviewing.value = false;
      } else if (message.type === "error") {
        this.isReviewing.value = false;
        complain(new Refused(message.error!, 409));
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

/** What was tried beyond a record of `written` nodes, as the server takes it. */
export function added(nodes: readonly Node[], written: number): AddedNode[] {
  const add: AddedNode[] = [];
  const places = new Map<number, number>();
  for (const { id, parent, move, name, side, from, isNew } of nodes) {
    const above = parent === null ? 0 : places.get(parent)!;
    places.set(id, from ?? (isNew ? written + add.length : above));
    if (isNew) add.push({ parent: above, move, name, side });
  }
  return add;
}

/** The main line as it was played (with the passes the rules made), and the record's variations around it. */
export function grow(main: readonly Played[], tree: readonly TreeNode[]): Node[] {
  const nodes: Node[] = [{ id: 0, parent: null, move: null, name: "", side: null, comment: "", children: [], from: 0 }];
  const add = (parent: number, of: Omit<Node, "id" | "parent" | "children">): number => {
    const id = nodes.length;
    nodes.push({ ...of, id, parent, children: [] });
    nodes[parent]!.children.push(id);
    return id;
  };
  let last = 0;
  const chain = main.map((m) => (last = add(last, { move: m.point, name: m.name, side: m.side, comment: "" })));
  // Follows the record's first children along the main line; a forced pass may be missing there.
  const mine = new Map<number, number>();
  let step = -1;
  tree.forEach((node, index) => {
    if (node.move === undefined) {
      const parent = node.parent === null ? 0 : mine.get(node.parent);
      if (parent !== undefined) mine.set(index, parent);
      if (node.comment && parent !== undefined) nodes[parent]!.comment ||= node.comment;
      if (node.marks?.length && parent !== undefined) nodes[parent]!.marks ??= node.marks;
      return;
    }
    const parent = node.parent === null ? 0 : mine.get(node.parent);
    if (parent === undefined) return;
    const onMain = parent === 0 ? step === -1 : chain[step] === parent;
    if (onMain) {
      let next = step + 1;
      while (main[next]?.forced && node.move !== null) next++;
      if (main[next] && main[next]!.point === node.move) {
        step = next;
        mine.set(index, chain[next]!);
        Object.assign(nodes[chain[next]!]!, { comment: node.comment, marks: node.marks, from: index });
        return;
      }
    }
    mine.set(index, add(parent, { move: node.move, name: node.name, side: node.side, comment: node.comment, marks: node.marks, from: index }));
  });
  return nodes;
}
