import { describe, expect, it } from "vitest";
import { Pictures } from "./draw";
import { centre } from "./geometry";
import { motions, type Motion } from "./motion";
import { plainState, type BoardState, type Cell } from "./state";
import type { Context, MakeCanvas } from "./surface";

type Call = { name: string; args: unknown[]; stroke: unknown; fill: unknown; alpha: unknown };

/** A 2D context that writes down what it is told. */
function recorder(): { context: Context; calls: Call[] } {
  const calls: Call[] = [];
  const kept: Record<string, unknown> = { globalAlpha: 1 };
  const context = new Proxy(kept, {
    get: (target, name: string) => {
      if (name in target) return target[name];
      return (...args: unknown[]) => {
        calls.push({ name, args, stroke: target.strokeStyle, fill: target.fillStyle, alpha: target.globalAlpha });
        const data = () => new Uint8ClampedArray(Number(args[0]) * Number(args[1]) * 4);
        return name === "createImageData" ? { data: data() } : name.startsWith("create") ? { addColorStop: () => undefined } : undefined;
      };
    },
    set: (target, name: string, value) => {
      target[name] = value;
      return true;
    },
  });
  return { context: context as unknown as Context, calls };
}

let made = 0;
const make: MakeCanvas = () => ({ picture: { id: made++ } as unknown as CanvasImageSource, context: recorder().context });

function wood(size: number, stones: Record<number, Cell>, change: Partial<BoardState> = {}): BoardState {
  const cells = Array.from({ length: size * size }, (_, i) => stones[i] ?? 0);
  return { ...plainState("wood", size, "ABCDEFGHJKLMNOPQRSTUVWXYZ", "bottom", cells), ...change };
}

function draw(state: BoardState, moving: Motion[] = [], now = 0, hover: number | null = null) {
  const pictures = new Pictures(state, 760, 4, make);
  const { context, calls } = recorder();
  pictures.draw(context, state, moving, now, hover);
  const near = (point: number) => {
    const { x, y } = centre(pictures.geometry, point);
    return (call: Call) => Math.abs((call.args[0] as number) - x) < 0.01 && Math.abs((call.args[1] as number) - y) < 0.01;
  };
  return { calls, near, pictures };
}

describe("draw", () => {
  it("draws the surface once and each stone once", () => {
    const { calls } = draw(wood(19, { 0: 1, 60: 2, 61: 2, 360: 1 }));
    const images = calls.filter((c) => c.name === "drawImage");
    expect(images.length).toBe(1 + 4);
    expect(images[1]!.args[0]).toBe(images[4]!.args[0]);
    expect(images[1]!.args[0]).not.toBe(images[2]!.args[0]);
    // No two shells are alike.
    expect(images[2]!.args[0]).not.toBe(images[3]!.args[0]);
  });

  it("is a function of the state: the same state gives the same picture", () => {
    const state = wood(15, { 112: 1, 113: 2 }, { last: 113, legal: new Set([5]), forbidden: new Set([9]), suggestion: [3] });
    const strip = (calls: Call[]) => JSON.stringify(calls.map((c) => (c.name === "drawImage" ? [c.name, c.args.slice(1)] : c)));
    expect(strip(draw(state).calls)).toBe(strip(draw(state).calls));
  });

  it("shows legal points only when asked, and a ghost stone only on a legal point", () => {
    const state = wood(9, {}, { legal: new Set([40, 41]), turn: 1 });
    const count = (name: string, s: BoardState, hover: number | null = null) => draw(s, [], 0, hover).calls.filter((c) => c.name === name).length;
    expect(count("arc", state)).toBe(0);
    expect(count("arc", { ...state, showLegal: true })).toBe(2);
    // The surface is one picture; the ghost is the stone's own.
    expect(count("drawImage", state, 40)).toBe(2);
    expect(count("drawImage", state, 0)).toBe(1);
    expect(count("drawImage", { ...state, aim: 41 }, 41)).toBe(2);
    expect(draw(state, [], 0, 40).calls.filter((c) => c.name === "drawImage")[1]!.alpha).toBe(0.5);
  });

  it("rings a refused point in red and crosses forbidden ones", () => {
    const { calls, near } = draw(wood(15, {}, { forbidden: new Set([20, 30]), refused: 20 }));
    const ring = calls.filter((c) => c.name === "arc").find(near(20));
    expect(ring?.stroke).toBe("#e5131c");
    expect(calls.filter((c) => c.name === "lineTo").length).toBe(4);
  });

  it("marks the last stone, and the winning line instead once there is one", () => {
    const won = [10, 11, 12, 13, 14];
    const stones = Object.fromEntries(won.map((p): [number, Cell] => [p, 1]));
    const plain = draw(wood(15, stones, { last: 14 }));
    expect(plain.calls.filter((c) => c.name === "arc").length).toBe(1);
    const line = draw(wood(15, stones, { last: 14, winLine: won }));
    const rings = line.calls.filter((c) => c.name === "arc");
    expect(rings.length).toBe(5);
    won.forEach((p, i) => expect(line.near(p)(rings[i]!)).toBe(true));
  });

  it("draws a flipping disc by its old face first and its new face later", () => {
    const before = { ...plainState("felt", 8, "abcdefgh", "top", wood(8, { 27: 2 }).cells) };
    const after = { ...before, cells: wood(8, { 27: 1 }).cells };
    const moving = motions(before, after, 0);
    const face = (now: number) => draw(after, moving, now).calls.filter((c) => c.name === "drawImage")[1]!.args;
    const still = draw(before).calls.filter((c) => c.name === "drawImage")[1]!.args;
    const width = (args: unknown[]) => args[3] as number;
    expect(width(face(1))).toBeCloseTo(width(still), 0);
    const [turn] = moving;
    expect(width(face(turn!.start + turn!.length / 2))).toBeLessThan(width(still) * 0.3);
    expect(width(face(5000))).toBeCloseTo(width(still), 3);
  });

  it("draws dead stones faint, with the owner's mark on them", () => {
    const owner = new Array(81).fill(-1);
    const { calls } = draw(wood(9, { 40: 1 }, { owner, dead: new Set([40]) }));
    const stone = calls.filter((c) => c.name === "drawImage")[1]!;
    expect(stone.alpha).toBeLessThan(1);
    expect(calls.filter((c) => c.name === "strokeRect").length).toBe(81);
  });

  it("writes values, lines to come and the cursor", () => {
    const state = wood(
      19,
      {},
      {
        labels: new Map([[5, { text: "54%", sub: "+1.5", tone: "best" as const }]]),
        cursor: 7,
        line: [
          { point: 9, cell: 1, number: 1 },
          { point: 10, cell: 2, number: 2 },
        ],
      },
    );
    const { calls } = draw(state);
    expect(calls.filter((c) => c.name === "fillText").map((c) => c.args[0])).toEqual(["1", "2", "54%", "+1.5"]);
    expect(calls.filter((c) => c.name === "strokeRect").length).toBe(2);
  });

  it("asks little of the canvas for a full 19x19 board", () => {
    const stones = Object.fromEntries(Array.from({ length: 361 }, (_, i) => [i, ((i % 2) + 1) as Cell]));
    expect(draw(wood(19, stones, { last: 5 })).calls.length).toBeLessThan(400);
  });

  it("keeps its pictures for one size of board", () => {
    const state = wood(19, {});
    const { pictures } = draw(state);
    expect(pictures.fits(state, 760, 4)).toBe(true);
    expect(pictures.fits(state, 800, 4)).toBe(false);
    expect(pictures.fits(wood(13, {}), 760, 4)).toBe(false);
    expect(pictures.fits(state, 760, 0)).toBe(false);
  });
});
