import { describe, expect, it } from "vitest";
import { grain } from "../board/grain";
import { knock } from "./sound";

describe("sound", () => {
  it("is a knock: loud at once, nearly gone after a tenth of a second, never clipped", () => {
    const body = {
      tones: [
        [500, 1, 0.03],
        [1500, 0.6, 0.02],
      ] as const,
      click: 0.4,
    };
    const samples = knock(body, 48_000, grain(1));
    const loudest = (from: number, to: number) => Math.max(...samples.slice(from * 48, to * 48).map(Math.abs));
    expect(loudest(0, 160)).toBeLessThanOrEqual(1);
    expect(loudest(0, 5)).toBeGreaterThan(0.6);
    expect(loudest(120, 160)).toBeLessThan(0.05);
    expect(samples[0]).toBeCloseTo(0);
    expect(knock(body, 48_000, grain(2))).not.toEqual(samples);
  });
});
