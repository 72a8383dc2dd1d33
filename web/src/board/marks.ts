// What is drawn on and around the stones: legal points, last move, forbidden points, values, territory.

import { centre, type Geometry } from "./geometry";
import type { BoardState, Label } from "./state";
import { shown } from "./motion";
import { disc } from "./stones";
import type { Context } from "./surface";

const TONES: Record<Label["tone"], string> = {
  mark: "#ecd9a9",
  plain: "rgba(40,40,46,.82)",
  best: "#0b7a53",
  good: "#2f7d32",
  fair: "#8a6d00",
  poor: "#b35309",
  bad: "#b3261e",
};
const TINTS = [
  "rgba(255,196,0,.42)",
  "rgba(52,132,255,.42)",
  "rgba(226,61,80,.42)",
  "rgba(160,90,255,.4)",
  "rgba(255,255,255,.3)",
  "rgba(0,0,0,.35)",
];

export function drawBelow(c: Context, g: Geometry, state: BoardState): void {
  for (const [point, tint] of state.tints) {
    const { x, y } = centre(g, point);
    c.fillStyle = TINTS[tint % TINTS.length]!;
    c.fillRect(x - g.cell / 2, y - g.cell / 2, g.cell, g.cell);
  }
  if (state.owner) drawOwner(c, g, state.owner);
}

function drawOwner(c: Context, g: Geometry, owner: readonly number[]): void {
  owner.forEach((value, point) => {
    const strength = Math.abs(value);
    if (strength < 0.08) return;
    const { x, y } = centre(g, point);
    const half = g.cell * 0.5 * Math.min(1, 0.35 + strength * 0.65);
    c.fillStyle = value > 0 ? `rgba(0,0,0,${(0.42 * strength).toFixed(3)})` : `rgba(255,255,255,${(0.6 * strength).toFixed(3)})`;
    c.fillRect(x - half, y - half, half * 2, half * 2);
  });
}

/** Small squares on the points that a finished or proposed count gives to a side, over dead stones too. */
export function drawCount(c: Context, g: Geometry, state: BoardState): void {
  state.owner?.forEach((value, point) => {
    const stone = state.cells[point] ?? 0;
    if (Math.abs(value) < 0.5 || (stone !== 0 && !state.dead.has(point))) return;
    const { x, y } = centre(g, point);
    const half = g.cell * 0.13;
    c.fillStyle = value > 0 ? "#111" : "#fdfdfb";
    c.strokeStyle = value > 0 ? "rgba(255,255,255,.55)" : "rgba(0,0,0,.55)";
    c.lineWidth = Math.max(1, g.cell * 0.02);
    c.fillRect(x - half, y - half, half * 2, half * 2);
    c.strokeRect(x - half, y - half, half * 2, half * 2);
  });
}

export function drawLegal(c: Context, g: Geometry, state: BoardState): void {
  if (state.showLegal) {
    c.fillStyle = state.look === "felt" ? (state.turn === 1 ? "rgba(0,0,0,.34)" : "rgba(255,255,255,.42)") : "rgba(20,20,20,.24)";
    for (const point of state.legal) {
      const { x, y } = centre(g, point);
      disc(c, x, y, g.cell * (state.look === "felt" ? 0.12 : 0.06));
    }
  }
  for (const point of state.suggestion) drawRing(c, g, point, "#1f8fff", 0.36);
}

export function drawForbidden(c: Context, g: Geometry, state: BoardState): void {
  c.strokeStyle = "rgba(196,22,28,.9)";
  c.lineCap = "round";
  c.lineWidth = Math.max(1.5, g.cell * 0.07);
  const arm = g.cell * 0.16;
  for (const point of state.forbidden) {
    const { x, y } = centre(g, point);
    c.beginPath();
    c.moveTo(x - arm, y - arm);
    c.lineTo(x + arm, y + arm);
    c.moveTo(x + arm, y - arm);
    c.lineTo(x - arm, y + arm);
    c.stroke();
  }
  c.lineCap = "butt";
  if (state.refused !== null) drawRing(c, g, state.refused, "#e5131c", 0.47, 0.11);
}

export function drawLast(c: Context, g: Geometry, state: BoardState): void {
  if (state.winLine.length > 0) {
    for (const point of state.winLine) drawRing(c, g, point, "#ffb300", 0.47, 0.09);
    return;
  }
  const stone = state.last === null ? 0 : shown(state, state.last);
  if (stone === 0 || state.labels.has(state.last!)) return;
  // In the opposite colour: red is kept for what went wrong.
  drawRing(c, g, state.last!, stone === 1 ? "rgba(255,255,255,.92)" : "rgba(20,20,22,.85)", (g.radius / g.cell) * 0.52, 0.06);
}

export function drawRing(c: Context, g: Geometry, point: number, colour: string, radius: number, width = 0.07): void {
  const { x, y } = centre(g, point);
  c.strokeStyle = colour;
  c.lineWidth = Math.max(1.5, g.cell * width);
  c.beginPath();
  c.arc(x, y, g.cell * radius, 0, 7);
  c.stroke();
}

/** Where the next stone would lie: a cross of lines that a finger does not hide. */
export function drawAim(c: Context, g: Geometry, point: number): void {
  const { x, y } = centre(g, point);
  const far = g.size * g.cell;
  c.strokeStyle = "rgba(11,87,208,.55)";
  c.lineWidth = Math.max(1.5, g.cell * 0.06);
  c.beginPath();
  for (const [dx, dy] of [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const) {
    c.moveTo(x + dx * g.radius, y + dy * g.radius);
    c.lineTo(x + dx * far, y + dy * far);
  }
  c.stroke();
}

export function drawCursor(c: Context, g: Geometry, point: number): void {
  const { x, y } = centre(g, point);
  const half = g.cell * 0.47;
  c.lineWidth = Math.max(2, g.cell * 0.09);
  c.strokeStyle = "#fff";
  c.strokeRect(x - half, y - half, half * 2, half * 2);
  c.lineWidth = Math.max(1, g.cell * 0.045);
  c.strokeStyle = "#0b57d0";
  c.strokeRect(x - half, y - half, half * 2, half * 2);
}

/** Numbers on stones, values on points. */
export function drawLabels(c: Context, g: Geometry, state: BoardState): void {
  c.textAlign = "center";
  c.textBaseline = "middle";
  for (const [point, label] of state.labels) {
    const { x, y } = centre(g, point);
    const stone = state.cells[point] ?? 0;
    if (stone === 0) {
      // A mark must not look like a stone.
      const isMark = label.tone === "mark";
      c.fillStyle = TONES[label.tone];
      disc(c, x, y, g.cell * (isMark ? 0.28 : 0.43));
      c.fillStyle = isMark ? "#111" : "#fff";
    } else c.fillStyle = label.tone === "best" ? (stone === 1 ? "#ffd54a" : "#0b57d0") : stone === 1 ? "#fff" : "#111";
    const scale = label.text.length > 4 ? 0.25 : label.text.length > 3 ? 0.28 : label.text.length > 2 ? 0.31 : 0.38;
    c.font = `600 ${Math.round(g.cell * scale)}px system-ui, sans-serif`;
    c.fillText(label.text, x, label.sub ? y - g.cell * 0.1 : y + g.cell * 0.02);
    if (!label.sub) continue;
    c.font = `500 ${Math.round(g.cell * 0.19)}px system-ui, sans-serif`;
    c.fillText(label.sub, x, y + g.cell * 0.2);
  }
}
