// Which part of the board is seen. Pure arithmetic, in pixels of the canvas.

/** The board `zoom` times as large, with its pixel (x, y) in the top-left corner of the canvas. */
export type View = { readonly zoom: number; readonly x: number; readonly y: number };
export type Place = { x: number; y: number };

export const WHOLE: View = { zoom: 1, x: 0, y: 0 };
const MOST = 4;

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** The nearest view that shows nothing beside the board. */
function held({ zoom, x, y }: View, side: number): View {
  const most = side - side / zoom;
  return { zoom, x: clamp(x, 0, most), y: clamp(y, 0, most) };
}

/** The pixel of the board that is seen at a place of the canvas. */
export function seenAt(view: View, at: Place): Place {
  return { x: at.x / view.zoom + view.x, y: at.y / view.zoom + view.y };
}

/** The place of the canvas where a pixel of the board is seen. */
export function placeOf(view: View, at: Place): Place {
  return { x: (at.x - view.x) * view.zoom, y: (at.y - view.y) * view.zoom };
}

/** Larger or smaller by a factor; what is seen at `at` stays there. */
export function zoomed(view: View, side: number, at: Place, factor: number): View {
  const zoom = clamp(view.zoom * factor, 1, MOST);
  const fixed = seenAt(view, at);
  return held({ zoom, x: fixed.x - at.x / zoom, y: fixed.y - at.y / zoom }, side);
}

/** The board follows a finger that moved by (x, y). */
export function moved(view: View, side: number, by: Place): View {
  return held({ zoom: view.zoom, x: view.x - by.x / view.zoom, y: view.y - by.y / view.zoom }, side);
}

/** A part of the board as large as the canvas allows; what lies at its far edges stays there. */
export function partly(side: number, part: { left: number; top: number; right: number; bottom: number }): View {
  const zoom = clamp(side / Math.max(part.right - part.left, part.bottom - part.top), 1, MOST);
  const from = (near: number, far: number) => (far >= side ? side - side / zoom : near);
  return held({ zoom, x: from(part.left, part.right), y: from(part.top, part.bottom) }, side);
}
