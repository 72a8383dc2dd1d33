// One's own strength in each game: adapted after every game against an opponent with a measured place, kept in the browser.

import { signal } from "@preact/signals";
import { readStored, writeStored } from "../settings";
import type { CharacterMeta, Game, Kind } from "../wire";
import { expected, rated, type Rating } from "./glicko";

export type Strength = Rating & { games: number };
type Kept = { strengths: Partial<Record<Kind, Strength>>; counted: string[] };

const KEY = "heibai_strength";
/** Games that are remembered as counted. */
const REMEMBERED = 100;
/** Whoever wins this share is ready for the next opponent; whoever wins less than the other needs an easier one. */
const READY = 0.7;
const TOO_HARD = 0.3;
/** Before so many games a figure would mean nothing. */
export const ENOUGH = 5;
/** A rating less sure than this is a guess. */
export const SURE = 150;

const empty: Kept = { strengths: {}, counted: [] };
const kept = signal<Kept>({ ...empty, ...readStored<Partial<Kept>>(KEY, empty) });

/** Before the first game: about as strong as the second opponent, or far from it. */
export const beginning = (characters: readonly CharacterMeta[]): Strength => ({
  rating: characters[1]?.elo ?? 500,
  deviation: 350,
  volatility: 0.06,
  games: 0,
});

export const strengthOf = (kind: Kind, characters: readonly CharacterMeta[]): Strength => kept.value.strengths[kind] ?? beginning(characters);

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

/** The result of a finished game between this person and a measured opponent: null for all other games. */
export function resultOf(game: Game, characters: readonly CharacterMeta[]): { against: CharacterMeta; score: number } | null {
  const { outcome } = game.live;
  const [mine] = game.you.seats;
  if (!outcome || !mine || game.you.seats.length !== 1 || game.set_up) return null;
  const seat = game.seats[mine === "black" ? "white" : "black"];
  const against = seat.who === "engine" && characters.find((c) => c.player === seat.player);
  if (!against) return null;
  return { against, score: outcome.winner === null ? 0.5 : outcome.winner === mine ? 1 : 0 };
}

/** Takes a finished game into account, once. The strength before and after it. */
export function count(game: Game, characters: readonly CharacterMeta[]): void {
  const result = resultOf(game, characters);
  if (!result || kept.peek().counted.includes(game.id)) return;
  const before = strengthOf(game.kind, characters);
  const other = { rating: result.against.elo, deviation: result.against.error / 1.96, score: result.score };
  const after: Strength = { ...rated(before, [other], 1000), games: before.games + 1 };
  kept.value = {
    strengths: { ...kept.peek().strengths, [game.kind]: after },
    counted: [...kept.peek().counted, game.id].slice(-REMEMBERED),
  };
  writeStored(KEY, kept.peek());
}
