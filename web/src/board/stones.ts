// Stones and discs as small pictures, made once for each radius and then copied. Light falls from above left.

import { grain } from "./grain";
import type { Style } from "./looks";
import type { Cell, Look } from "./state";
import type { Context } from "./surface";

/** How much larger than the stone its picture is, for the shadow. */
export const PICTURE = 1.32;

/** White stones are of shell, and no two shells are alike: so many pictures there are of a stone. */
export function variants(look: Look, cell: Cell, style: Style): number {
  return look === "wood" && cell === 2 && style.stones === "shell" ? 5 : 1;
}

/** Draws one stone around the middle of a picture of 2 * PICTURE * radius pixels. */
export function paintStone(c: Context, look: Look, cell: Cell, radius: number, style: Style, variant = 0): void {
  const middle = radius * PICTURE;
  drawShadow(c, middle, radius, look === "felt" ? 0.07 : 0.11);
  if (look === "felt") paintDisc(c, cell, middle, radius);
  else if (style.stones === "plain") paintPlain(c, cell, middle, radius);
  else if (cell === 1) paintSlate(c, middle, radius);
  else paintShell(c, middle, radius, variant);
}

/** An Othello disc is flat: an even face, and a thin edge that catches the light. */
function paintDisc(c: Context, cell: Cell, middle: number, radius: number): void {
  const isBlack = cell === 1;
  // The other face is seen as a sliver below: a disc has two colours.
  c.fillStyle = isBlack ? "#cfcbc0" : "#16171a";
  disc(c, middle + radius * 0.02, middle + radius * 0.06, radius);
  c.fillStyle = slope(c, middle, radius, isBlack ? ["#2c2e33", "#1f2125", "#17181b"] : ["#fdfcf9", "#f4f2ec", "#e7e4dc"]);
  disc(c, middle, middle, radius);
  c.lineWidth = Math.max(1, radius * 0.07);
  c.strokeStyle = slope(
    c,
    middle,
    radius,
    isBlack
      ? ["rgba(255,255,255,.30)", "rgba(255,255,255,.04)", "rgba(0,0,0,.45)"]
      : ["rgba(255,255,255,.95)", "rgba(205,200,188,.35)", "rgba(140,132,116,.6)"],
  );
  c.beginPath();
  c.arc(middle, middle, radius - c.lineWidth / 2, 0, 7);
  c.stroke();
}

/** Matt slate: a broad, soft light. */
function paintSlate(c: Context, middle: number, radius: number): void {
  const body = c.createRadialGradient(middle - radius * 0.35, middle - radius * 0.4, radius * 0.05, middle, middle, radius);
  [
    ["#595c62", 0],
    ["#3c3e43", 0.35],
    ["#26282b", 0.72],
    ["#161719", 1],
  ].forEach(([tone, at]) => body.addColorStop(at as number, tone as string));
  c.fillStyle = body;
  disc(c, middle, middle, radius);
  rim(c, middle, radius, "rgba(0,0,0,.6)");
}

/** Shell: nearly white, with faint lines of growth, each stone turned its own way. */
function paintShell(c: Context, middle: number, radius: number, variant: number): void {
  const body = c.createRadialGradient(middle - radius * 0.32, middle - radius * 0.38, radius * 0.08, middle, middle, radius);
  [
    ["#ffffff", 0],
    ["#fbfaf6", 0.45],
    ["#efece4", 0.8],
    ["#d6d1c5", 1],
  ].forEach(([tone, at]) => body.addColorStop(at as number, tone as string));
  c.fillStyle = body;
  disc(c, middle, middle, radius);
  c.save();
  c.beginPath();
  c.arc(middle, middle, radius * 0.96, 0, 7);
  c.clip();
  c.translate(middle, middle);
  const random = grain(variant * 977 + 3);
  c.rotate(random() * Math.PI);
  c.lineWidth = Math.max(0.5, radius * 0.028);
  const gap = radius * (0.15 + random() * 0.05),
    bend = radius * (0.25 + random() * 0.3);
  for (let x = -radius; x < radius; x += gap * (0.75 + random() * 0.5)) {
    c.strokeStyle = `rgba(158,140,104,${(0.07 + random() * 0.11).toFixed(3)})`;
    c.beginPath();
    c.moveTo(x, -radius);
    c.quadraticCurveTo(x + bend, 0, x, radius);
    c.stroke();
  }
  c.restore();
  rim(c, middle, radius, "rgba(96,84,64,.45)");
}

function paintPlain(c: Context, cell: Cell, middle: number, radius: number): void {
  c.fillStyle = cell === 1 ? "#1d1e21" : "#f8f6f1";
  disc(c, middle, middle, radius);
  rim(c, middle, radius, cell === 1 ? "rgba(0,0,0,.8)" : "rgba(70,60,44,.6)");
}

/** A thin edge that keeps a stone apart from the board and from its neighbours. */
function rim(c: Context, middle: number, radius: number, colour: string): void {
  c.lineWidth = Math.max(0.75, radius * 0.03);
  c.strokeStyle = colour;
  c.beginPath();
  c.arc(middle, middle, radius - c.lineWidth / 2, 0, 7);
  c.stroke();
}

/** Three tones from the lit side to the dark one. */
function slope(c: Context, middle: number, radius: number, tones: readonly [string, string, string]): CanvasGradient {
  const at = radius * 0.7;
  const gradient = c.createLinearGradient(middle - at, middle - at, middle + at, middle + at);
  tones.forEach((tone, i) => gradient.addColorStop(i / 2, tone));
  return gradient;
}

function drawShadow(c: Context, middle: number, radius: number, drop: number): void {
  const x = middle + radius * drop,
    y = middle + radius * (drop + 0.05);
  const shadow = c.createRadialGradient(x, y, radius * 0.75, x, y, radius * 1.14);
  shadow.addColorStop(0, "rgba(0,0,0,.5)");
  shadow.addColorStop(0.6, "rgba(0,0,0,.2)");
  shadow.addColorStop(1, "rgba(0,0,0,0)");
  c.fillStyle = shadow;
  disc(c, x, y, radius * 1.14);
}

export function disc(c: Context, x: number, y: number, radius: number): void {
  c.beginPath();
  c.arc(x, y, radius, 0, 7);
  c.fill();
}
