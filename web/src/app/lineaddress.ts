// A line of moves as an address: whoever opens it sees the same, without a record that only one person may read.

import type { Line, Side } from "./wire";

/** A line of an address; whether its game exists is seen later. */
export type AddressedLine = Omit<Line, "kind"> & { kind: string };

/** A number of an address; null for anything else. */
export const count = (text: string | null): number | null => (text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null);

/** What is said of a line: after so many moves, and the words. */
export type Notes = readonly (readonly [number, string])[];

/** Addresses are short: so many letters of comments go along. */
const LETTERS = 3000;

const COLOURS = ["b", "w"] as const;

/** Moves are points, a pass is `p`; stones that stand before the first move are points with their colour. */
export function writeLine({ kind, rules, size, komi, handicap, stones, turn, moves }: Line, ply: number, notes: Notes = []): URLSearchParams {
  const words = new URLSearchParams({ kind });
  const given = { rules, size, komi, handicap, turn };
  for (const [name, value] of Object.entries(given)) if (value !== undefined && value !== null) words.set(name, String(value));
  if (stones?.length) words.set("stones", stones.map(([point, colour]) => `${point}${COLOURS[colour - 1]}`).join("."));
  if (moves.length > 0) words.set("moves", moves.map((point) => point ?? "p").join("."));
  words.set("ply", String(ply));
  let room = LETTERS;
  for (const [at, text] of notes) {
    if (room > 0) words.append("note", `${at}.${text.length > room ? `${text.slice(0, room)}…` : text}`);
    room -= text.length;
  }
  return words;
}

export function readNotes(words: URLSearchParams): Notes {
  return words.getAll("note").flatMap((note) => {
    const [, at, text] = /^(\d{1,6})\.(.+)$/s.exec(note) ?? [];
    return at && text ? [[Number(at), text] as const] : [];
  });
}

export function readLine(words: URLSearchParams): AddressedLine {
  const rules = words.get("rules");
  const [size, handicap] = [count(words.get("size")), count(words.get("handicap"))];
  const komi = /^-?\d{1,4}(\.\d{1,2})?$/.test(words.get("komi") ?? "") ? Number(words.get("komi")) : null;
  const turn = (["black", "white"] as const).find((side) => side === words.get("turn")) satisfies Side | undefined;
  const stones = [...(words.get("stones") ?? "").matchAll(/(\d{1,3})([bw])/g)].map(([, point, colour]): [number, 1 | 2] => [
    Number(point),
    colour === "b" ? 1 : 2,
  ]);
  return {
    kind: words.get("kind") ?? "",
    ...(rules === null ? {} : { rules }),
    ...(size === null ? {} : { size }),
    ...(komi === null ? {} : { komi }),
    ...(handicap === null ? {} : { handicap }),
    ...(stones.length > 0 ? { stones } : {}),
    ...(turn ? { turn } : {}),
    moves: words.get("moves")?.split(".").map(count) ?? [],
  };
}
