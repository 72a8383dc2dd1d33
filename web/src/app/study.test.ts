import { describe, expect, it } from "vitest";
import { layers } from "./overlay";
import { isDue, Repetition } from "./repetition";
import { language } from "./settings";
import { added, grow } from "./study";
import { branches } from "./Variations";
import type { Played, Puzzle, TreeNode } from "./wire";

const played = (n: number, point: number): Played => ({
  n,
  side: n % 2 ? "black" : "white",
  point,
  name: `p${point}`,
  forced: false,
  at: 0,
  spent_ms: 0,
});
const node = (parent: number | null, move?: number): TreeNode => ({
  parent,
  ...(move === undefined ? {} : { move }),
  name: `p${move}`,
  side: null,
  comment: "",
  setup: [],
});

describe("the tree of variations", () => {
  it("puts each branch under the move that it replaces", () => {
    // 1-2-3-4 is the main line; 5-6 replaces 3, and 7 replaces 6.
    const tree = [node(null), node(0, 1), node(1, 2), node(2, 3), node(3, 4), node(2, 5), node(5, 6), node(5, 7)];
    const nodes = grow(
      [1, 2, 3, 4].map((p, i) => played(i + 1, p)),
      tree,
    );
    const shown = branches(nodes).map((b) => [b.depth, b.moves.map((m) => [m.n, nodes[m.id]!.move])]);
    expect(shown).toEqual([
      [
        0,
        [
          [1, 1],
          [2, 2],
          [3, 3],
        ],
      ],
      [
        1,
        [
          [3, 5],
          [4, 6],
        ],
      ],
      [2, [[4, 7]]],
      [0, [[4, 4]]],
    ]);
  });

  it("shows other first moves and an empty game", () => {
    const nodes = grow([played(1, 1)], [node(null), node(0, 1), node(0, 2)]);
    expect(branches(nodes).map((b) => b.moves.map((m) => nodes[m.id]!.move))).toEqual([[1], [2]]);
    expect(branches(grow([], []))).toEqual([]);
  });
});

describe("what was tried in a study", () => {
  it("hangs below the record's own nodes, also behind a pass that the record does not write", () => {
    // The record: 1, a variation 9 instead of it, then 2; between 1 and 2 the rules made a pass.
    const tree = [node(null), node(0, 1), node(0, 9), node(1, 2)];
    const pass: Played = { ...played(2, 0), point: null, forced: true };
    const nodes = grow([played(1, 1), pass, played(3, 2)], tree);
    expect(added(nodes, tree.length)).toEqual([]);
    const [afterPass, end] = [2, 3];
    const tried = (id: number, parent: number, move: number) => ({
      id,
      parent,
      move,
      name: `p${move}`,
      side: "black" as const,
      comment: "",
      children: [],
      isNew: true,
    });
    const more = [...nodes, tried(5, afterPass, 7), tried(6, 5, 8), tried(7, end, 6)];
    expect(added(more, tree.length).map((a) => [a.parent, a.move])).toEqual([
      [1, 7],
      [4, 8],
      [3, 6],
    ]);
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
