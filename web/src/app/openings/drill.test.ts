import { describe, expect, it } from "vitest";
import { judge, reply } from "./drill";
import type { OpeningMove, Openings } from "../wire";

const move = (point: number, value: number | null, games = 0, mark: OpeningMove["class"] = null): OpeningMove => ({
  point,
  name: `p${point}`,
  value,
  plies: 12,
  in_book: value !== null,
  games,
  score: games > 0 ? 0.5 : null,
  class: mark,
  opening: null,
});
const page = (moves: OpeningMove[]): Openings => ({ known: true, value: 0, proved: false, depth: 12, percent: 77, name: null, moves });

describe("the drill of openings", () => {
  const of = page([move(1, 0, 90), move(2, -1, 8), move(3, -6, 500, "mistake"), move(4, null, 3)]);

  it("answers with good moves only, the usual ones more often", () => {
    expect(reply(of, 0)?.point).toBe(1);
    expect(reply(of, 0.9)?.point).toBe(1);
    expect(reply(of, 0.95)?.point).toBe(2);
    expect(reply(of, 0.999999)?.point).toBe(2);
    expect(reply(page([move(3, -6, 500, "mistake")]), 0.5)).toBeNull();
  });

  it("judges a move by what it gives away", () => {
    expect(judge(of, 1, "A1")).toMatchObject({ is: "best", lost: 0 });
    expect(judge(of, 2, "A2")).toMatchObject({ is: "good", lost: 1 });
    expect(judge(of, 3, "A3")).toMatchObject({ is: "worse", lost: 6, mark: "mistake" });
    expect(judge(of, 4, "A4")).toMatchObject({ is: "unknown" });
    expect(judge(of, 60, "E8")).toMatchObject({ is: "unknown" });
  });
});
