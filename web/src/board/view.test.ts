import { describe, expect, it } from "vitest";
import { loupe, through } from "./loupe";
import { moved, partly, placeOf, seenAt, WHOLE, zoomed } from "./view";

const SIDE = 800;

describe("view", () => {
  it("keeps what lies under the fingers", () => {
    const at = { x: 200, y: 600 };
    const view = zoomed(WHOLE, SIDE, at, 2);
    expect(view.zoom).toBe(2);
    expect(placeOf(view, at)).toEqual(at);
    expect(seenAt(view, at)).toEqual(at);
  });

  it("never shows anything beside the board, and never a smaller board", () => {
    expect(zoomed(WHOLE, SIDE, { x: 100, y: 100 }, 0.2)).toEqual(WHOLE);
    expect(zoomed(WHOLE, SIDE, { x: 100, y: 100 }, 100).zoom).toBe(4);
    const corner = moved(zoomed(WHOLE, SIDE, { x: 400, y: 400 }, 2), SIDE, { x: 5000, y: -5000 });
    expect(corner).toEqual({ zoom: 2, x: 0, y: 400 });
    expect(moved(WHOLE, SIDE, { x: 50, y: 50 })).toEqual(WHOLE);
  });

  it("follows a finger by as much as the finger moved", () => {
    const before = zoomed(WHOLE, SIDE, { x: 400, y: 400 }, 2);
    const after = moved(before, SIDE, { x: 30, y: -10 });
    const point = { x: 400, y: 400 };
    expect(placeOf(after, point).x - placeOf(before, point).x).toBeCloseTo(30);
    expect(placeOf(after, point).y - placeOf(before, point).y).toBeCloseTo(-10);
  });
});

describe("a part of the board", () => {
  it("is seen as large as it fits, its far edges in place", () => {
    const corner = partly(SIDE, { left: 0, top: 0, right: SIDE / 2, bottom: SIDE / 4 });
    expect(corner).toEqual({ zoom: 2, x: 0, y: 0 });
    const far = partly(SIDE, { left: (SIDE * 3) / 4, top: SIDE / 2, right: SIDE, bottom: SIDE });
    expect(far).toEqual({ zoom: 2, x: SIDE / 2, y: SIDE / 2 });
    expect(partly(SIDE, { left: 0, top: 0, right: SIDE, bottom: SIDE })).toEqual(WHOLE);
  });
});

describe("loupe", () => {
  it("stands inside the canvas, beside the aimed point, and shows it in its middle", () => {
    for (const at of [
      { x: 10, y: 10 },
      { x: 400, y: 400 },
      { x: 790, y: 20 },
      { x: 5, y: 790 },
    ]) {
      const glass = loupe(at, 20, SIDE, 1);
      for (const value of [glass.middle.x, glass.middle.y]) {
        expect(value).toBeGreaterThanOrEqual(glass.radius);
        expect(value).toBeLessThanOrEqual(SIDE - glass.radius);
      }
      expect(Math.abs(glass.middle.y - at.y)).toBeGreaterThan(glass.radius);
      expect(through(glass, glass.middle)).toEqual(at);
    }
  });

  it("makes a crossing as large as a finger", () => {
    const at = { x: 400, y: 400 };
    const glass = loupe(at, 20, SIDE, 1);
    expect(through(glass, { x: glass.middle.x + 44, y: glass.middle.y })).toEqual({ x: 420, y: 400 });
    expect(through(glass, { x: glass.middle.x + glass.radius + 1, y: glass.middle.y })).toBeNull();
  });
});
