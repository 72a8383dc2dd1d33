// The part of the board that a point lies in: the first step of a hint.

const NAMES = [
  ["areaUpperLeft", "areaUpperCentre", "areaUpperRight"],
  ["areaMiddleLeft", "areaMiddleCentre", "areaMiddleRight"],
  ["areaLowerLeft", "areaLowerCentre", "areaLowerRight"],
] as const;

type Third = 0 | 1 | 2;
export type Area = (typeof NAMES)[Third][Third];

const third = (v: number, size: number): Third => Math.min(2, Math.floor((v * 3) / size)) as Third;

/** The ninth of the board around a point, by the name of its words, and its points. */
export function areaOf(point: number, size: number): { name: Area; points: number[] } {
  const at = (p: number) => [third(Math.floor(p / size), size), third(p % size, size)] as const;
  const [row, column] = at(point);
  const isIn = (p: number) => at(p)[0] === row && at(p)[1] === column;
  return { name: NAMES[row][column], points: [...Array(size * size).keys()].filter(isIn) };
}
