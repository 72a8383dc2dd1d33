import { describe, expect, it } from "vitest";
import { layers } from "./overlay";
import { isDue, Repetition } from "./repetition";
import { language } from "./settings";
import { sameTree } from "./studykeeper";
import {
  addressOf,
  changed,
  commented,
  edit,
  grow,
  nextLetter,
  nodeAt,
  numbered,
  promote,
  putBack,
  remove,
  toggled,
  written,
  type Node,
} from "./studytree";
import { branches } from "./Variations";
import type { Cell, Puzzle, TreeNode } from "./wire";

const node = (parent: number | null, move?: number | null, more: Partial<TreeNode> = {}): TreeNode => ({
  parent,
  ...(move === undefined ? {} : { move }),
  name: `p${move}`,
  side: null,
  comment: "",
  setup: [],
  ...more,
});
/** Nodes of a record have the numbers of their places there. */
const record = (nodes: TreeNode[]) => grow(nodes.map((n, at) => (n.forced ? n : { ...n, at })));
const moves = (nodes: readonly Node[]) => branches(nodes).map((b) => b.moves.map((m) => nodes[m.id]!.move));
// 1-2-3-4 is the main line; 5-6 replaces 3, and 7 replaces 6.
const TREE = [node(null), node(0, 1), node(1, 2), node(2, 3), node(3, 4), node(2, 5), node(5, 6), node(5, 7)];

describe("the tree of variations", () => {
  it("puts each branch under the move that it replaces", () => {
    const nodes = record(TREE);
    const shown = branches(nodes).map((b) => [b.depth, b.moves.map((m) => `${m.n}:${nodes[m.id]!.move}`).join(" ")]);
    expect(shown).toEqual([
      [0, "1:1 2:2 3:3"],
      [1, "3:5 4:6"],
      [2, "4:7"],
      [0, "4:4"],
    ]);
  });

  it("shows other first moves and an empty game", () => {
    expect(moves(record([node(null), node(0, 1), node(0, 2)]))).toEqual([[1], [2]]);
    expect(branches(grow([]))).toEqual([]);
  });

  it("is promoted step by step, made the main line, and cut", () => {
    const nodes = record(TREE);
    expect(moves(promote(nodes, 7, false))).toEqual([[1, 2, 3], [5, 7], [6], [4]]);
    expect(moves(promote(nodes, 7, true))).toEqual([[1, 2, 5], [3, 4], [7], [6]]);
    expect(moves(remove(nodes, 5))).toEqual([[1, 2, 3, 4]]);
    expect(moves(putBack(remove(nodes, 3), 3, 0))).toEqual(moves(nodes));
    expect(moves(remove(nodes, 0))).toEqual(moves(nodes));
  });

  it("comes back to the server as it came, but for what was changed", () => {
    const nodes = record(TREE);
    const { tree, ids } = written(nodes);
    expect(ids).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(tree.map((n) => [n.parent, n.move, n.at])).toEqual(TREE.map((n, at) => [n.parent, n.move, at]));
    // What was deleted is not sent; what was promoted comes first.
    const changed = written(remove(promote(nodes, 5, true), 6));
    expect(changed.ids).toEqual([0, 1, 2, 5, 7, 3, 4]);
    expect(changed.tree.map((n) => n.parent)).toEqual([null, 0, 1, 2, 3, 2, 5]);
    const again = numbered(nodes, changed.ids);
    expect(changed.ids.map((id) => again[id]!.at)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    // What comes back after it was deleted and the tree kept has no number of another node.
    expect(again[6]!.at).toBeUndefined();
  });

  it("keeps nodes without a move where they were, and numbers no pass that nobody wrote", () => {
    // The root, a comment without a move, the move behind it; a pass of the rules, and a move behind that.
    const nodes = record([node(null), node(0, undefined, { comment: "word" }), node(1, 1), node(2, null, { forced: true }), node(3, 2), node(0, 9)]);
    expect(nodes[0]!.children).toEqual([2, 5]);
    expect([commented(nodes, 0).comment, commented(nodes, 2).comment]).toEqual(["word", ""]);
    const { tree, ids } = written(nodes);
    expect(tree.map((n) => n.parent)).toEqual([null, 0, 1, 2, 3, 0]);
    expect(tree.map((n) => n.move)).toEqual([undefined, undefined, 1, null, 2, 9]);
    expect(ids.map((id) => numbered(nodes, ids)[id]!.at)).toEqual([0, 1, 2, undefined, 3, 4]);
    // Promoted past it, the other first move is the main line in the record too.
    expect(written(promote(nodes, 5, true)).tree.map((n) => [n.parent, n.move])).toEqual([
      [null, undefined],
      [0, 9],
      [0, undefined],
      [2, 1],
      [3, null],
      [4, 2],
    ]);
  });

  it("has an address for every node", () => {
    const nodes = record(TREE);
    for (const { id } of nodes) {
      const { ply, turns } = addressOf(nodes, id);
      expect(nodeAt(nodes, ply, turns), `${ply} ${turns}`).toBe(id);
    }
    expect(addressOf(nodes, 7)).toEqual({ ply: 4, turns: "2.1.3.1" });
    // An address of a tree that is shorter now leads as near as it goes.
    expect(nodeAt(nodes, 99, "2.1.3.5")).toBe(5);
    expect(nodeAt(nodes, 2, "nonsense")).toBe(2);
  });

  it("puts on the board what the referee said of a move", () => {
    const cells: Cell[] = [0, 1, 2, 0];
    expect(changed(cells, { side: "white", changes: { placed: 0, flipped: [1], removed: [] } })).toEqual([2, 2, 2, 0]);
    expect(changed(cells, { side: "black", changes: { placed: 3, flipped: [], removed: [2] } })).toEqual([0, 1, 0, 1]);
    expect(cells).toEqual([0, 1, 2, 0]);
  });

  it("has marks that are put, changed and taken away", () => {
    const first = toggled([], { point: 3, shape: "circle" });
    expect(toggled(first, { point: 3, shape: "label", label: nextLetter(first) })).toEqual([{ point: 3, shape: "label", label: "A" }]);
    expect(toggled(first, { point: 3, shape: "circle" })).toEqual([]);
    expect(nextLetter([{ point: 1, shape: "label", label: "A" }])).toBe("B");
  });
});

describe("a draft in the browser", () => {
  it("is known to be in the library by what it says, not by its numbers", () => {
    const { tree } = written(record(TREE));
    const without = tree.map((n) => ({ ...n, at: undefined }));
    expect(sameTree(tree, without)).toBe(true);
    expect(sameTree(tree, written(edit(record(TREE), 3, { comment: "new" })).tree)).toBe(false);
  });
});

describe("overlays", () => {
  it("names the threats of both sides, the strongest last", () => {
    language.value = "en";
    const shape = (point: number, side: "black" | "white", name: string) => ({ point, side, shape: name, zh: "", en: "", score: 0 });
    const found = {
      shapes: [
        shape(1, "black", "five"),
        shape(2, "white", "closed_four"),
        shape(2, "white", "open_four"),
        shape(3, "black", "open_three"),
        shape(4, "black", "closed_two"),
      ],
    };
    const shown = layers("threats", found).filter((l) => l.points.length > 0);
    expect(shown.map((l) => [l.text, l.points])).toEqual([
      ["Black makes an open three", [3]],
      ["White makes a four", [2]],
      ["Black makes five", [1]],
    ]);
  });

  it("has a layer for every kind of point it is given", () => {
    const regions = [
      { points: [1, 2], odd: false },
      { points: [3], odd: true },
    ];
    expect(layers("parity", { regions }).map((l) => l.points)).toEqual([[1, 2], [3]]);
    const group = (points: number[], liberties: number, alive: boolean) => ({ points, side: "black" as const, liberties, alive });
    expect(layers("groups", { groups: [group([1], 1, false), group([2], 3, true), group([3], 2, false)] }).map((l) => l.points)).toEqual([
      [3],
      [2],
      [1],
    ]);
    const stable = (stable_exact: boolean) => layers("stable", { stable: [0, 1], stable_exact }).map((l) => [l.text, l.points]);
    expect([stable(false), stable(true)]).toEqual([[["Discs proved stable", [0, 1]]], [["All stable discs", [0, 1]]]]);
    expect(layers("none", {})).toEqual([]);
  });
});

describe("repetition", () => {
  const puzzle = (id: string, due: number | null) => ({ id, due }) as Puzzle;

  it("begins with what is due", () => {
    expect([isDue(puzzle("a", 5), false, 10), isDue(puzzle("a", 15), false, 10)]).toEqual([true, false]);
    expect([isDue(puzzle("a", null), false, 10), isDue(puzzle("a", null), true, 10)]).toEqual([false, true]);
  });

  it("asks for a failed problem again, until it is solved", () => {
    const row = new Repetition();
    row.begin([puzzle("a", null), puzzle("b", 1), puzzle("c", 99)], true, 10);
    row.finished("a", false);
    expect([row.waiting.value, row.after("a")]).toEqual([["b", "a"], "b"]);
    row.finished("b", true);
    expect(row.after("b")).toBe("a");
    row.finished("a", true);
    row.finished("c", false);
    expect([row.waiting.value, row.after("a")]).toEqual([[], null]);
  });
});
