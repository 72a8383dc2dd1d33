// A tile of wood: straight grain with slow waves and fine fibres, made from numbers, the same each time.

import { grain } from "./grain";
import type { Wood } from "./looks";
import type { Context } from "./surface";

/** Across and along the grain: the grain is fine in one direction only. */
const ACROSS = 640,
  ALONG = 160;

/** Smooth numbers between 0 and 1 along a line; the whole tile needs only a few such lines. */
function wave(seed: number, steps: number): (at: number) => number {
  const random = grain(seed);
  const heights = Array.from({ length: steps + 2 }, random);
  return (at) => {
    const place = Math.min(0.9999, Math.max(0, at)) * steps,
      i = Math.floor(place),
      part = place - i;
    const soft = part * part * (3 - 2 * part);
    return heights[i]! + (heights[i + 1]! - heights[i]!) * soft;
  };
}

/** Paints a tile of ACROSS by ALONG pixels; the caller stretches it over the board. */
export function paintWood(make: (width: number, height: number) => { picture: CanvasImageSource; context: Context }, wood: Wood): CanvasImageSource {
  const { picture, context } = make(ACROSS, ALONG);
  const image = context.createImageData(ACROSS, ALONG);
  const [rings, years, fibres, bend, shade] = [wave(11, 34), wave(12, 130), wave(13, 420), wave(14, 3), wave(15, 6)];
  const fleck = grain(16);
  for (let y = 0; y < ALONG; y++) {
    // The grain drifts to one side and back along the board.
    const drift = (bend(y / ALONG) - 0.5) * 0.035;
    for (let x = 0; x < ACROSS; x++) {
      const at = (x / ACROSS) * 0.94 + 0.03 + drift;
      const tone = 0.45 * rings(at) + 0.3 * years(at) + 0.15 * fibres(at) + 0.1 * fleck();
      const part = Math.min(1, Math.max(0, 0.5 + (tone - 0.5) * 2 * wood.grain + (shade(x / ACROSS) - 0.5) * 0.25 + (y / ALONG - 0.5) * 0.12));
      const to = (y * ACROSS + x) * 4;
      for (let i = 0; i < 3; i++) image.data[to + i] = wood.light[i]! + (wood.dark[i]! - wood.light[i]!) * part;
      image.data[to + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
  return picture;
}
