// The board as a thing on the page: keeps its canvas sharp, draws when the state changes, reports touched points.

import { documentCanvas, Pictures } from "./draw";
import { pointAt } from "./geometry";
import { isOver, motions, shown, type Motion } from "./motion";
import type { BoardState } from "./state";

export type Touch = (point: number, how: "mouse" | "touch") => void;

export class Board {
  private state: BoardState | null = null;
  private pictures: Pictures | null = null;
  private moving: Motion[] = [];
  private hover: number | null = null;
  private frame = 0;
  private readonly watcher: ResizeObserver;
  /** How long recent drawings took, in milliseconds, for the developer's object and the tests. */
  readonly times: number[] = [];
  /** For each touch, in milliseconds: until the page heard of it, and from then to the first drawing that shows the stone. */
  readonly delays: { heard: number; drawn: number }[] = [];
  private touch: { point: number; at: number; heard: number } | null = null;
  coordinates = true;
  animate = true;

  constructor(private readonly canvas: HTMLCanvasElement, private readonly touched: Touch) {
    canvas.addEventListener("pointermove", this.onMove);
    canvas.addEventListener("pointerleave", this.onLeave);
    canvas.addEventListener("pointerdown", this.onDown);
    this.watcher = new ResizeObserver(() => this.resize());
    this.watcher.observe(canvas);
  }

  destroy(): void {
    this.watcher.disconnect();
    cancelAnimationFrame(this.frame);
    this.canvas.removeEventListener("pointermove", this.onMove);
    this.canvas.removeEventListener("pointerleave", this.onLeave);
    this.canvas.removeEventListener("pointerdown", this.onDown);
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

  private resize(): void {
    const ratio = window.devicePixelRatio || 1;
    const side = Math.max(1, Math.round(this.canvas.clientWidth * ratio));
    if (this.canvas.width !== side || this.canvas.height !== side) {
      this.canvas.width = side;
      this.canvas.height = side;
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
    if (!this.pictures?.fits(state, side, this.coordinates)) this.pictures = new Pictures(state, side, this.coordinates, documentCanvas);
    const began = performance.now();
    this.moving = this.moving.filter((m) => !isOver(m, began));
    this.pictures.draw(context, state, this.moving, began, this.hover);
    this.times.push(performance.now() - began);
    if (this.times.length > 240) this.times.splice(0, 120);
    this.noteDelay(state);
    if (this.moving.length > 0) this.ask();
  }

  private noteDelay(state: BoardState): void {
    if (!this.touch || shown(state, this.touch.point) === 0) return;
    const { at, heard } = this.touch;
    this.delays.push({ heard: heard - at, drawn: performance.now() - heard });
    this.touch = null;
  }

  private at(event: PointerEvent): number | null {
    const box = this.canvas.getBoundingClientRect();
    if (!this.pictures || box.width === 0) return null;
    const scale = this.canvas.width / box.width;
    return pointAt(this.pictures.geometry, (event.clientX - box.left) * scale, (event.clientY - box.top) * scale);
  }

  private readonly onMove = (event: PointerEvent) => {
    const hover = event.pointerType === "mouse" ? this.at(event) : null;
    this.canvas.style.cursor = hover !== null && this.state?.legal.has(hover) ? "pointer" : "default";
    if (hover === this.hover) return;
    this.hover = hover;
    this.ask();
  };

  private readonly onLeave = () => {
    this.hover = null;
    this.ask();
  };

  private readonly onDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const point = this.at(event);
    if (point === null) return;
    const isFree = this.state?.legal.has(point) && shown(this.state, point) === 0;
    this.touch = isFree ? { point, at: event.timeStamp, heard: performance.now() } : null;
    this.touched(point, event.pointerType === "mouse" ? "mouse" : "touch");
    // What the touch changed is drawn now: the next frame shows it, even when the page has other work to do before.
    if (this.frame !== 0) this.draw();
  };
}
