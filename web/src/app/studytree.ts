// The tree of a studied record: its nodes, what is changed in them, and the way back to the form that the server takes.

import type { Cell, Changes, Mark, Point, SentNode, Side, TreeNode } from "./wire";

/** A node of the tree. What the server knows of it beyond these fields stays with its number (`at`). */
export type Node = {
  id: number;
  parent: number | null;
  /** Continuations, the main one first; nodes without a move are no continuations. */
  children: number[];
  /** Null is a pass, and stands at the root. */
  move: Point | null;
  name: string;
  side: Side | null;
  comment: string;
  marks: readonly Mark[];
  setup: readonly [Point, Cell][];
  at?: number;
  /** A pass that the rules make. */
  forced?: boolean;
  score?: number | null;
  spent_ms?: number | null;
  /** What the move changes on the board, as the referee says; absent where it could not follow. */
  changes?: Changes | null;
  /** The whole board, for what was added here. */
  cells?: readonly Cell[];
  /** Who moves next. */
  turn: Side | null;
  /** The node that it hangs on in the record, where that is one without a move; such nodes hang on the one before them. */
  under?: number;
  folded?: number[];
  isFolded?: boolean;
};

export const ROOT = 0;

/** The server's tree as the page walks it: nodes without a move are folded into the one before them. */
export function grow(tree: readonly TreeNode[]): Node[] {
  const nodes: Node[] = [];
  tree.forEach((from, id) => {
    const { name, side, comment, marks, setup, at, forced, score, spent_ms, changes } = from;
    const node: Node = {
      id,
      parent: null,
      children: [],
      move: from.move ?? null,
      name,
      side,
      comment,
      marks: marks ?? [],
      setup,
      at: at ?? undefined,
      forced,
      score,
      spent_ms,
      changes,
      turn: from.turn ?? null,
    };
    nodes.push(node);
    if (from.parent === null) return;
    const above = nodes[from.parent]!;
    node.parent = above.isFolded ? above.parent! : above.id;
    if (above.isFolded) node.under = above.id;
    const parent = nodes[node.parent]!;
    if (from.move === undefined) {
      node.isFolded = true;
      (parent.folded ??= []).push(id);
    } else parent.children.push(id);
  });
  return nodes;
}

/** The nodes that lead to one, the root left out. */
export function pathTo(nodes: readonly Node[], id: number): Node[] {
  const path: Node[] = [];
  for (let n = nodes[id]; n && n.parent !== null; n = nodes[n.parent]) path.push(n);
  return path.reverse();
}

/** A node and its first continuations to the end. */
export function onward(nodes: readonly Node[], from: number): number[] {
  const line = [from];
  for (let next = nodes[from]?.children[0]; next !== undefined; next = nodes[next]?.children[0]) line.push(next);
  return line;
}

/** The board after a node that changes it. The referee said what changes; here it is only put on the board. */
export function changed(cells: readonly Cell[], { changes, side }: Pick<Node, "changes" | "side">): Cell[] {
  const next = cells.slice();
  const cell: Cell = side === "white" ? 2 : 1;
  for (const point of changes?.removed ?? []) next[point] = 0;
  for (const point of changes?.flipped ?? []) next[point] = cell;
  if (changes?.placed != null) next[changes.placed] = cell;
  return next;
}

/** Adds a continuation after all others. */
export function add(nodes: readonly Node[], parent: number, node: Omit<Node, "id" | "parent" | "children">): Node[] {
  const id = nodes.length;
  const above = nodes.map((n) => (n.id === parent ? { ...n, children: [...n.children, id] } : n));
  return [...above, { ...node, id, parent, children: [] }];
}

export function edit(nodes: readonly Node[], id: number, part: Partial<Node>): Node[] {
  return nodes.map((n) => (n.id === id ? { ...n, ...part } : n));
}

/** Makes the line through a node the main one: all the way, or one step where it branches last. */
export function promote(nodes: readonly Node[], id: number, toMain: boolean): Node[] {
  let changed = [...nodes];
  for (const node of pathTo(nodes, id).reverse()) {
    const { children } = changed[node.parent!]!;
    const place = children.indexOf(node.id);
    if (place === 0) continue;
    const rest = children.filter((c) => c !== node.id);
    const to = toMain ? 0 : place - 1;
    changed = edit(changed, node.parent!, { children: [...rest.slice(0, to), node.id, ...rest.slice(to)] });
    if (!toMain) break;
  }
  return changed;
}

/** Takes a node and all that follows it out of the tree. Numbers of other nodes stay. */
export function remove(nodes: readonly Node[], id: number): Node[] {
  const { parent } = nodes[id]!;
  return parent === null ? [...nodes] : edit(nodes, parent, { children: nodes[parent]!.children.filter((c) => c !== id) });
}

/** Puts a node that was taken out back among its siblings. */
export function putBack(nodes: readonly Node[], id: number, place: number): Node[] {
  const { parent } = nodes[id]!;
  const children = nodes[parent!]!.children.filter((c) => c !== id);
  return edit(nodes, parent!, { children: [...children.slice(0, place), id, ...children.slice(place)] });
}

/** The tree as the server takes it, and which node stands at each place. */
export function written(nodes: readonly Node[]): { tree: SentNode[]; ids: number[] } {
  const tree: SentNode[] = [];
  const ids: number[] = [];
  const places = new Map<number, number>();
  const put = (node: Node) => {
    const { id, parent, under, move, name, side, comment, marks, setup, at, forced, score, spent_ms, isFolded } = node;
    const above = under ?? parent;
    // A folded node stands before what hangs on it.
    if (under !== undefined && !places.has(under)) put(nodes[under]!);
    places.set(id, tree.length);
    ids.push(id);
    const sent: SentNode = { parent: above === null ? null : places.get(above)!, side, comment, marks: [...marks], setup: [...setup], name };
    if (above !== null && !isFolded) sent.move = move;
    if (at !== undefined) sent.at = at;
    if (forced) sent.forced = true;
    if (score != null) sent.score = score;
    if (spent_ms != null) sent.spent_ms = spent_ms;
    tree.push(sent);
  };
  const waiting = nodes.length > 0 ? [ROOT] : [];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = nodes[id]!;
    put(node);
    for (const folded of node.folded ?? []) if (!hasBelow(nodes, node, folded) && !places.has(folded)) put(nodes[folded]!);
    waiting.push(...node.children.toReversed());
  }
  return { tree, ids };
}

const hasBelow = (nodes: readonly Node[], node: Node, folded: number) =>
  node.children.some((c) => nodes[c]!.under === folded) || (node.folded ?? []).some((f) => nodes[f]!.under === folded);

/** After the server has kept the tree, each node has the number of its place there; what is not in it has none. */
export function numbered(nodes: readonly Node[], ids: readonly number[]): Node[] {
  const numbers = new Map<number, number>();
  for (const id of ids) {
    const { forced, at } = nodes[id]!;
    // A pass that nobody writes is no node of the record.
    if (!forced || at !== undefined) numbers.set(id, numbers.size);
  }
  return nodes.map((node) => ({ ...node, at: numbers.get(node.id) }));
}

/** Where a node is, as a link says it: how many moves, and which continuation is taken where it is not the first. */
export function addressOf(nodes: readonly Node[], id: number): { ply: number; turns: string } {
  const path = pathTo(nodes, id);
  const turns = path.flatMap((node, ply) => {
    const place = nodes[node.parent!]!.children.indexOf(node.id);
    return place > 0 ? [ply, place] : [];
  });
  return { ply: path.length, turns: turns.join(".") };
}

/** The node of a link; as near to it as the tree goes. */
export function nodeAt(nodes: readonly Node[], ply: number, turns: string): number {
  const numbers = turns.split(".").map(Number);
  const taken = new Map<number, number>();
  for (let i = 0; i + 1 < numbers.length; i += 2) taken.set(numbers[i]!, numbers[i + 1]!);
  let id = ROOT;
  for (let depth = 0; depth < ply; depth++) {
    const next: number | undefined = nodes[id]?.children[taken.get(depth) ?? 0];
    if (next === undefined) break;
    id = next;
  }
  return id;
}

/** The node that holds the comment which is shown at a node: itself, or one without a move that follows it. */
export function commented(nodes: readonly Node[], id: number): Node {
  const node = nodes[id]!;
  if (node.comment) return node;
  return (node.folded ?? []).map((f) => nodes[f]!).find((n) => n.comment) ?? node;
}

/** A mark on a point put there, or taken away where it is already. */
export function toggled(marks: readonly Mark[], mark: Mark): Mark[] {
  const rest = marks.filter((m) => m.point !== mark.point);
  const was = marks.find((m) => m.point === mark.point);
  return was?.shape === mark.shape ? rest : [...rest, mark];
}

/** The next letter that no mark has yet: A to Z, then a to z. */
export function nextLetter(marks: readonly Mark[]): string {
  const used = new Set(marks.map((m) => m.label));
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  return [...letters].find((letter) => !used.has(letter)) ?? "?";
}

/** A node without a word. */
export const nothing = (): Node => ({
  id: 0,
  parent: null,
  children: [],
  move: null,
  name: "",
  side: null,
  comment: "",
  marks: [],
  setup: [],
  turn: null,
});
