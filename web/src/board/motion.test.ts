import { describe, expect, it } from "vitest";
import { isOver, motions, moveLength, progress } from "./motion";
import { plainState, type BoardState, type Cell } from "./state";

function board(cells: string, change: Partial<BoardState> = {}): BoardState {
  const size = Math.sqrt(cells.length);
  return {
    ...plainState(
      "felt",
      size,
      "abcd",
      "top",
      [...cells].map((c) => ".xo".indexOf(c) as Cell),
    ),
    ...change,
  };
}

describe("motion", () => {
  it("places, flips in a wave from the new stone, and removes", () => {
    const found = motions(board("xoo............."), board("xxxx............", { last: 3 }), 100);
    expect(found.map((m) => [m.kind, m.point])).toEqual([
      ["flip", 1],
      ["flip", 2],
      ["place", 3],
    ]);
    expect(found[0]!.start).toBeGreaterThan(found[1]!.start);
    const removed = motions(board("x..............."), board("................"), 0);
    expect(removed).toMatchObject([{ kind: "remove", point: 0, from: 1 }]);
  });

  it("lets the new disc lie before the others turn, and lets captures fade after the stone has come", () => {
    const found = motions(board("xoo............."), board("xxxx............", { last: 3 }), 0);
    const place = found.find((m) => m.kind === "place")!;
    for (const flip of found.filter((m) => m.kind === "flip")) expect(flip.start).toBeGreaterThan(place.length / 2);
    expect(Math.max(...found.map((m) => m.start + m.length))).toBe(moveLength(4, 3, [1, 2], []));
    const captured = motions(board("xo.............."), board("x.x.............", { last: 2 }), 0);
    expect(Math.max(...captured.map((m) => m.start + m.length))).toBe(moveLength(4, 2, [], [1]));
  });

  it("does not move a stone again when the server confirms it", () => {
    const sent = board("................", { pending: { point: 5, cell: 1 } });
    expect(motions(board("................"), sent, 0)).toMatchObject([{ kind: "place", point: 5 }]);
    expect(motions(sent, board(".....x.........."), 10)).toEqual([]);
  });

  it("takes a refused stone away again", () => {
    const sent = board("................", { pending: { point: 5, cell: 1 } });
    expect(motions(sent, board("................"), 10)).toMatchObject([{ kind: "remove", point: 5 }]);
  });

  it("does not animate another board or a jump", () => {
    expect(motions(null, board("x..............."), 0)).toEqual([]);
    expect(motions(board("x..."), board("x..............."), 0)).toEqual([]);
    const empty = board(".".repeat(100)),
      full = board("x".repeat(100));
    expect(motions(empty, full, 0)).toEqual([]);
  });

  it("runs from 0 to 1 and ends", () => {
    const [motion] = motions(board("................"), board("x..............."), 1000);
    expect(progress(motion!, 900)).toBe(0);
    expect(progress(motion!, 5000)).toBe(1);
    expect(isOver(motion!, 1000)).toBe(false);
    expect(isOver(motion!, 1000 + motion!.length)).toBe(true);
  });
});
