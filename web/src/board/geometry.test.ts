import { describe, expect, it } from "vitest";
import { centre, feltDots, geometry, pointAt, pointName, starPoints, step } from "./geometry";
import type { Look } from "./state";

const BOARDS: [Look, number][] = [
  ["felt", 4],
  ["felt", 8],
  ["felt", 10],
  ["wood", 2],
  ["wood", 9],
  ["wood", 15],
  ["wood", 19],
  ["wood", 25],
];

describe("geometry", () => {
  it("finds every point again from its centre, at any pixel density", () => {
    for (const [look, size] of BOARDS) {
      for (const side of [280, 601, 1800]) {
        const g = geometry(look, size, side);
        for (let point = 0; point < size * size; point++) {
          const { x, y } = centre(g, point);
          expect(pointAt(g, x, y)).toBe(point);
          expect(pointAt(g, x + g.cell * 0.45, y - g.cell * 0.45)).toBe(point);
        }
      }
    }
  });

  it("keeps every stone inside the picture", () => {
    for (const [look, size] of BOARDS) {
      for (const coordinates of [0, 2, 4] as const) {
        const g = geometry(look, size, 600, coordinates);
        for (const point of [0, size * size - 1]) {
          const { x, y } = centre(g, point);
          expect(Math.min(x, y) - g.radius).toBeGreaterThan(0);
          expect(Math.max(x, y) + g.radius).toBeLessThan(600);
        }
      }
    }
  });

  it("gives the points the room that coordinates on two sides do not need", () => {
    for (const [look, size] of BOARDS) {
      const cells = ([4, 2, 0] as const).map((sides) => geometry(look, size, 390, sides).cell);
      expect(cells).toEqual([...cells].sort((a, b) => a - b));
      expect(new Set(cells).size).toBe(3);
    }
  });

  it("knows nothing outside the board", () => {
    const g = geometry("wood", 19, 760);
    expect(pointAt(g, 1, 1)).toBeNull();
    expect(pointAt(g, 759, 300)).toBeNull();
    expect(pointAt(g, -50, 300)).toBeNull();
  });

  it("puts the star points where players expect them", () => {
    const named = (size: number) =>
      starPoints("wood", size)
        .map((p) => pointName(p, size, "ABCDEFGHJKLMNOPQRST", "bottom"))
        .sort();
    expect(named(19)).toEqual(["D10", "D16", "D4", "K10", "K16", "K4", "Q10", "Q16", "Q4"].sort());
    expect(named(9)).toEqual(["C3", "C7", "E5", "G3", "G7"].sort());
    expect(starPoints("wood", 15).length).toBe(5);
    expect(starPoints("wood", 2)).toEqual([]);
    expect(starPoints("felt", 8)).toEqual([]);
    expect(feltDots(8)).toContainEqual({ x: 6, y: 2 });
  });

  it("names points as each game does", () => {
    expect(pointName(19, 8, "abcdefgh", "top")).toBe("d3");
    expect(pointName(7 * 15 + 7, 15, "ABCDEFGHIJKLMNO", "bottom")).toBe("H8");
    expect(pointName(0, 15, "ABCDEFGHIJKLMNO", "bottom")).toBe("A15");
  });

  it("walks with the keys and stops at the edge", () => {
    expect(step(0, 8, "ArrowLeft")).toBe(0);
    expect(step(0, 8, "ArrowRight")).toBe(1);
    expect(step(0, 8, "ArrowDown")).toBe(8);
    expect(step(63, 8, "ArrowDown")).toBe(63);
    expect(step(27, 8, "Home")).toBe(24);
    expect(step(27, 8, "End")).toBe(31);
    expect(step(27, 8, "PageUp")).toBe(3);
    expect(step(27, 8, "PageDown")).toBe(59);
    expect(step(27, 8, "x")).toBe(27);
  });
});
