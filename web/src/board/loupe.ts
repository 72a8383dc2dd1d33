// The loupe over an aimed point: what lies around it, large enough for a finger.

import type { Place } from "./view";

/** All in pixels of the canvas. */
export type Loupe = { middle: Place; radius: number; scale: number; /** The aimed point. */ at: Place };

/** Sizes in CSS pixels: the whole, the distance of two crossings in it, the gap to the aimed point. */
const RADIUS = 78,
  CROSSING = 44,
  GAP = 22;

/** Where the loupe stands: above the aimed point, below it near the upper edge, always inside the canvas. */
export function loupe(at: Place, crossing: number, side: number, ratio: number): Loupe {
  const radius = Math.min(RADIUS * ratio, side * 0.3);
  const away = radius + GAP * ratio;
  const y = at.y - away - radius >= 0 ? at.y - away : at.y + away;
  const inside = (value: number) => Math.min(side - radius, Math.max(radius, value));
  return { middle: { x: inside(at.x), y: inside(y) }, radius, scale: Math.max(1, (CROSSING * ratio) / crossing), at };
}

/** The place of the canvas that the loupe shows at `at`, or null outside of it. */
export function through(glass: Loupe, at: Place): Place | null {
  const x = at.x - glass.middle.x,
    y = at.y - glass.middle.y;
  return Math.hypot(x, y) > glass.radius ? null : { x: glass.at.x + x / glass.scale, y: glass.at.y + y / glass.scale };
}

/** Draws the loupe's rim around what `inside` paints. */
export function drawLoupe(c: CanvasRenderingContext2D, glass: Loupe, inside: () => void): void {
  const { middle, radius, scale, at } = glass;
  const ring = () => {
    c.beginPath();
    c.arc(middle.x, middle.y, radius, 0, 7);
  };
  c.save();
  c.shadowColor = "rgba(0,0,0,.55)";
  c.shadowBlur = radius * 0.16;
  c.fillStyle = "#000";
  ring();
  c.fill();
  c.restore();
  c.save();
  ring();
  c.clip();
  c.translate(middle.x - at.x * scale, middle.y - at.y * scale);
  c.scale(scale, scale);
  inside();
  c.restore();
  c.lineWidth = radius * 0.045;
  c.strokeStyle = "#fff";
  ring();
  c.stroke();
}
