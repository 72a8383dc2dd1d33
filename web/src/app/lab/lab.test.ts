import { describe, expect, it } from "vitest";
import type { Line } from "../wire";
import { labAddress, labOf, lineOf, parseLab, WHOLE, type Lab } from "./address";
import { explorationTerm, layout, path, standAfter, steps } from "./tree";

describe("the address of the laboratory", () => {
  const back = (lab: Lab) => parseLab(labAddress(lab).split("?")[1]!);

  it("holds everything that is shown", () => {
    const query =
      "game=gomoku&size=9&rules=freestyle&black=1-2&white=3&turn=white&at=40-41-x-31&show=values&search=alphabeta-4-classic.mcts-500" +
      "&step=17.40&under=3-x&heat=after&player=hard&player=alphabeta:depth=2,eval=classic&games=10&run=abc";
    const lab = parseLab(query);
    expect(lab).toEqual({
      kind: "gomoku",
      size: 9,
      base: {
        rules: "freestyle",
        stones: [
          [1, 1],
          [2, 1],
          [3, 2],
        ],
        turn: "white",
      },
      moves: [40, 41, null, 31],
      tab: "values",
      searches: [
        { search: "alphabeta", amount: 4, eval: "classic" },
        { search: "mcts", amount: 500, eval: null },
      ],
      looked: [
        { step: 17, under: [3, null] },
        { step: 40, under: [] },
      ],
      heat: "after",
      players: ["hard", "alphabeta:depth=2,eval=classic"],
      games: 10,
      run: "abc",
    });
    expect(back(lab)).toEqual(lab);
  });

  it("tells the two searches apart, and one alone as before", () => {
    const plain = parseLab("game=othello&search=minimax-2.alphabeta-2");
    const second = { ...plain, looked: [WHOLE, { step: 3, under: [5] }] };
    expect(labAddress(second)).toContain("&step=.3&under=.5");
    expect(back(second)).toEqual(second);
    expect(parseLab("step=17").looked).toEqual([{ step: 17, under: [] }]);
    // Who shows one search again shows no step of the other.
    expect(labAddress({ ...second, searches: plain.searches.slice(0, 1) })).not.toContain("step");
  });

  it("tells nobody chosen from the usual players", () => {
    const plain = parseLab("show=match");
    expect([plain.players, back({ ...plain, players: [] }).players]).toEqual([null, []]);
  });

  it("takes nonsense as nothing", () => {
    const plain = parseLab("");
    expect([plain.kind, plain.size, plain.tab, plain.searches.length, plain.looked]).toEqual(["othello", 8, "search", 1, []]);
    const odd = parseLab(
      "game=chess&size=99&at=3-q-77777&show=x&search=minimax-99.sudo-3.mcts--1&step=-4&komi=x&handicap=-1&turn=red&rules=<b>&games=abc",
    );
    expect(odd).toEqual({ ...plain, moves: [3], searches: [{ search: "minimax", amount: 6, eval: null }] });
  });

  it("leads from a game to the laboratory where its board is one of ours", () => {
    expect(labOf({ kind: "othello", moves: [37, null] })).toBe("/lab?game=othello&at=37-x&search=alphabeta-3");
    expect(labOf({ kind: "go", size: 17, moves: [] })).toBeNull();
    expect(lineOf(parseLab("game=gomoku&size=7")).rules).toBe("freestyle");
    expect(lineOf(parseLab("game=gomoku")).rules).toBeUndefined();
  });

  it("keeps the rules, the komi and the stones that a game was played with", () => {
    // A line that is Black's in freestyle may be forbidden in Renju.
    const lines: Line[] = [
      { kind: "gomoku", rules: "freestyle", size: 15, moves: [112, 113] },
      { kind: "go", rules: "japanese", size: 9, komi: 6.5, moves: [40] },
      { kind: "go", rules: "chinese", size: 19, komi: 0.5, handicap: 4, moves: [] },
      { kind: "othello", rules: "standard", size: 8, stones: [[0, 2]], turn: "white", moves: [] },
    ];
    for (const line of lines) expect(lineOf(parseLab(labOf(line)!.split("?")[1]!))).toEqual(line);
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
