import { describe, expect, it } from "vitest";
import type { Candidate, ReviewStep } from "../wire";
import { areaOf } from "./area";
import { graphPoints, mistakesOf, progressOf, withStep } from "./steps";

const candidate = (point: number): Candidate => ({
  point,
  name: String(point),
  score: null,
  win_rate: 0.5,
  exact: false,
  depth: null,
  nodes: 1,
  line: [point],
  names: [String(point)],
});
const step = (ply: number, quick: boolean, kind: ReviewStep["class"] = null): ReviewStep => ({
  ply,
  side: ply % 2 === 1 ? "black" : "white",
  played: candidate(ply),
  best: candidate(ply + 1),
  loss: 0,
  lost: 0,
  cost: null,
  class: kind,
  listed: kind !== null,
  why: [],
  quick,
  value: { ply, score: null, win_rate: ply / 10 },
});

describe("a review as it comes in", () => {
  it("keeps the latest word on each move, in the order of the game", () => {
    const steps = [step(3, true, "blunder"), step(2, true), step(1, true), step(3, false)].reduce<ReviewStep[]>(withStep, []);
    expect(steps.map((s) => s.ply)).toEqual([1, 2, 3]);
    expect(steps[2]!.class).toBeNull();
    expect(graphPoints(steps, null).map((p) => p.ply)).toEqual([1, 2, 3]);
  });

  it("counts the pass that is under way", () => {
    expect(progressOf([step(2, true), step(1, true)])).toEqual({ done: 2, isQuick: true });
    expect(progressOf([step(2, false), step(1, true)])).toEqual({ done: 1, isQuick: false });
  });

  it("calls nothing a mistake before the last word", () => {
    const steps = [step(1, true, "blunder"), step(2, false, "mistake"), step(3, false, "blunder"), step(4, false)];
    expect(mistakesOf(steps).map((s) => s.ply)).toEqual([2, 3]);
    expect(mistakesOf(steps, "black").map((s) => s.ply)).toEqual([3]);
  });
});

describe("the area of a hint", () => {
  it("is the ninth of the board that the move lies in", () => {
    expect(areaOf(0, 8).name).toBe("areaUpperLeft");
    expect(areaOf(63, 8).name).toBe("areaLowerRight");
    expect(areaOf(112, 15)).toMatchObject({ name: "areaMiddleCentre" });
    const all = new Set([...Array(81).keys()].flatMap((p) => areaOf(p, 9).points));
    expect(all.size).toBe(81);
    expect(areaOf(40, 9).points).toContain(40);
  });
});
