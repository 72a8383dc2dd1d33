// Stones and discs as small pictures, made once for each radius and then copied.

import type { Context } from "./surface";
import type { Cell, Look } from "./state";

/** How much larger than the stone its picture is, for the shadow. */
export const PICTURE = 1.32;

/** Draws one stone around the middle of a picture of 2 * PICTURE * radius pixels. */
export function paintStone(c: Context, look: Look, cell: Cell, radius: number): void {
  const middle = radius * PICTURE;
  drawShadow(c, middle, radius, look === "felt" ? 0.13 : 0.1);
  if (look === "felt") paintRim(c, cell, middle, radius);
  const isBlack = cell === 1;
  const body = c.createRadialGradient(middle - radius * 0.36, middle - radius * 0.42, radius * 0.06, middle, middle, radius * 1.02);
  const tones = isBlack
    ? ["#6d7078", "#33353b", "#17181b", "#0a0a0c"]
    : ["#ffffff", "#fbfaf6", "#e9e6de", "#c9c4b8"];
  [0, 0.32, 0.74, 1].forEach((at, i) => body.addColorStop(at, tones[i]!));
  c.fillStyle = body;
  disc(c, middle, middle, radius);
  // A soft light from above left, and a thin edge that keeps white stones apart from light wood.
  const gloss = c.createRadialGradient(middle - radius * 0.34, middle - radius * 0.44, 0, middle - radius * 0.34, middle - radius * 0.44, radius * 0.62);
  gloss.addColorStop(0, isBlack ? "rgba(255,255,255,.34)" : "rgba(255,255,255,.95)");
  gloss.addColorStop(1, "rgba(255,255,255,0)");
  c.fillStyle = gloss;
  disc(c, middle, middle, radius);
  c.lineWidth = Math.max(0.75, radius * 0.035);
  c.strokeStyle = isBlack ? "rgba(0,0,0,.75)" : "rgba(96,84,64,.5)";
  c.beginPath();
  c.arc(middle, middle, radius - c.lineWidth / 2, 0, 7);
  c.stroke();
}

function drawShadow(c: Context, middle: number, radius: number, drop: number): void {
  const x = middle + radius * drop, y = middle + radius * (drop + 0.06);
  const shadow = c.createRadialGradient(x, y, radius * 0.7, x, y, radius * 1.16);
  shadow.addColorStop(0, "rgba(0,0,0,.46)");
  shadow.addColorStop(0.6, "rgba(0,0,0,.2)");
  shadow.addColorStop(1, "rgba(0,0,0,0)");
  c.fillStyle = shadow;
  disc(c, x, y, radius * 1.16);
}

/** Othello discs show a thin edge of their other colour. */
function paintRim(c: Context, cell: Cell, middle: number, radius: number): void {
  c.fillStyle = cell === 1 ? "#d9d5ca" : "#1b1c20";
  disc(c, middle + radius * 0.045, middle + radius * 0.075, radius * 0.985);
}

export function disc(c: Context, x: number, y: number, radius: number): void {
  c.beginPath();
  c.arc(x, y, radius, 0, 7);
  c.fill();
}
