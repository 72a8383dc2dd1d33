// Where things are on the board: from points to pixels and back. Pure arithmetic.

import type { Look } from "./state";

export type Geometry = {
  look: Look;
  size: number;
  /** Side of the whole picture, in device pixels. */
  side: number;
  /** Distance between two neighbouring points. */
  cell: number;
  /** Centre of the top-left point. */
  origin: number;
  /** Radius of a stone. */
  radius: number;
  /** Outer edge of the playing surface (the felt or the outermost lines). */
  edge: number;
};

/** On how many sides the coordinates stand: nowhere, above and on the left, or all around. */
export type Coordinates = 0 | 2 | 4;

/** Room around the points, in cells, with coordinates and without. */
const RIM = { felt: [0.22, 0.52], wood: [0.62, 1.04] } as const;

export function geometry(look: Look, size: number, side: number, coordinates: Coordinates = 4): Geometry {
  const [bare, wide] = RIM[look];
  const near = coordinates > 0 ? wide : bare,
    far = coordinates > 2 ? wide : bare;
  if (look === "felt") {
    const cell = side / (size + near + far);
    const edge = near * cell;
    return { look, size, side, cell, origin: edge + cell / 2, radius: cell * 0.415, edge };
  }
  const cell = side / (size - 1 + near + far);
  const origin = near * cell;
  return { look, size, side, cell, origin, radius: cell * 0.475, edge: origin };
}

/** Centre of a point. */
export function centre(g: Geometry, point: number): { x: number; y: number } {
  return { x: g.origin + (point % g.size) * g.cell, y: g.origin + Math.floor(point / g.size) * g.cell };
}

/** The point under a pixel, or null outside the board. */
export function pointAt(g: Geometry, x: number, y: number): number | null {
  const column = Math.round((x - g.origin) / g.cell);
  const row = Math.round((y - g.origin) / g.cell);
  if (column < 0 || row < 0 || column >= g.size || row >= g.size) return null;
  return row * g.size + column;
}

/** The small dots that help the eye. */
export function starPoints(look: Look, size: number): number[] {
  const at = (x: number, y: number) => y * size + x;
  if (look === "felt") return [];
  if (size < 7) return size % 2 === 1 && size >= 5 ? [at(size >> 1, size >> 1)] : [];
  const near = size >= 13 ? 3 : 2;
  const far = size - 1 - near;
  const middle = size >> 1;
  const points = [at(near, near), at(far, near), at(near, far), at(far, far)];
  if (size % 2 === 1) points.push(at(middle, middle));
  if (size % 2 === 1 && size >= 17) points.push(at(near, middle), at(far, middle), at(middle, near), at(middle, far));
  return points;
}

/** Corners of squares that carry the four small dots of an Othello board, as column and row of grid lines. */
export function feltDots(size: number): { x: number; y: number }[] {
  if (size < 6) return [];
  const near = 2,
    far = size - 2;
  return [
    { x: near, y: near },
    { x: far, y: near },
    { x: near, y: far },
    { x: far, y: far },
  ];
}

/** What people call a point: "d3", "Q16". */
export function pointName(point: number, size: number, columns: string, firstRow: "top" | "bottom"): string {
  const x = point % size,
    y = Math.floor(point / size);
  return `${columns[x] ?? "?"}${firstRow === "top" ? y + 1 : size - y}`;
}

/** The point an arrow key leads to; the edge holds. */
export function step(point: number, size: number, key: string): number {
  const x = point % size,
    y = Math.floor(point / size);
  switch (key) {
    case "ArrowLeft":
      return y * size + Math.max(0, x - 1);
    case "ArrowRight":
      return y * size + Math.min(size - 1, x + 1);
    case "ArrowUp":
      return Math.max(0, y - 1) * size + x;
    case "ArrowDown":
      return Math.min(size - 1, y + 1) * size + x;
    case "Home":
      return y * size;
    case "End":
      return y * size + size - 1;
    case "PageUp":
      return x;
    case "PageDown":
      return (size - 1) * size + x;
    default:
      return point;
  }
}
