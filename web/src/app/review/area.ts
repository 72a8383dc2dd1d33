// The part of the board that a point lies in: the first step of a hint.

const ROWS = ["Upper", "Middle", "Lower"] as const,
  COLUMNS = ["Left", "Centre", "Right"] as const;

export type Area = `area${(typeof ROWS)[number]}${(typeof COLUMNS)[number]}`;

const third = (v: number, size: number): 0 | 1 | 2 => Math.min(2, Math.floor((v * 3) / size)) as 0 | 1 | 2;

/** The ninth of the board around a point, by the name of its words, and its points. */
export function areaOf(point: number, size: number): { name: Area; points: number[] } {
  const at = (p: number) => [third(Math.floor(p / size), size), third(p % size, size)] as const;
  const [row, column] = at(point);
  const isIn = (p: number) => at(p)[0] === row && at(p)[1] === column;
  return { name: `area${ROWS[row]}${COLUMNS[column]}`, points: [...Array(size * size).keys()].filter(isIn) };
}
