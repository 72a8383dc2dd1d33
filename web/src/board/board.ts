// The board as a thing on the page: keeps its canvas sharp, draws when the state changes, reports touched points.

import { documentCanvas, Pictures } from "./draw";
import { centre, pointAt, type Coordinates, type Geometry } from "./geometry";
import { Gestures, type Pointing } from "./gestures";
import { USUAL, type Style } from "./looks";
import { drawLoupe, loupe, through, type Loupe } from "./loupe";
import { isOver, motions, shown, type Motion } from "./motion";
import type { BoardState } from "./state";
import { moved, partly, placeOf, seenAt, WHOLE, zoomed, type Place, type View } from "./view";

/** A tapped point, and the distance of two crossings on the screen, in CSS pixels. */
export type Touch = (point: number, how: Pointing, crossing: number) => void;

/** Pictures of a zoomed board are drawn anew, but never larger than this. */
const LARGEST = 2400;
/** A board narrower than this, in CSS pixels, is a phone's. */
const NARROW = 480;

export class Board {
  private state: BoardState | null = null;
  private pictures: Pictures | null = null;
  private moving: Motion[] = [];
  private hover: number | null = null;
  private view: View = WHOLE;
  private part: readonly [number, number] | null = null;
  private isPartDue = false;
  private glass: Loupe | null = null;
  private frame = 0;
  private readonly watcher: ResizeObserver;
  private readonly gestures: Gestures;
  /** How long recent drawings took, in milliseconds, for the developer's object and the tests. */
  readonly times: number[] = [];
  /** For each touch, in milliseconds: until the page heard of its release, and from then to the first drawing that shows the stone. */
  readonly delays: { heard: number; drawn: number }[] = [];
  private touch: { point: number; at: number; heard: number } | null = null;
  private pressed: { point: number | null; cells: BoardState["cells"] } | null = null;
  coordinates = true;
  animate = true;
  style: Style = USUAL;
  /** Told when the board is zoomed, with its zoom. */
  onZoom: (zoom: number) => void = () => undefined;
  /** Told which point the mouse is over. */
  onHovered: (point: number | null) => void = () => undefined;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly touched: Touch,
  ) {
    this.gestures = new Gestures(canvas, {
      pressed: (at, how) => this.onPress(at, how),
      tapped: (at, how, when) => this.onTap(at, how, when),
      cancelled: () => this.point(null),
      hovered: (at) => this.onHover(at),
      isZoomed: () => this.view.zoom > 1,
      dragged: (by) => this.look(moved(this.view, this.canvas.width, this.scaled(by))),
      zoomed: (at, factor) => this.look(zoomed(this.view, this.canvas.width, this.scaled(at), factor)),
      rested: () => this.ask(),
    });
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(canvas);
  }

  destroy(): void {
    this.watcher.disconnect();
    cancelAnimationFrame(this.frame);
    this.gestures.destroy();
  }

  /** Shows a state. It holds at once; what changed moves into place without anyone waiting for it. */
  set(state: BoardState): void {
    const now = performance.now();
    if (this.animate) {
      const fresh = motions(this.state, state, now);
      const busy = new Set(fresh.map((m) => m.point));
      this.moving = this.moving.filter((m) => !busy.has(m.point) && !isOver(m, now)).concat(fresh);
    } else this.moving = [];
    this.state = state;
    this.ask();
  }

  /** Begins with a part of the board, from its first point to its last; whoever looks elsewhere may. */
  showPart(part: readonly [number, number]): void {
    this.part = part;
    this.isPartDue = true;
    this.ask();
  }

  /** Shows the whole board again. */
  showWhole(): void {
    this.look(WHOLE);
  }

  /** Where a point is seen, in CSS pixels from the corner of the canvas. */
  placeOf(point: number): Place {
    const at = placeOf(this.view, this.onCanvas(point));
    return { x: at.x / this.ratio(), y: at.y / this.ratio() };
  }

  /** Where the loupe shows a point, in CSS pixels from the corner of the canvas. */
  placeInLoupe(point: number): Place | null {
    if (!this.glass) return null;
    const { middle, scale, at } = this.glass;
    const place = placeOf(this.view, this.onCanvas(point));
    return { x: (middle.x + (place.x - at.x) * scale) / this.ratio(), y: (middle.y + (place.y - at.y) * scale) / this.ratio() };
  }

  private resize(): void {
    const ratio = window.devicePixelRatio || 1;
    const side = Math.max(1, Math.round(this.canvas.clientWidth * ratio));
    if (this.canvas.width !== side || this.canvas.height !== side) {
      this.canvas.width = side;
      this.canvas.height = side;
      this.look(WHOLE);
      this.isPartDue = this.part !== null;
    }
    this.draw();
  }

  private ask(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.draw());
  }

  private draw(): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const state = this.state;
    const context = this.canvas.getContext("2d");
    const side = this.canvas.width;
    if (!state || !context || side < 8) return;
    const detail = this.detail(state, side);
    const pictures = this.pictures?.fits(state, detail, this.sides(), this.style)
      ? this.pictures
      : new Pictures(state, detail, this.sides(), documentCanvas, this.style);
    this.pictures = pictures;
    if (this.isPartDue) this.lookAtPart(pictures.geometry);
    const began = performance.now();
    this.moving = this.moving.filter((m) => !isOver(m, began));
    const paint = () => {
      const { zoom, x, y } = this.view,
        scale = (zoom * side) / pictures.geometry.side;
      context.save();
      context.translate(-x * zoom, -y * zoom);
      context.scale(scale, scale);
      pictures.draw(context, state, this.moving, began, this.hover);
      context.restore();
    };
    paint();
    this.glass = state.aim === null ? null : loupe(placeOf(this.view, this.onCanvas(state.aim)), this.crossing(), side, this.ratio());
    if (this.glass) drawLoupe(context, this.glass, paint);
    this.times.push(performance.now() - began);
    if (this.times.length > 240) this.times.splice(0, 120);
    this.noteDelay(state);
    if (this.moving.length > 0) this.ask();
  }

  /** On a phone the board needs the room: coordinates stand on two sides. */
  private sides(): Coordinates {
    return !this.coordinates ? 0 : this.canvas.clientWidth < NARROW ? 2 : 4;
  }

  /** The side of the pictures: as fine as what is seen, but not drawn anew while fingers are still zooming. */
  private detail(state: BoardState, side: number): number {
    const wanted = Math.max(side, Math.min(LARGEST, Math.round(side * this.view.zoom)));
    const had = this.pictures?.geometry.side ?? 0;
    const isBusy = this.gestures.isBusy() && this.pictures?.fits(state, had, this.sides(), this.style);
    return isBusy && had >= side ? had : wanted;
  }

  private noteDelay(state: BoardState): void {
    if (!this.touch || shown(state, this.touch.point) === 0) return;
    const { at, heard } = this.touch;
    this.delays.push({ heard: heard - at, drawn: performance.now() - heard });
    this.touch = null;
  }

  private ratio(): number {
    return this.canvas.width / Math.max(1, this.canvas.clientWidth);
  }

  private scaled(at: Place): Place {
    return { x: at.x * this.ratio(), y: at.y * this.ratio() };
  }

  /** The centre of a point on the whole board. */
  private onCanvas(point: number): Place {
    const g = this.pictures!.geometry,
      scale = this.canvas.width / g.side;
    const { x, y } = centre(g, point);
    return { x: x * scale, y: y * scale };
  }

  /** The distance of two crossings as they are seen, in pixels of the canvas. */
  private crossing(): number {
    const g = this.pictures!.geometry;
    return ((g.cell * this.canvas.width) / g.side) * this.view.zoom;
  }

  private at(place: Place): number | null {
    if (!this.pictures) return null;
    const g = this.pictures.geometry,
      onCanvas = this.scaled(place);
    const { x, y } = seenAt(this.view, (this.glass && through(this.glass, onCanvas)) ?? onCanvas);
    return pointAt(g, (x * g.side) / this.canvas.width, (y * g.side) / this.canvas.width);
  }

  private lookAtPart(g: Geometry): void {
    this.isPartDue = false;
    const [first, last] = [centre(g, this.part![0]), centre(g, this.part![1])];
    const scale = this.canvas.width / g.side,
      half = g.cell / 2;
    // Up to the rim with its coordinates where the part reaches an edge.
    const near = (at: number) => (at <= g.origin ? 0 : (at - half) * scale);
    const far = (at: number) => (at >= g.origin + (g.size - 1) * g.cell - half ? this.canvas.width : (at + half) * scale);
    this.look(partly(this.canvas.width, { left: near(first.x), top: near(first.y), right: far(last.x), bottom: far(last.y) }));
  }

  private look(view: View): void {
    const before = this.view.zoom;
    this.view = view;
    if (view.zoom !== before) {
      // The page scrolls under one finger only while the whole board is seen.
      this.canvas.style.touchAction = view.zoom > 1 ? "none" : "";
      this.onZoom(view.zoom);
    }
    this.ask();
  }

  /** Shows the ghost of a stone at a point. */
  private point(hover: number | null): void {
    if (hover === this.hover) return;
    this.hover = hover;
    this.ask();
  }

  private onHover(at: Place | null): void {
    const hover = at && this.at(at);
    this.canvas.style.cursor = hover !== null && this.state?.legal.has(hover) ? "pointer" : "default";
    if (hover !== this.hover) this.onHovered(hover);
    this.point(hover);
  }

  private onPress(at: Place, how: Pointing): void {
    const point = this.at(at);
    this.pressed = { point, cells: this.state?.cells ?? [] };
    if (how === "touch") this.point(point);
  }

  private onTap(at: Place, how: Pointing, when: number): void {
    const point = this.at(at),
      pressed = this.pressed,
      state = this.state;
    if (how === "touch") this.point(null);
    // Whoever pressed while another move came meant the position before it.
    if (point === null || !state || pressed?.point !== point || !sameCells(pressed.cells, state.cells)) return;
    const isFree = state.legal.has(point) && shown(state, point) === 0;
    this.touch = isFree ? { point, at: when, heard: performance.now() } : null;
    this.touched(point, how, this.crossing() / this.ratio());
    // What the touch changed is drawn now: the next frame shows it, even when the page has other work to do before.
    if (this.frame !== 0) this.draw();
  }
}

export const sameCells = (a: BoardState["cells"], b: BoardState["cells"]) =>
  a === b || (a.length === b.length && a.every((cell, i) => cell === b[i]));
