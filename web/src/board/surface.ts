// What lies under the stones: wood or felt, lines, dots and coordinates. Drawn once for each size of the canvas.

import { feltDots, starPoints, type Coordinates, type Geometry } from "./geometry";
import { grain } from "./grain";
import { FELTS, WOODS, type Felt, type Style, type Wood } from "./looks";
import type { BoardState } from "./state";
import { paintWood } from "./wood";

export type Context = CanvasRenderingContext2D;

/** Makes a canvas of a size; the browser's document does, and tests hand in their own. */
export type MakeCanvas = (width: number, height: number) => { picture: CanvasImageSource; context: Context };

export function drawSurface(
  c: Context,
  g: Geometry,
  state: Pick<BoardState, "columns" | "firstRow">,
  coordinates: Coordinates,
  style: Style,
  make: MakeCanvas,
): void {
  if (g.look === "felt") drawFelt(c, g, FELTS[style.felt]);
  else drawWood(c, g, WOODS[style.wood], make);
  if (coordinates > 0) drawCoordinates(c, g, state, coordinates > 2, g.look === "felt" ? "rgba(240,222,196,.85)" : WOODS[style.wood].text);
}

function drawWood(c: Context, g: Geometry, wood: Wood, make: MakeCanvas): void {
  const { side } = g;
  c.imageSmoothingEnabled = true;
  c.drawImage(paintWood(make, wood), 0, 0, side, side);
  drawThickness(c, g, wood);
  const far = g.origin + (g.size - 1) * g.cell;
  const thin = Math.max(1, g.cell * 0.022);
  c.strokeStyle = wood.line;
  for (let i = 0; i < g.size; i++) {
    const at = crisp(g.origin + i * g.cell, thin);
    c.lineWidth = i === 0 || i === g.size - 1 ? thin * 1.8 : thin;
    c.beginPath();
    c.moveTo(g.origin, at);
    c.lineTo(far, at);
    c.moveTo(at, g.origin);
    c.lineTo(at, far);
    c.stroke();
  }
  c.fillStyle = wood.line;
  for (const point of starPoints(g.look, g.size)) {
    c.beginPath();
    c.arc(g.origin + (point % g.size) * g.cell, g.origin + Math.floor(point / g.size) * g.cell, Math.max(2, g.cell * 0.095), 0, 7);
    c.fill();
  }
}

/** The board is thick: its side face is seen below, the upper edge catches the light. */
function drawThickness(c: Context, g: Geometry, wood: Wood): void {
  const { side } = g,
    high = Math.max(3, g.cell * 0.13);
  c.fillStyle = wood.side;
  c.fillRect(0, side - high, side, high);
  const shade = c.createLinearGradient(0, side - high, 0, side);
  shade.addColorStop(0, "rgba(255,236,200,.35)");
  shade.addColorStop(0.18, "rgba(0,0,0,.05)");
  shade.addColorStop(1, "rgba(0,0,0,.4)");
  c.fillStyle = shade;
  c.fillRect(0, side - high, side, high);
  c.fillStyle = "rgba(255,248,228,.4)";
  c.fillRect(0, 0, side, Math.max(1, g.cell * 0.03));
}

function drawFelt(c: Context, g: Geometry, colours: Felt): void {
  const { side, edge } = g;
  const frame = c.createLinearGradient(0, 0, side, side);
  colours.frame.forEach((tone, i) => frame.addColorStop(i, tone));
  c.fillStyle = frame;
  c.fillRect(0, 0, side, side);
  drawGrain(c, side, 7, ["rgba(0,0,0,", "rgba(210,160,110,"]);
  bevel(c, side, Math.max(2, g.cell * 0.05), "rgba(255,220,180,.28)", "rgba(0,0,0,.5)");
  const inner = g.size * g.cell;
  const felt = c.createRadialGradient(side * 0.42, side * 0.36, side * 0.05, side / 2, side / 2, side * 0.75);
  colours.felt.forEach((tone, i) => felt.addColorStop(i / 2, tone));
  c.fillStyle = felt;
  c.fillRect(edge, edge, inner, inner);
  drawFibres(c, edge, inner);
  const thin = Math.max(1, g.cell * 0.022);
  c.strokeStyle = colours.line;
  c.lineWidth = thin;
  for (let i = 0; i <= g.size; i++) {
    const at = crisp(edge + i * g.cell, thin);
    c.beginPath();
    c.moveTo(edge, at);
    c.lineTo(edge + inner, at);
    c.moveTo(at, edge);
    c.lineTo(at, edge + inner);
    c.stroke();
  }
  // The rim throws a soft shadow on the felt.
  const depth = g.cell * 0.16;
  for (const [x, y, w, h, dx, dy] of [
    [edge, edge, inner, depth, 0, 1],
    [edge, edge, depth, inner, 1, 0],
  ] as const) {
    const shade = c.createLinearGradient(x, y, x + dx * depth, y + dy * depth);
    shade.addColorStop(0, "rgba(0,0,0,.38)");
    shade.addColorStop(1, "rgba(0,0,0,0)");
    c.fillStyle = shade;
    c.fillRect(x, y, w, h);
  }
  c.fillStyle = colours.line;
  for (const dot of feltDots(g.size)) {
    c.beginPath();
    c.arc(edge + dot.x * g.cell, edge + dot.y * g.cell, Math.max(2, g.cell * 0.055), 0, 7);
    c.fill();
  }
}

/** Long, slightly wavy streaks along the frame. */
function drawGrain(c: Context, side: number, seed: number, [dark, light]: [string, string]): void {
  const random = grain(seed);
  const streaks = 110;
  for (let i = 0; i < streaks; i++) {
    const y = (i + random()) * (side / streaks);
    const bend = (random() - 0.5) * side * 0.03;
    c.strokeStyle = (random() < 0.62 ? dark : light) + (0.03 + random() * 0.085).toFixed(3) + ")";
    c.lineWidth = (0.4 + random() * 2.1) * (side / 900);
    c.beginPath();
    c.moveTo(0, y);
    c.bezierCurveTo(side * 0.3, y + bend, side * 0.65, y - bend, side, y + bend * 0.6);
    c.stroke();
  }
}

/** Short fibres that make a flat green look like cloth. */
function drawFibres(c: Context, edge: number, inner: number): void {
  const random = grain(5);
  const length = inner / 110;
  for (const tone of ["rgba(0,0,0,.07)", "rgba(190,255,215,.05)"]) {
    c.strokeStyle = tone;
    c.lineWidth = Math.max(0.6, inner / 1100);
    c.beginPath();
    for (let i = 0; i < 1100; i++) {
      const x = edge + random() * (inner - length),
        y = edge + random() * (inner - length);
      c.moveTo(x, y);
      c.lineTo(x + (random() - 0.5) * length * 2, y + random() * length);
    }
    c.stroke();
  }
}

function bevel(c: Context, side: number, width: number, light: string, dark: string): void {
  c.lineWidth = width;
  c.strokeStyle = light;
  c.beginPath();
  c.moveTo(0, side);
  c.lineTo(0, 0);
  c.lineTo(side, 0);
  c.stroke();
  c.strokeStyle = dark;
  c.beginPath();
  c.moveTo(side, 0);
  c.lineTo(side, side);
  c.lineTo(0, side);
  c.stroke();
}

function drawCoordinates(c: Context, g: Geometry, state: Pick<BoardState, "columns" | "firstRow">, isAround: boolean, colour: string): void {
  const isFelt = g.look === "felt";
  c.fillStyle = colour;
  c.font = `600 ${Math.round(g.cell * (isFelt ? 0.24 : 0.27))}px system-ui, sans-serif`;
  c.textAlign = "center";
  c.textBaseline = "middle";
  const near = isFelt ? g.edge * 0.52 : g.origin - g.cell * 0.74;
  const far = g.side - near;
  for (let i = 0; i < g.size; i++) {
    const at = g.origin + i * g.cell;
    const letter = state.columns[i] ?? "";
    const row = String(state.firstRow === "top" ? i + 1 : g.size - i);
    c.fillText(letter, at, near);
    c.fillText(row, near, at);
    if (!isAround) continue;
    c.fillText(letter, at, far);
    c.fillText(row, far, at);
  }
}

/** Lines fall on whole pixels. */
function crisp(at: number, width: number): number {
  return Math.round(width) % 2 === 1 ? Math.floor(at) + 0.5 : Math.round(at);
}
