// One picture of one state. A function of what it is given: the same state gives the same picture.

import { centre, geometry, type Geometry } from "./geometry";
import { drawAim, drawBelow, drawCount, drawCursor, drawForbidden, drawLabels, drawLast, drawLegal } from "./marks";
import { progress, type Motion } from "./motion";
import type { BoardState, Cell, Look } from "./state";
import { disc, paintStone, PICTURE } from "./stones";
import { drawSurface, type Context } from "./surface";

/** Makes a canvas of a size; the browser's document does, and tests hand in their own. */
export type MakeCanvas = (width: number, height: number) => { picture: CanvasImageSource; context: Context };

/** Pictures that are drawn once and used for every frame of one size of board. */
export class Pictures {
  readonly geometry: Geometry;
  private readonly surface: CanvasImageSource;
  private readonly stones: readonly CanvasImageSource[];

  constructor(state: BoardState, side: number, readonly coordinates: boolean, make: MakeCanvas) {
    this.geometry = geometry(state.look, state.size, side, coordinates);
    const under = make(side, side);
    drawSurface(under.context, this.geometry, state, coordinates);
    this.surface = under.picture;
    this.stones = ([1, 2] as const).map((cell) => stonePicture(state.look, cell, this.geometry.radius, make));
  }

  /** Whether these pictures fit a state. */
  fits(state: BoardState, side: number, coordinates: boolean): boolean {
    const g = this.geometry;
    return g.look === state.look && g.size === state.size && g.side === side && this.coordinates === coordinates;
  }

  draw(c: Context, state: BoardState, moving: readonly Motion[] = [], now = 0, hover: number | null = null): void {
    const g = this.geometry;
    c.drawImage(this.surface, 0, 0);
    drawBelow(c, g, state);
    drawLegal(c, g, state);
    for (const point of new Set([hover, state.aim])) if (point !== null && state.legal.has(point)) this.stone(c, point, state.turn, 1, 1, 0.5);
    this.drawStones(c, state, moving, now);
    this.drawComing(c, state);
    if (state.dead.size > 0 || state.owner?.every((v) => Number.isInteger(v))) drawCount(c, g, state);
    drawForbidden(c, g, state);
    drawLast(c, g, state);
    drawLabels(c, g, state);
    if (state.aim !== null) drawAim(c, g, state.aim);
    if (state.cursor !== null) drawCursor(c, g, state.cursor);
  }

  private drawStones(c: Context, state: BoardState, moving: readonly Motion[], now: number): void {
    const busy = new Map(moving.map((m) => [m.point, m]));
    for (let point = 0; point < state.cells.length; point++) {
      const pending = state.pending?.point === point;
      const cell = pending ? state.pending!.cell : state.cells[point]!;
      const motion = busy.get(point);
      if (motion) this.drawMoving(c, motion, cell, progress(motion, now));
      else if (cell !== 0) this.stone(c, point, cell, 1, 1, state.dead.has(point) ? 0.45 : 1);
    }
  }

  private drawMoving(c: Context, motion: Motion, cell: Cell, t: number): void {
    switch (motion.kind) {
      case "place": return this.stone(c, motion.point, cell, 1.22 - 0.22 * t, 1.22 - 0.22 * t, 0.35 + 0.65 * t);
      case "remove": return this.stone(c, motion.point, motion.from, 1 - 0.35 * t, 1 - 0.35 * t, 1 - t);
      case "flip": {
        const turn = Math.cos(t * Math.PI);
        const lift = 1 + 0.12 * Math.sin(t * Math.PI);
        return this.stone(c, motion.point, turn > 0 ? motion.from : cell, Math.max(0.05, Math.abs(turn)) * lift, lift, 1);
      }
    }
  }

  private drawComing(c: Context, state: BoardState): void {
    const g = this.geometry;
    c.textAlign = "center";
    c.textBaseline = "middle";
    c.font = `600 ${Math.round(g.cell * 0.36)}px system-ui, sans-serif`;
    for (const { point, cell, number } of state.line) {
      this.stone(c, point, cell, 0.94, 0.94, 0.72);
      const { x, y } = centre(g, point);
      c.fillStyle = cell === 1 ? "#fff" : "#111";
      c.fillText(String(number), x, y + g.cell * 0.02);
    }
  }

  private stone(c: Context, point: number, cell: Cell, scaleX: number, scaleY: number, alpha: number): void {
    if (cell === 0) return;
    const { x, y } = centre(this.geometry, point);
    const half = this.geometry.radius * PICTURE;
    if (alpha !== 1) c.globalAlpha = alpha;
    c.drawImage(this.stones[cell - 1]!, x - half * scaleX, y - half * scaleY, half * 2 * scaleX, half * 2 * scaleY);
    if (alpha !== 1) c.globalAlpha = 1;
  }
}

function stonePicture(look: Look, cell: Cell, radius: number, make: MakeCanvas): CanvasImageSource {
  const side = Math.max(2, Math.ceil(radius * PICTURE * 2));
  const { picture, context } = make(side, side);
  paintStone(context, look, cell, side / 2 / PICTURE);
  return picture;
}

/** A whole picture at once, for sharing. */
export function drawWhole(c: Context, state: BoardState, side: number, make: MakeCanvas, coordinates = true): void {
  new Pictures(state, side, coordinates, make).draw(c, state);
}

export const documentCanvas: MakeCanvas = (width, height) => {
  const picture = document.createElement("canvas");
  picture.width = width;
  picture.height = height;
  return { picture, context: picture.getContext("2d")! };
};

export { disc };
