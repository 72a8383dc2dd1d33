import { describe, expect, it } from "vitest";
import type { CharacterMeta, Kind, MeasuredGame } from "../wire";
import { expected, rated } from "./glicko";
import { advice, beginning, measured, nearest, strengthOf, written } from "./strength";

const character = (player: string, elo: number): CharacterMeta => ({
  player,
  name: { zh: "甲", en: player },
  about: { zh: "乙", en: "about" },
  elo,
  error: 40,
  games: 80,
});
const row = [character("chick", 200), character("rabbit", 400), character("kitten", 600), character("puppy", 800)];

describe("Glicko-2", () => {
  it("comes to the figures of the paper's example", () => {
    const after = rated({ rating: 1500, deviation: 200, volatility: 0.06 }, [
      { rating: 1400, deviation: 30, score: 1 },
      { rating: 1550, deviation: 100, score: 0 },
      { rating: 1700, deviation: 300, score: 0 },
    ]);
    expect(after.rating).toBeCloseTo(1464.06, 1);
    expect(after.deviation).toBeCloseTo(151.52, 1);
    expect(after.volatility).toBeCloseTo(0.05999, 4);
  });

  it("is less sure after a pause and surer after games", () => {
    const own = { rating: 1000, deviation: 100, volatility: 0.06 };
    expect(rated(own, []).deviation).toBeGreaterThan(100);
    expect(rated(own, [{ rating: 1000, deviation: 30, score: 1 }]).deviation).toBeLessThan(100);
    expect(expected({ rating: 1200 }, { rating: 1000, deviation: 0 })).toBeCloseTo(0.76, 2);
  });

  it("finds the strength of a simulated player from games against the nearest opponent", () => {
    let seed = 7;
    const chance = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 4294967296;
    const characters = Array.from({ length: 12 }, (_, i) => character(`c${i}`, 200 * i));
    for (const truth of [150, 900, 1700]) {
      let strength = beginning(characters);
      const seen: number[] = [];
      for (let n = 0; n < 200; n++) {
        const against = nearest(characters, strength.rating)!;
        const score = chance() < expected({ rating: truth }, { rating: against.elo, deviation: 0 }) ? 1 : 0;
        strength = { ...rated(strength, [{ rating: against.elo, deviation: 20, score }], 1000), games: n + 1 };
        if (n >= 100) seen.push(strength.rating);
      }
      const mean = seen.reduce((a, b) => a + b) / seen.length;
      expect(Math.abs(mean - truth)).toBeLessThan(120);
    }
  });
});

describe("play at my strength", () => {
  it("follows from the games of each kind", () => {
    const of = (score: number, kind: Kind = "othello", player = "kitten"): MeasuredGame => ({ game: "g", kind, player, score });
    const told = (...games: MeasuredGame[]) => ((measured.value = games), strengthOf("othello", row));
    const before = told();
    expect([before.rating, before.games]).toEqual([400, 0]);
    const won = told(of(1));
    expect(won.rating).toBeGreaterThan(before.rating);
    expect(told(of(1), of(0)).rating).toBeLessThan(won.rating);
    expect(told(of(1), of(0)).games).toBe(2);
    expect(told(of(1, "go"), of(1, "othello", "nobody"))).toEqual(before);
    measured.value = null;
    expect(strengthOf("othello", row)).toEqual(before);
  });

  it("writes a strength below nothing with a minus", () => expect([17.4, -117.6].map(written)).toEqual(["17", "−118"]));

  it("says when to move on", () => {
    const strength = (rating: number) => ({ rating, deviation: 60, volatility: 0.06 });
    expect(advice(row, strength(800), row[2]!, 1)).toEqual({ next: row[3], way: "up" });
    expect(advice(row, strength(620), row[2]!, 1)).toEqual({ next: row[2], way: "same" });
    expect(advice(row, strength(400), row[2]!, 0)).toEqual({ next: row[1], way: "down" });
    expect(advice(row, strength(9000), row[3]!, 1).way).toBe("same");
    // Whoever has just lost is not told to go on, whoever has just won not to go back.
    expect(advice(row, strength(800), row[2]!, 0)).toEqual({ next: row[2], way: "same" });
    expect(advice(row, strength(400), row[2]!, 1)).toEqual({ next: row[2], way: "same" });
    expect(nearest(row, 710)).toBe(row[3]);
    expect(nearest([], 710)).toBeNull();
  });
});
