// One's own strength in each game: it follows from the finished games against opponents with a measured place, which the server keeps.

import { signal } from "@preact/signals";
import { api } from "../api";
import type { CharacterMeta, Kind, MeasuredGame } from "../wire";
import { expected, rated, type Rating } from "./glicko";

export type Strength = Rating & { games: number };

/** Whoever wins this share is ready for the next opponent; whoever wins less than the other needs an easier one. */
const READY = 0.7;
const TOO_HARD = 0.3;
/** Before so many games a figure would mean nothing. */
export const ENOUGH = 5;
/** A rating less sure than this is a guess. */
export const SURE = 150;

/** One's own games against measured opponents, the oldest first; null until they are known. */
export const measured = signal<readonly MeasuredGame[] | null>(null);

export const refresh = (): Promise<void> =>
  api.measured().then(
    (answer) => void (measured.value = answer.games),
    () => undefined,
  );

/** A rating as it is written: below nothing with a minus, not with a hyphen. */
export const written = (rating: number): string => `${Math.round(rating)}`.replace("-", "−");

/** Before the first game: about as strong as the second opponent, or far from it. */
export const beginning = (characters: readonly CharacterMeta[]): Strength => ({
  rating: characters[1]?.elo ?? 500,
  deviation: 350,
  volatility: 0.06,
  games: 0,
});

/** The strength that the games of one kind tell, taken one after another. */
export function strengthOf(kind: Kind, characters: readonly CharacterMeta[]): Strength {
  let strength = beginning(characters);
  for (const game of measured.value ?? []) {
    const against = game.kind === kind && characters.find((c) => c.player === game.player);
    if (!against) continue;
    const other = { rating: against.elo, deviation: against.error / 1.96, score: game.score };
    strength = { ...rated(strength, [other], 1000), games: strength.games + 1 };
  }
  return strength;
}

/** The opponent whose place is nearest to a rating. */
export function nearest(characters: readonly CharacterMeta[], rating: number): CharacterMeta | null {
  const off = (c: CharacterMeta) => Math.abs(c.elo - rating);
  return characters.reduce<CharacterMeta | null>((best, c) => (best === null || off(c) < off(best) ? c : best), null);
}

export type Advice = { next: CharacterMeta; way: "up" | "down" | "same" };

/** Who comes next after a game against `against`: nobody moves up after a loss, nor down after a win. */
export function advice(characters: readonly CharacterMeta[], strength: Rating, against: CharacterMeta, score: number): Advice {
  const chance = expected(strength, { rating: against.elo, deviation: against.error / 1.96 });
  const at = characters.indexOf(against);
  const way = chance >= READY && score === 1 ? "up" : chance <= TOO_HARD && score === 0 ? "down" : "same";
  const next = characters[way === "up" ? at + 1 : way === "down" ? at - 1 : at];
  return next ? { next, way } : { next: against, way: "same" };
}
