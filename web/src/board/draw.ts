// One picture of one state. A function of what it is given: the same state gives the same picture.

import { centre, geometry, type Coordinates, type Geometry } from "./geometry";
import { sameStyle, USUAL, type Style } from "./looks";
import { drawAim, drawBelow, drawCount, drawCursor, drawForbidden, drawLabels, drawLast, drawLegal } from "./marks";
import { progress, type Motion } from "./motion";
import type { BoardState, Cell, Look } from "./state";
import { paintStone, PICTURE, variants } from "./stones";
import { drawSurface, type Context, type MakeCanvas } from "./surface";

/** Pictures that are drawn once and used for every frame of one size of board. */
export class Pictures {
  readonly geometry: Geometry;
  private readonly surface: CanvasImageSource;
  /** For black and for white: a stone in one or several variants. */
  private readonly stones: readonly (readonly CanvasImageSource[])[];

  constructor(
    state: BoardState,
    side: number,
    readonly coordinates: Coordinates,
    make: MakeCanvas,
    readonly style: Style = USUAL,
  ) {
    this.geometry = geometry(state.look, state.size, side, coordinates);
    const under = make(side, side);
    drawSurface(under.context, this.geometry, state, coordinates, style, make);
    this.surface = under.picture;
    this.stones = ([1, 2] as const).map((cell) => stonePictures(state.look, cell, this.geometry.radius, style, make));
  }

  /** Whether these pictures fit a state. */
  fits(state: BoardState, side: number, coordinates: Coordinates, style: Style = USUAL): boolean {
    const g = this.geometry;
    return (
      sameStyle(g.look, style, this.style) && g.look === state.look && g.size === state.size && g.side === side && this.coordinates === coordinates
    );
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
      else if (cell !== 0) this.stone(c, point, cell, 1, 1, state.dead.has(point) ? 0.45 : pending && state.pending!.isLate ? 0.6 : 1);
    }
  }

  private drawMoving(c: Context, motion: Motion, cell: Cell, t: number): void {
    switch (motion.kind) {
      case "place":
        return this.stone(c, motion.point, cell, 1.22 - 0.22 * t, 1.22 - 0.22 * t, 0.35 + 0.65 * t);
      case "remove":
        return this.stone(c, motion.point, motion.from, 1 + 0.06 * t, 1 + 0.06 * t, 1 - t);
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
    const pictures = this.stones[cell - 1]!;
    c.drawImage(pictures[(point * 7) % pictures.length]!, x - half * scaleX, y - half * scaleY, half * 2 * scaleX, half * 2 * scaleY);
    if (alpha !== 1) c.globalAlpha = 1;
  }
}

function stonePictures(look: Look, cell: Cell, radius: number, style: Style, make: MakeCanvas): CanvasImageSource[] {
  const side = Math.max(2, Math.ceil(radius * PICTURE * 2));
  return Array.from({ length: variants(look, cell, style) }, (_, variant) => {
    const { picture, context } = make(side, side);
    paintStone(context, look, cell, side / 2 / PICTURE, style, variant);
    return picture;
  });
}

/** A whole picture at once, for sharing. */
export function drawWhole(c: Context, state: BoardState, side: number, make: MakeCanvas, coordinates: Coordinates = 4, style: Style = USUAL): void {
  new Pictures(state, side, coordinates, make, style).draw(c, state);
}

export const documentCanvas: MakeCanvas = (width, height) => {
  const picture = document.createElement("canvas");
  picture.width = width;
  picture.height = height;
  return { picture, context: picture.getContext("2d")! };
};
