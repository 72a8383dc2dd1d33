// The trees of searches: in which order their nodes were met, how wide each is drawn, and how a Monte Carlo tree stood after
// any number of playouts. Plain arithmetic.

import type { Grown, TracedNode } from "../wire";

/** A node is entered, and later left with its value. */
export type Step = { node: number; enters: boolean };

/** The order of a search: the list is in the order of entry, so a node is left when the next one is not below it. */
export function steps(tree: readonly Pick<TracedNode, "parent">[]): Step[] {
  const found: Step[] = [];
  const open: number[] = [];
  const leave = (until: number | null) => {
    while (open.length > 0 && open.at(-1) !== until) found.push({ node: open.pop()!, enters: false });
  };
  tree.forEach(({ parent }, node) => {
    leave(parent);
    found.push({ node, enters: true });
    open.push(node);
  });
  leave(null);
  return found;
}

/** Where a node is drawn: from the left and how wide, in parts of the whole; `depth` is its row. */
export type Block = { x: number; width: number; depth: number };
/** Moves that were cut off, as wide as their searched siblings are on average. */
export type Ghost = Block & { node: number; name: string };

/** Each node's width is shared among its children by weight. */
export function layout(parents: readonly (number | null)[], weight: readonly number[], cut: readonly (readonly string[])[] = []) {
  const blocks: Block[] = [];
  const ghosts: Ghost[] = [];
  const used: number[] = [];
  const total: number[] = new Array<number>(parents.length).fill(0);
  const children: number[] = new Array<number>(parents.length).fill(0);
  parents.forEach((parent, node) => {
    if (parent === null) return;
    total[parent]! += weight[node]!;
    children[parent]!++;
  });
  const mean = (node: number) => (children[node]! > 0 ? total[node]! / children[node]! : 1);
  const whole = (node: number) => total[node]! + mean(node) * (cut[node]?.length ?? 0);
  parents.forEach((parent, node) => {
    used[node] = 0;
    if (parent === null) {
      blocks.push({ x: 0, width: 1, depth: 0 });
      return;
    }
    const above = blocks[parent]!;
    const width = whole(parent) > 0 ? (above.width * weight[node]!) / whole(parent) : 0;
    blocks.push({ x: above.x + used[parent]!, width, depth: above.depth + 1 });
    used[parent]! += width;
  });
  cut.forEach((names, node) => {
    const above = blocks[node]!;
    names.forEach((name, i) => {
      const width = (above.width * mean(node)) / whole(node);
      ghosts.push({ node, name, x: above.x + used[node]! + i * width, width, depth: above.depth + 1 });
    });
  });
  return { blocks, ghosts };
}

/** The nodes from the root to this one. */
export function path(parents: readonly (number | null)[], node: number): number[] {
  const found: number[] = [];
  for (let at: number | null = node; at !== null; at = parents[at] ?? null) found.unshift(at);
  return found;
}

export type Stand = {
  parents: (number | null)[];
  visits: number[];
  /** Points of the side to move at the root, added up. */
  points: number[];
};

/** How a Monte Carlo tree stood after so many playouts. */
export function standAfter(grown: Pick<Grown, "tree" | "playouts" | "turn">, playouts: number): Stand {
  const parents: (number | null)[] = [null, ...grown.tree.map((n) => n.parent)];
  const visits = new Array<number>(parents.length).fill(0);
  const points = new Array<number>(parents.length).fill(0);
  for (const [node, black] of grown.playouts.slice(0, playouts)) {
    const own = grown.turn === "black" ? black! : 1 - black!;
    for (const at of path(parents, node!)) {
      visits[at]!++;
      points[at]! += own;
    }
  }
  return { parents, visits, points };
}

/** What the search adds for moves that were seldom tried. */
export const explorationTerm = (weight: number, parentVisits: number, visits: number): number =>
  visits === 0 ? Infinity : weight * Math.sqrt(Math.log(Math.max(1, parentVisits)) / visits);
