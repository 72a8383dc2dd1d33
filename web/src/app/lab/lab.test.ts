import { describe, expect, it } from "vitest";
import { labAddress, labOf, lineOf, parseLab } from "./address";
import { explorationTerm, layout, path, standAfter, steps } from "./tree";

describe("the address of the laboratory", () => {
  it("holds everything that is shown", () => {
    const query = "game=gomoku&size=9&at=40-41-x-31&show=values&search=alphabeta-4-classic.mcts-500&step=17&under=3-x&heat=after&run=abc";
    const lab = parseLab(query);
    expect(lab).toEqual({
      kind: "gomoku",
      size: 9,
      moves: [40, 41, null, 31],
      tab: "values",
      searches: [
        { search: "alphabeta", amount: 4, eval: "classic" },
        { search: "mcts", amount: 500, eval: null },
      ],
      step: 17,
      under: [3, null],
      heat: "after",
      run: "abc",
    });
    expect(parseLab(labAddress(lab).split("?")[1]!)).toEqual(lab);
  });

  it("takes nonsense as nothing", () => {
    const plain = parseLab("");
    expect([plain.kind, plain.size, plain.tab, plain.searches.length]).toEqual(["othello", 8, "search", 1]);
    const odd = parseLab("game=chess&size=99&at=3-q-77777&show=x&search=minimax-99.sudo-3.mcts--1&step=-4");
    expect(odd).toEqual({ ...plain, moves: [3], searches: [{ search: "minimax", amount: 6, eval: null }] });
  });

  it("leads from a game to the laboratory where its board is one of ours", () => {
    expect(labOf({ kind: "othello", moves: [37, null] })).toBe("/lab?game=othello&at=37-x&search=alphabeta-3");
    expect(labOf({ kind: "go", size: 17, moves: [] })).toBeNull();
    expect(labOf({ kind: "go", size: 9, stones: [[1, 1]], moves: [] })).toBeNull();
    expect(lineOf(parseLab("game=gomoku&size=7")).rules).toBe("freestyle");
  });
});

describe("trees", () => {
  // 0 has 1 and 3; 1 has 2.
  const parents = [null, 0, 1, 0];

  it("are entered and left in the order of the search", () => {
    const found = steps(parents.map((parent) => ({ parent })));
    expect(found.map((s) => (s.enters ? s.node : -1 - s.node))).toEqual([0, 1, 2, -3, -2, 3, -4, -1]);
    expect(steps([])).toEqual([]);
  });

  it("share the width of a node by weight, cut moves included", () => {
    const { blocks, ghosts } = layout(parents, [4, 2, 1, 2], [["a", "b"], [], [], []]);
    expect(blocks.map((b) => [b.x, b.width, b.depth])).toEqual([
      [0, 1, 0],
      [0, 0.25, 1],
      [0, 0.25, 2],
      [0.25, 0.25, 1],
    ]);
    expect(ghosts.map((g) => [g.name, g.x, g.width])).toEqual([
      ["a", 0.5, 0.25],
      ["b", 0.75, 0.25],
    ]);
    expect(path(parents, 2)).toEqual([0, 1, 2]);
  });

  it("stand after some playouts as the list of playouts says", () => {
    const node = (parent: number) => ({ parent, point: 1, name: "a1", mover: "white" as const });
    const grown = {
      turn: "white" as const,
      tree: [node(0), node(0), node(1)],
      playouts: [
        [1, 0],
        [2, 1],
        [3, 0.5],
      ],
    };
    expect(standAfter(grown, 2)).toEqual({ parents: [null, 0, 0, 1], visits: [2, 1, 1, 0], points: [1, 1, 0, 0] });
    expect(standAfter(grown, 99).visits).toEqual([3, 2, 1, 1]);
    expect(explorationTerm(2, 1, 3)).toBe(0);
    expect(explorationTerm(1, 10, 0)).toBe(Infinity);
  });
});
